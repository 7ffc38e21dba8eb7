package org.foretell.report;

import java.io.IOException;
import java.io.Writer;
import java.util.List;
import java.util.Optional;
import org.foretell.observe.MessageVolume;
import org.foretell.result.Deadlock;
import org.foretell.result.Prediction;
import org.foretell.result.Problem;
import org.foretell.trace.Capability;

/**
 * Whether a trace is consistent: the result of {@code sim check}. The check replays the trace
 * without a machine, in zero time and with unlimited buffers. Immutable.
 *
 * @param version of Foretell
 * @param trace which trace was checked
 * @param contents its ops, counted
 * @param outcome whether every rank came to its end
 * @param received messages that receives took; equal to {@link #sent()} in a sound trace
 * @param oneSided messages by which puts, gets and atomics were executed
 * @param collectiveCalls calls of collectives, counted once for each rank
 * @param deadlock which ranks wait for which; empty unless the outcome is a deadlock
 * @param problems calls that do not fit together, at most 20 of a kind
 * @param reliesOnBuffers whether the program deadlocks if no standard send returns before its
 *     receive is there; always false if the trace is not sound
 * @param warnings about settings that have no effect on this trace, and what was left out of it,
 *     one sentence each
 */
public record CheckResult(
    String version,
    TraceSummary trace,
    TraceContents contents,
    Prediction.Outcome outcome,
    MessageVolume received,
    MessageVolume oneSided,
    long collectiveCalls,
    Optional<Deadlock> deadlock,
    List<Problem> problems,
    boolean reliesOnBuffers,
    List<String> warnings) {
  /** Copies the lists. */
  public CheckResult {
    problems = List.copyOf(problems);
    warnings = List.copyOf(warnings);
  }

  /** {@return this result, marked as that of a program that relies on buffered sends} */
  public CheckResult relyingOnBuffers() {
    return new CheckResult(
        version,
        trace,
        contents,
        outcome,
        received,
        oneSided,
        collectiveCalls,
        deadlock,
        problems,
        true,
        warnings);
  }

  /** {@return point-to-point messages that ranks send, counted before the replay} */
  public MessageVolume sent() {
    return contents.sent();
  }

  /** {@return whether the program finished} */
  public boolean completed() {
    return outcome == Prediction.Outcome.COMPLETED;
  }

  /** {@return whether as many messages and bytes were received as were sent} */
  public boolean conserved() {
    return sent().equals(received);
  }

  /**
   * {@return whether the program finishes, its trace is free of contradictions, and everything sent
   * is received; updates of OpenSHMEM's memory may be left over, since no rank has to wait for
   * them}
   */
  public boolean sound() {
    return completed() && conserved() && problems.stream().allMatch(CheckResult::isAllowed);
  }

  /**
   * {@return whether a program is allowed to have a problem}
   *
   * @param problem of a check
   */
  public static boolean isAllowed(Problem problem) {
    return problem.kind() == Problem.Kind.LEFTOVER_UPDATE;
  }

  /**
   * {@return whether the trace leaves open which message some receives, probes or waits took, so
   * that the check covers one of several possible choices}
   */
  public boolean leavesChoices() {
    return trace.capabilities().contains(Capability.UNRESOLVED_WILDCARDS)
        || trace.capabilities().contains(Capability.UNRESOLVED_COMPLETIONS);
  }

  /**
   * {@return the JSON of {@code docs/output.md}: what {@code sim check --json} writes, byte for
   * byte}
   */
  public String json() {
    return DocumentText.of(CheckDocument.of(this));
  }

  /**
   * Writes the text of {@link #json}, in pieces, since a string is limited to 2^31 characters.
   *
   * @param out stays open
   * @throws IOException if it cannot be written
   */
  public void writeJson(Writer out) throws IOException {
    DocumentText.write(CheckDocument.of(this), out);
  }
}
