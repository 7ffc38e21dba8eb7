package org.foretell.analysis.waits;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.StringReader;
import java.util.List;
import java.util.stream.Collectors;
import org.foretell.engine.Simulation;
import org.foretell.machine.Placements;
import org.foretell.model.CommunicationModel;
import org.foretell.model.DirectModel;
import org.foretell.model.Message;
import org.foretell.observe.Total;
import org.foretell.result.Prediction;
import org.foretell.result.ReplayOrder;
import org.foretell.trace.store.MemoryTrace;
import org.foretell.trace.text.TraceTextReader;
import org.junit.jupiter.api.Test;

/**
 * Waits at windows and for locks, worked out by hand: each message takes 1 us and nobody's time, a
 * collective nothing once all are there.
 */
class WindowWaitsTest {
  private static final long US = 1_000_000;

  private static final class OneMicrosecond extends DirectModel {
    @Override
    public boolean eager(Message message) {
      return true;
    }

    @Override
    public long transferPs(Message message, long startPs) {
      return US;
    }
  }

  private static WaitSummary run(String... lines) {
    try (MemoryTrace.Builder builder = MemoryTrace.builder()) {
      TraceTextReader.read(
          new StringReader(
              "foretell-trace 1\nranks 3\ncall_site 0 \"usual\"\ncall_site 1 \"slow\"\n"
                  + String.join("\n", lines)
                  + "\n"),
          "test",
          builder);
      try (MemoryTrace trace = builder.build()) {
        WaitStates waits = new WaitStates(3, true);
        Prediction prediction =
            Simulation.builder()
                .trace(trace)
                .placement(Placements.oneRankPerNode(3))
                .communication(
                    new CommunicationModel("test", new OneMicrosecond(), collective -> 0))
                .compute((rank, burst, marker) -> burst.durationPs())
                .schedule(ReplayOrder.STRICT)
                .observer(waits)
                .build()
                .run();
        assertThat(prediction.outcome()).isEqualTo(Prediction.Outcome.COMPLETED);
        return waits.summary();
      }
    }
  }

  private static List<String> states(WaitSummary summary) {
    return summary.states().stream()
        .map(state -> state.state() + " " + state.count() + " " + state.waitPs().toDouble() / US)
        .toList();
  }

  private static String caused(WaitSummary summary) {
    DelaySummary delays = summary.delays().orElseThrow();
    assertThat(delays.unknownPs()).isEqualTo(Total.ZERO);
    return delays.places().stream()
        .map(
            place ->
                place.code()
                    + " "
                    + place.callSite()
                    + " "
                    + (place.directPs().toDouble() + place.propagatedPs().toDouble()) / US)
        .collect(Collectors.joining(", "));
  }

  @Test
  void aFenceWaitsForTheLastToCallIt() {
    WaitSummary summary =
        run(
            "program 0-2 {",
            "  win_create object=0 bytes=8",
            "  compute duration=each(10us,10us,10us) call_site=0",
            "  compute duration=each(0us,20us,5us) call_site=1",
            "  win_fence object=0",
            "}");
    assertThat(states(summary)).containsExactly("WAIT_AT_FENCE 2 35.0");
    assertThat(caused(summary)).isEqualTo("COMPUTE 1 35.0");
    assertThat(summary.delays().orElseThrow().rankPs())
        .containsExactly(Total.ZERO, Total.of(35 * US), Total.ZERO);
  }

  /**
   * Rank 1 posts at 5 us, so that rank 0 starts at 6 us, and waits from then on. The put of rank 0
   * is sent at 6 us, and its complete at 13 us: 1 us of the wait was for the access, 7 us for a
   * complete that could have come at once.
   */
  @Test
  void latePostEarlyWaitAndLateComplete() {
    WaitSummary summary =
        run(
            "program 0 {",
            "  win_create object=0 bytes=8",
            "  win_start object=0 ranks=[1]",
            "  put peer=1 bytes=8 object=0",
            "  compute duration=7us call_site=1",
            "  win_complete object=0",
            "}",
            "program 1 {",
            "  win_create object=0 bytes=8",
            "  compute duration=5us call_site=0",
            "  win_post object=0 ranks=[0]",
            "  win_wait object=0",
            "}",
            "program 2 {",
            "  win_create object=0 bytes=8",
            "}");
    assertThat(states(summary))
        .containsExactly("LATE_POST 1 5.0", "EARLY_WAIT 1 1.0", "LATE_COMPLETE 1 7.0");
    assertThat(caused(summary)).startsWith("COMPUTE 1 ").contains("COMPUTE 0 5.0");
    assertThat(summary.ranks().get(0).causedPs()).isEqualTo(Total.of(8 * US));
    assertThat(summary.ranks().get(1).causedPs()).isEqualTo(Total.of(5 * US));
  }

  /** What is complete as soon as the last access has been sent is not late. */
  @Test
  void aCompleteAtOnceIsNotLate() {
    WaitSummary summary =
        run(
            "program 0 {",
            "  win_create object=0 bytes=8",
            "  win_start object=0 ranks=[1]",
            "  compute duration=7us call_site=1",
            "  put peer=1 bytes=8 object=0",
            "  win_complete object=0",
            "}",
            "program 1 {",
            "  win_create object=0 bytes=8",
            "  win_post object=0 ranks=[0]",
            "  win_wait object=0",
            "}",
            "program 2 {",
            "  win_create object=0 bytes=8",
            "}");
    // The post arrives at 1 us, the put at 9 us, and only then its complete is sent.
    assertThat(states(summary)).containsExactly("EARLY_WAIT 1 9.0");
  }

  /**
   * Rank 0 has the lock from 1 us to 13 us, since it computes 10 us from 2 us on and its unlock
   * takes 1 us. Rank 2 asks at 3 us, and waits until 13 us.
   */
  @Test
  void lockContention() {
    WaitSummary summary =
        run(
            "program 0 {",
            "  win_create object=0 bytes=8",
            "  win_lock object=0 peer=1",
            "  put peer=1 bytes=8 object=0",
            "  compute duration=10us call_site=1",
            "  win_unlock object=0 peer=1",
            "}",
            "program 1 {",
            "  win_create object=0 bytes=8",
            "}",
            "program 2 {",
            "  win_create object=0 bytes=8",
            "  compute duration=3us call_site=0",
            "  win_lock object=0 peer=1",
            "  win_unlock object=0 peer=1",
            "}");
    assertThat(states(summary)).containsExactly("LOCK_CONTENTION 1 10.0");
    assertThat(caused(summary)).startsWith("COMPUTE 1 ");
    assertThat(summary.ranks().get(0).causedPs()).isEqualTo(Total.of(10 * US));
  }

  @Test
  void locksThatAreSharedDoNotWait() {
    WaitSummary summary =
        run(
            "program 0-2 {",
            "  win_create object=0 bytes=8",
            "  win_lock object=0 peer=1 flags=1",
            "  compute duration=each(10us,1us,3us) call_site=1",
            "  win_unlock object=0 peer=1",
            "}");
    assertThat(states(summary)).isEmpty();
  }

  @Test
  void locksOfOpenShmem() {
    WaitSummary summary =
        run(
            "program 0 {",
            "  shmem_set_lock object=0",
            "  compute duration=10us call_site=1",
            "  shmem_clear_lock object=0",
            "}",
            "program 1 {",
            "  compute duration=3us call_site=0",
            "  shmem_set_lock object=0",
            "  shmem_clear_lock object=0",
            "}",
            "program 2 {",
            "}");
    // Asked for at 3 us and given at 13 us: two messages to the lock's home and one back.
    assertThat(states(summary)).containsExactly("LOCK_CONTENTION 1 10.0");
    assertThat(caused(summary)).startsWith("COMPUTE 1 ");
  }

  @Test
  void whatIsMadeTogetherWaitsForTheLast() {
    WaitSummary summary =
        run(
            "program 0-2 {",
            "  compute duration=each(1us,2us,9us) call_site=1",
            "  win_create object=0 bytes=8",
            "}");
    assertThat(states(summary)).containsExactly("WAIT_AT_MANAGEMENT 2 15.0");
    assertThat(caused(summary)).isEqualTo("COMPUTE 1 15.0");
  }
}
