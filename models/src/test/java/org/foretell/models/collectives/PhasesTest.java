package org.foretell.models.collectives;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.foretell.model.CollectiveSchedule;
import org.foretell.model.CollectiveStep;
import org.foretell.model.Phases;
import org.foretell.models.collectives.algorithm.Algorithms;
import org.foretell.models.collectives.pattern.PatternSchedule;
import org.foretell.trace.OpCode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What algorithms say of their phases holds for every member. */
class PhasesTest {
  static Stream<Arguments> phased() {
    return Stream.of(
        Arguments.of(OpCode.ALLTOALL, "pairwise", 0, 0),
        Arguments.of(OpCode.ALLTOALL, "scattered", 0, 1),
        Arguments.of(OpCode.ALLTOALL, "scattered", 0, 3),
        Arguments.of(OpCode.ALLTOALLV, "scattered", 0, 3),
        Arguments.of(OpCode.ALLTOALL, "linear", 0, 0),
        Arguments.of(OpCode.ALLREDUCE, "ring", 0, 0),
        Arguments.of(OpCode.ALLREDUCE, "segmented-ring", 7, 0),
        Arguments.of(OpCode.BCAST, "scatter-ring", 0, 0),
        Arguments.of(OpCode.ALLGATHER, "ring", 0, 0),
        Arguments.of(OpCode.ALLGATHER, "neighbor-exchange", 0, 0),
        Arguments.of(OpCode.REDUCE_SCATTER_BLOCK, "pairwise", 0, 0),
        Arguments.of(OpCode.REDUCE_SCATTER_BLOCK, "ring", 0, 0));
  }

  /** Messages by phase, sender and receiver: those sent less those received, and their bytes. */
  private final Map<String, Long> open = new HashMap<>();

  private void count(String phase, int from, int to, long bytes, int sign) {
    open.merge(phase + ": " + from + " to " + to, sign * (bytes + 1), Long::sum);
  }

  /** The phase that a step is in: how many phases its run has, and which of them it is. */
  private static String phase(List<Phases> runs, int index) {
    for (Phases run : runs) {
      if (index >= run.first() && index < run.end()) {
        return "phase " + (index - run.first()) / run.steps() + " of " + run.count();
      }
    }
    return "outside";
  }

  @ParameterizedTest(name = "{0} {1}/{2}/k{3}")
  @MethodSource("phased")
  void whatIsSentInAPhaseIsReceivedInIt(OpCode op, String name, long segment, int radix) {
    CollectiveStep step = new CollectiveStep();
    int withPhases = 0;
    for (int p = 2; p <= 33; p++) {
      CollectiveSchedule schedule =
          new PatternSchedule(name, Algorithms.named(op, name).pattern(segment, radix));
      List<String> sizes = null;
      for (int member = 0; member < p; member++) {
        TestCall call =
            TestCall.of(op, p, member, op == OpCode.BCAST ? p / 3 : 0, 1000)
                .lists((from, to) -> 10 * from + to);
        List<Phases> runs = schedule.phases(call);
        List<String> ofMember =
            runs.stream().map(run -> run.count() + " of " + run.steps()).toList();
        assertThat(sizes == null || sizes.equals(ofMember))
            .as("phases of member %d of %d", member, p)
            .isTrue();
        sizes = ofMember;
        withPhases += runs.isEmpty() ? 0 : 1;
        int end = 0;
        for (Phases run : runs) {
          assertThat(run.first()).isGreaterThanOrEqualTo(end);
          end = run.end();
        }
        int index = 0;
        while (schedule.step(call, index, step)) {
          String phase = phase(runs, index);
          boolean exchanges = step.kind() == CollectiveStep.Kind.SEND_RECEIVE;
          if (exchanges
              || step.kind() == CollectiveStep.Kind.START_SEND
              || step.kind() == CollectiveStep.Kind.SEND) {
            count(phase, member, step.peer(), step.bytes(), 1);
          }
          if (exchanges) {
            count(phase, step.receivePeer(), member, step.receiveBytes(), -1);
          } else if (step.kind() == CollectiveStep.Kind.START_RECEIVE
              || step.kind() == CollectiveStep.Kind.RECEIVE) {
            count(phase, step.peer(), member, step.bytes(), -1);
          }
          index++;
        }
        assertThat(index).isGreaterThanOrEqualTo(end);
      }
      assertThat(open.values()).as("%d members", p).allMatch(left -> left == 0);
    }
    assertThat(withPhases).isGreaterThan(100);
  }
}
