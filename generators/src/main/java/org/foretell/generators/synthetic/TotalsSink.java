package org.foretell.generators.synthetic;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.foretell.generators.GeneratorException;
import org.foretell.trace.OpCode;
import org.foretell.trace.OpField;
import org.foretell.trace.OpView;
import org.foretell.trace.ProgramSink;
import org.foretell.trace.RankSet;
import org.foretell.trace.Values;
import org.foretell.trace.Variation;

/** Counts what is written, and refuses what cannot be counted. */
final class TotalsSink implements ProgramSink {
  private static final Set<OpCode> MESSAGES =
      EnumSet.of(OpCode.SEND, OpCode.ISEND, OpCode.SENDRECV, OpCode.SHMEM_PUT_NBI);

  private final Deque<Long> repeats = new ArrayDeque<>();
  private long times = 1;
  private long ranks;
  private long operations;
  private long messages;
  private long messageBytes;
  private long collectiveCalls;
  private long computationPs;
  private long longestPs;

  SyntheticTotals totals() {
    return new SyntheticTotals(operations, messages, messageBytes, collectiveCalls, longestPs);
  }

  @Override
  public void beginProgram(RankSet programRanks) {
    ranks = programRanks.size();
    times = 1;
    computationPs = 0;
  }

  @Override
  public void endProgram() {
    longestPs = Math.max(longestPs, computationPs);
  }

  @Override
  public void beginRepeat(Values count) {
    if (!(count instanceof Values.Constant constant)) {
      throw new AssertionError("a synthetic program repeats by " + count);
    }
    repeats.push(times);
    times = counted(() -> Math.multiplyExact(times, constant.value()));
  }

  @Override
  public void endRepeat() {
    times = repeats.pop();
  }

  @Override
  public void op(OpView op, List<Variation> variations) {
    long executions = counted(() -> Math.multiplyExact(times, ranks));
    operations = counted(() -> Math.addExact(operations, executions));
    OpCode code = op.code();
    if (code == OpCode.COMPUTE) {
      long eachPs =
          variations.isEmpty()
              ? op.durationPs()
              : Arrays.stream(((Values.PerRank) variations.get(0).values()).values())
                  .max()
                  .orElseThrow();
      computationPs =
          counted(() -> Math.addExact(computationPs, Math.multiplyExact(times, eachPs)));
    } else if (code.isCollective()) {
      collectiveCalls += executions;
    } else if (MESSAGES.contains(code)) {
      messages += executions;
      long bytes = op.get(OpField.BYTES);
      messageBytes =
          counted(() -> Math.addExact(messageBytes, Math.multiplyExact(executions, bytes)));
    }
  }

  private interface Count {
    long value();
  }

  private static long counted(Count count) {
    try {
      return count.value();
    } catch (ArithmeticException e) {
      throw new GeneratorException(
          GeneratorException.Kind.SETTING,
          "the program is too long: its ops, bytes or computation exceed 2^63 (computation: 106"
              + " days of picoseconds a rank); give fewer --steps, or smaller sizes",
          e);
    }
  }
}
