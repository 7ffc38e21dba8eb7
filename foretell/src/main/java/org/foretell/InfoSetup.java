package org.foretell;

import java.util.OptionalLong;
import org.foretell.input.NamedFailures;
import org.foretell.input.OpenTrace;
import org.foretell.inspection.TraceCount;
import org.foretell.report.InfoResult;

/** All settings of {@code sim info}. Unset ones take its defaults. */
public final class InfoSetup extends TraceSetup<InfoSetup> {
  InfoSetup() {}

  @Override
  InfoSetup self() {
    return this;
  }

  /**
   * Reads the whole trace and counts its contents.
   *
   * @return the contents of the trace
   * @throws IllegalStateException if no trace was given
   * @throws org.foretell.failure.ForetellException if a setting is wrong
   * @throws org.foretell.trace.TraceException if the trace is missing, cannot be read, or is
   *     damaged
   */
  public InfoResult run() {
    return NamedFailures.of(traceShown(), this::count);
  }

  private InfoResult count() {
    try (OpenTrace trace = openTrace()) {
      return new InfoResult(
          Version.text(),
          summary(trace, OptionalLong.empty()),
          TraceCount.of(trace.source(), progress(), progressOps()),
          trace.warnings());
    }
  }
}
