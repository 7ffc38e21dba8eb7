package org.foretell.extrapolation;

import java.nio.file.Path;
import java.util.List;
import org.foretell.Foretell;
import org.foretell.extrapolation.call.Recording;
import org.foretell.report.CheckResult;
import org.foretell.result.Deadlock;

/** Why a trace that laws gave is not written. */
final class Unsound {
  private Unsound() {}

  static String text(CheckResult check, List<Recording> recordings, List<Path> files) {
    for (Path file : files) {
      if (!Foretell.check().trace(file).run().sound()) {
        return file
            + ": this trace itself does not replay (sim check shows where), so that nothing can be"
            + " extrapolated from it";
      }
    }
    String reason =
        check
            .deadlock()
            .map(deadlock -> "a deadlock: " + text(deadlock))
            .orElseGet(
                () ->
                    check.problems().isEmpty()
                        ? "messages are left over"
                        : check.problems().get(0).message());
    return "the laws of these "
        + recordings.size()
        + " traces give calls that do not fit together ("
        + reason
        + "); nothing was written. Add a trace of another number of ranks";
  }

  private static String text(Deadlock deadlock) {
    Deadlock.Blocked first = deadlock.blocked().get(0);
    return first.position() + " " + first.reason();
  }
}
