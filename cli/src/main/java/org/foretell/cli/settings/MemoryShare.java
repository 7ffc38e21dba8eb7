package org.foretell.cli.settings;

import java.util.OptionalDouble;
import org.foretell.Setup;
import org.foretell.failure.ForetellException;

/**
 * A value of {@code --memory-bound}.
 *
 * @param callSite text or number; empty for all bursts
 * @param share 0 to 1
 */
record MemoryShare(String callSite, double share) {
  /** As it is written: {@code 40%}, {@code 0.4}, or a call site, {@code =} and one of them. */
  static MemoryShare of(String text) {
    int equals = text.lastIndexOf('=');
    OptionalDouble share = ShareConverter.read(text.substring(equals + 1));
    if (share.isPresent() && equals != 0) {
      return new MemoryShare(text.substring(0, Math.max(0, equals)), share.getAsDouble());
    }
    throw ForetellException.usage(
        "--memory-bound "
            + text
            + ": expected a share of 0% to 100%, like 40%, or a call site and a share, like"
            + " main.c:41=40%");
  }

  void applyTo(Setup<?> setup) {
    if (callSite.isEmpty()) {
      setup.memoryBound(share);
    } else {
      setup.memoryBound(callSite, share);
    }
  }
}
