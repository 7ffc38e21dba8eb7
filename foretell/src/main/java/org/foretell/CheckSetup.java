package org.foretell;

import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalLong;
import org.foretell.failure.ForetellException;
import org.foretell.input.NamedFailures;
import org.foretell.input.OpenTrace;
import org.foretell.inspection.CallCount;
import org.foretell.inspection.SameOps;
import org.foretell.inspection.TraceCheck;
import org.foretell.report.CallCountsResult;
import org.foretell.report.CheckResult;
import org.foretell.report.SameOpsResult;
import org.foretell.setting.CallTable;
import org.foretell.trace.Capability;
import org.foretell.trace.OpCode;

/** All settings of {@code sim check}. Unset ones take its defaults. */
public final class CheckSetup extends TraceSetup<CheckSetup> {
  CheckSetup() {}

  @Override
  CheckSetup self() {
    return this;
  }

  /**
   * Checks the trace: reads all of it, and replays it once or twice with every operation taking no
   * time.
   *
   * @return the findings; an unsound trace is a result, not a failure
   * @throws IllegalStateException if no trace was given
   * @throws org.foretell.failure.ForetellException if a setting is wrong
   * @throws org.foretell.trace.TraceException if the trace is missing, cannot be read, or is
   *     damaged
   * @throws org.foretell.result.InputException if the trace holds unsupported ops
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

  /**
   * Compares the calls of the trace with those of another: for each rank the same ops in the same
   * order, with the same partners, tags and sizes. Times, and the numbers of requests and
   * communicators, may differ.
   *
   * @param other a file or folder of any known format
   * @return the differences; differing traces are a result, not a failure
   * @throws IllegalStateException if no trace was given
   * @throws org.foretell.failure.ForetellException if a setting is wrong, or one of the traces is a
   *     task graph
   * @throws org.foretell.trace.TraceException if a trace is missing, cannot be read, or is damaged
   */
  public SameOpsResult sameOpsAs(Path other) {
    Objects.requireNonNull(other, "other");
    CheckSetup ofOther = readAs(new CheckSetup()).trace(other);
    try (OpenTrace otherTrace = NamedFailures.of(other.toString(), ofOther::openTrace)) {
      refuseGraph(otherTrace, other.toString());
      return NamedFailures.of(
          traceShown(),
          () -> {
            try (OpenTrace trace = openTrace()) {
              refuseGraph(trace, traceShown());
              return SameOps.of(trace.source(), otherTrace.source());
            }
          });
    }
  }

  /**
   * Compares how often each rank makes each call with a table, as written by {@code sim generate
   * shmem-bench} beside a benchmark. The order of calls and their partners are ignored.
   *
   * @param table CSV with the columns routine, op and calls_of_each_pe; an op missing from it is
   *     expected never to occur
   * @return the differences; a difference is a result, not a failure
   * @throws IllegalStateException if no trace was given
   * @throws org.foretell.failure.ForetellException if a setting or the table is wrong, or the trace
   *     is a task graph
   * @throws org.foretell.trace.TraceException if the trace is missing, cannot be read, or is
   *     damaged
   */
  public CallCountsResult callsAsIn(Path table) {
    Objects.requireNonNull(table, "table");
    Map<OpCode, Long> expected = CallTable.read(table);
    return NamedFailures.of(
        traceShown(),
        () -> {
          try (OpenTrace trace = openTrace()) {
            refuseGraph(trace, traceShown());
            return CallCount.of(trace.source(), expected);
          }
        });
  }

  private static void refuseGraph(OpenTrace trace, String name) {
    if (trace.source().capabilities().contains(Capability.TASK_GRAPHS)) {
      throw ForetellException.badInput(
          name + ": is a task graph, which has no calls to compare; expected a trace of calls");
    }
  }
}
