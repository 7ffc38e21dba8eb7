package org.foretell;

import java.util.OptionalLong;
import org.foretell.input.NamedFailures;
import org.foretell.input.OpenTrace;
import org.foretell.inspection.TraceCheck;
import org.foretell.report.CheckResult;

/** All that {@code sim check} can be told. What is not set is as {@code sim check} has it. */
public final class CheckSetup extends TraceSetup<CheckSetup> {
  CheckSetup() {}

  @Override
  CheckSetup self() {
    return this;
  }

  /**
   * Checks the trace: reads all of it, and replays it once or twice in which nothing takes time.
   *
   * @return what was found; a trace that is not sound is a result, not a failure
   * @throws IllegalStateException if no trace was given
   * @throws org.foretell.failure.ForetellException if a setting is wrong
   * @throws org.foretell.trace.TraceException if the trace is missing, cannot be read, or is
   *     damaged
   * @throws org.foretell.result.InputException if the trace holds ops that are refused
   */
  public CheckResult run() {
    return NamedFailures.of(traceShown(), this::check);
  }

  private CheckResult check() {
    try (OpenTrace trace = openTrace()) {
      return TraceCheck.of(
          Version.text(),
          summary(trace, OptionalLong.empty()),
          trace.source(),
          trace.warnings(),
          progress(),
          progressOps());
    }
  }
}
