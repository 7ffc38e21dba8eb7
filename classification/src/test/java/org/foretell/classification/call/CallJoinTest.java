package org.foretell.classification.call;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.StringReader;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.LongStream;
import org.foretell.classification.Runs;
import org.foretell.engine.Simulation;
import org.foretell.engine.reference.Scenario;
import org.foretell.engine.reference.buslink.BusLinkScenario;
import org.foretell.observe.SimObserver;
import org.foretell.trace.OpCode;
import org.foretell.trace.OpView;
import org.foretell.trace.RankCursor;
import org.foretell.trace.TraceException;
import org.foretell.trace.TraceSource;
import org.foretell.trace.store.MemoryTrace;
import org.foretell.trace.text.TraceTextReader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class CallJoinTest {
  private final List<MessageTimes> messages = new ArrayList<>();

  private List<MessageTimes> joined(String... lines) {
    try (MemoryTrace trace = trace(lines);
        CallJoin join = new CallJoin(trace, false, messages::add)) {
      Runs.simple(trace, join);
      assertThat(join.open()).isZero();
      assertThat(join.joined()).isEqualTo(messages.size());
    }
    return messages;
  }

  private static MemoryTrace trace(String... lines) {
    try (MemoryTrace.Builder builder = MemoryTrace.builder()) {
      TraceTextReader.read(
          new StringReader("foretell-trace 1\n" + String.join("\n", lines) + "\n"),
          "test",
          builder);
      return builder.build();
    }
  }

  /** 2000 bytes take 1.5 us and 1 us: times by hand, in picoseconds. */
  @Test
  void aLateSendAndALateWait() {
    List<MessageTimes> found =
        joined(
            "ranks 2",
            "call_site 0 \"a.c:1\"",
            "call_site 1 \"a.c:2\"",
            "call_site 2 \"a.c:3\"",
            "program 0 {",
            "  compute duration=10us",
            "  send peer=1 bytes=2000 call_site=0",
            "  isend peer=1 tag=1 bytes=2000 request=0 call_site=1",
            "  compute duration=20us",
            "  wait request=0",
            "}",
            "program 1 {",
            "  recv peer=any receive_bytes=2000 call_site=2",
            "  irecv peer=0 tag=any receive_bytes=2000 request=3 call_site=2",
            "  waitall requests=[3]",
            "}");
    assertThat(found)
        .containsExactlyInAnyOrder(
            new MessageTimes(
                0,
                1,
                0,
                2,
                OpView.NONE,
                CallMode.BLOCKING,
                CallMode.BLOCKING,
                2000,
                2_500_000,
                0,
                0,
                12_500_000,
                0,
                0,
                -10_000_000,
                2_500_000),
            new MessageTimes(
                0,
                1,
                1,
                2,
                OpView.NONE,
                CallMode.NON_BLOCKING,
                CallMode.NON_BLOCKING,
                2000,
                1_500_000,
                20_000_000,
                0,
                0,
                0,
                2_500_000,
                0,
                2_500_000));
  }

  @Test
  void taskGraphsAndTracesWithoutTimesAreRefused() {
    try (MemoryTrace trace = trace("ranks 1", "program 0 {", "}")) {
      assertThatThrownBy(() -> new CallJoin(trace, true, messages::add).close())
          .isInstanceOf(TraceException.class)
          .hasMessageContaining("rank 0 has no recorded times");
    }
  }

  static LongStream seeds() {
    return LongStream.rangeClosed(1, Integer.getInteger("foretell.seeds", 60));
  }

  /** Under each kind of model, whatever programs do: each message has its calls. */
  @ParameterizedTest
  @MethodSource("seeds")
  void callsOfRandomPrograms(long seed) {
    int events = 1 + (int) (seed % 40);
    assertJoined(Scenario.of(Scenario.Kind.COOPERATIVE, seed, events));
    assertJoined(BusLinkScenario.byFormula(Scenario.Kind.COOPERATIVE, seed, events));
    assertJoined(BusLinkScenario.inSteps(Scenario.Kind.COOPERATIVE, seed, events));
  }

  private static void assertJoined(Scenario scenario) {
    List<MessageTimes> found = new ArrayList<>();
    long[] told = new long[2];
    try (CallJoin join = new CallJoin(scenario.trace(), false, found::add)) {
      Simulation.builder()
          .trace(scenario.trace())
          .placement(scenario.placement())
          .communication(scenario.communication().get())
          .compute(scenario.compute())
          .fileSystem(scenario.files())
          .shmem(scenario.shmem())
          .observer(join)
          .observer(
              new SimObserver() {
                @Override
                public void message(
                    int source,
                    int destination,
                    int tag,
                    long bytes,
                    long sendPs,
                    long receivePs,
                    long arrivePs) {
                  told[0]++;
                  told[1] += bytes;
                }
              })
          .build()
          .run();
      assertThat(join.joined() + join.open()).as(scenario.text()).isEqualTo(told[0]);
      assertThat(found.size()).isEqualTo(join.joined());
      if (!leavesOpen(scenario.trace())) {
        assertThat(join.open()).as(scenario.text()).isZero();
        assertThat(found.stream().mapToLong(MessageTimes::bytes).sum()).isEqualTo(told[1]);
      }
      for (MessageTimes each : found) {
        assertThat(
                LongStream.of(
                    each.sendPs(),
                    each.sendGapPs(),
                    each.sendWaitPs(),
                    each.receivePs(),
                    each.receiveGapPs(),
                    each.receiveWaitPs(),
                    each.messagePs()))
            .as("%s of %s", each, scenario.text())
            .allMatch(timePs -> timePs >= 0);
      }
    }
  }

  /** Whether a request may be completed by a call that does not say so. */
  private static boolean leavesOpen(TraceSource trace) {
    Set<OpCode> open =
        EnumSet.of(
            OpCode.WAITANY,
            OpCode.WAITSOME,
            OpCode.TEST,
            OpCode.TESTALL,
            OpCode.TESTANY,
            OpCode.TESTSOME,
            OpCode.REQUEST_FREE);
    OpView op = new OpView();
    for (int rank = 0; rank < trace.info().ranks(); rank++) {
      try (RankCursor cursor = trace.open(rank)) {
        while (cursor.next(op)) {
          if (open.contains(op.code())) {
            return true;
          }
        }
      }
    }
    return false;
  }
}
