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
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Waits at windows and for locks, worked out by hand: each message takes 1 us and nobody's time, a
 * collective nothing once all are there.
 */
class WindowWaitsTest {
  private static final long US = 1_000_000;
  private static final String USUAL = " call_site=0";
  private static final String SLOW = " call_site=1";
  private static final String FENCE = "win_fence object=0";
  private static final String LOCK = "win_lock object=0 peer=1";
  private static final String LOCK_ALL = "win_lock_all object=0";
  private static final String UNLOCK = "win_unlock object=0 peer=1";
  private static final String UNLOCK_ALL = "win_unlock_all object=0";
  private static final String PUT = "put peer=1 bytes=8 object=0";

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

  /** The ops of a rank. */
  private static List<String> rank(String... ops) {
    return List.of(ops);
  }

  /** Runs ranks that have made window 0 together, the one after the other. */
  @SafeVarargs
  private static WaitSummary inWindow(List<String>... ranks) {
    return run("win_create object=0 bytes=8", ranks);
  }

  @SafeVarargs
  private static WaitSummary run(String first, List<String>... ranks) {
    StringBuilder text = new StringBuilder("foretell-trace 1\nranks 3\n");
    text.append("call_site 0 \"usual\"\ncall_site 1 \"slow\"\n");
    for (int rank = 0; rank < 3; rank++) {
      text.append("program ").append(rank).append(" {\n").append(first).append('\n');
      if (rank < ranks.length) {
        ranks[rank].forEach(op -> text.append(op).append('\n'));
      }
      text.append("}\n");
    }
    try (MemoryTrace.Builder builder = MemoryTrace.builder()) {
      TraceTextReader.read(new StringReader(text.toString()), "test", builder);
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

  private static String compute(int us, String where) {
    return "compute duration=" + us + "us" + where;
  }

  private static List<String> states(WaitSummary summary) {
    return summary.states().stream()
        .map(state -> state.state() + " " + state.count() + " " + state.waitPs().toDouble() / US)
        .toList();
  }

  private static String sites(WaitSummary summary) {
    return summary.sites().stream()
        .map(site -> site.state() + " " + site.code())
        .collect(Collectors.joining(", "));
  }

  /** What made ranks wait; all of it is known. */
  private static String causes(WaitSummary summary) {
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

  private static List<Double> causedUs(WaitSummary summary) {
    return summary.ranks().stream().map(rank -> rank.causedPs().toDouble() / US).toList();
  }

  @Test
  void aFenceWaitsForTheLastToCallIt() {
    WaitSummary summary =
        inWindow(
            rank(compute(10, USUAL), FENCE),
            rank(compute(10, USUAL), compute(20, SLOW), FENCE),
            rank(compute(10, USUAL), compute(5, SLOW), FENCE));
    assertThat(states(summary)).containsExactly("WAIT_AT_FENCE 2 35.0");
    assertThat(causes(summary)).isEqualTo("COMPUTE 1 35.0");
    assertThat(summary.delays().orElseThrow().rankPs())
        .containsExactly(Total.ZERO, Total.of(35 * US), Total.ZERO);
  }

  /**
   * All are past the first fence at 0. Rank 0 accesses rank 1 at 5 us, which takes effect 1 us
   * later, and waits from then on for rank 2, which comes at 20 us. Rank 1 waits from 0 on: 6 us
   * for the access, and 14 us only for rank 2.
   */
  @ParameterizedTest
  @ValueSource(strings = {PUT, "get peer=1 bytes=8 object=0"})
  void aFenceIsEarlyUntilTheLastAccessByOthers(String access) {
    WaitSummary summary =
        inWindow(
            rank(FENCE, compute(5, USUAL), access, FENCE),
            rank(FENCE, FENCE),
            rank(FENCE, compute(20, SLOW), FENCE));
    double ownUs = access.equals(PUT) ? 14 : 13;
    assertThat(states(summary))
        .containsExactly("WAIT_AT_FENCE 2 " + (14 + ownUs), "EARLY_FENCE 1 6.0");
    assertThat(causedUs(summary)).containsExactly(6.0, 0.0, 0.0);
    assertThat(causes(summary)).startsWith("COMPUTE 1 ");
  }

  /** What comes at another window is no reason for a fence to wait. */
  @Test
  void accessesOfOtherWindowsAreNotEarly() {
    WaitSummary summary =
        inWindow(
            rank(
                "win_create object=1 bytes=8",
                "win_fence object=1",
                compute(5, USUAL),
                "put peer=1 bytes=8 object=1",
                FENCE),
            rank("win_create object=1 bytes=8", "win_fence object=1", FENCE),
            rank("win_create object=1 bytes=8", "win_fence object=1", FENCE));
    assertThat(states(summary)).containsExactly("WAIT_AT_FENCE 2 10.0");
  }

  /**
   * Rank 1 posts at 5 us, so that rank 0 starts at 6 us, and waits from then on. The put of rank 0
   * is sent at 6 us, and its complete at 13 us: 1 us of the wait was for the access, 7 us for a
   * complete that could have come at once.
   */
  @Test
  void latePostEarlyWaitAndLateComplete() {
    WaitSummary summary =
        inWindow(
            rank("win_start object=0 ranks=[1]", PUT, compute(7, SLOW), "win_complete object=0"),
            rank(compute(5, USUAL), "win_post object=0 ranks=[0]", "win_wait object=0"));
    assertThat(states(summary))
        .containsExactly("LATE_POST 1 5.0", "EARLY_WAIT 1 1.0", "LATE_COMPLETE 1 7.0");
    assertThat(causes(summary)).startsWith("COMPUTE 1 ").contains("COMPUTE 0 5.0");
    assertThat(causedUs(summary)).containsExactly(8.0, 5.0, 0.0);
  }

  /** What is complete as soon as the last access has been sent is not late. */
  @Test
  void aCompleteAtOnceIsNotLate() {
    WaitSummary summary =
        inWindow(
            rank("win_start object=0 ranks=[1]", compute(7, SLOW), PUT, "win_complete object=0"),
            rank("win_post object=0 ranks=[0]", "win_wait object=0"));
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
        inWindow(
            rank(LOCK, PUT, compute(10, SLOW), UNLOCK),
            rank(),
            rank(compute(3, USUAL), LOCK, UNLOCK));
    assertThat(states(summary)).containsExactly("LOCK_CONTENTION 1 10.0");
    assertThat(causes(summary)).startsWith("COMPUTE 1 ");
    assertThat(causedUs(summary)).containsExactly(10.0, 0.0, 0.0);
  }

  @Test
  void locksThatAreSharedDoNotWait() {
    WaitSummary summary =
        inWindow(
            rank(LOCK + " flags=1", compute(10, SLOW), UNLOCK),
            rank(LOCK + " flags=1", compute(1, SLOW), UNLOCK),
            rank(LOCK_ALL, PUT, compute(3, SLOW), UNLOCK_ALL));
    assertThat(states(summary)).isEmpty();
  }

  /**
   * Rank 0 has the lock from 1 us to 13 us. What rank 2 sends to it at 3 us takes effect only then,
   * and the op waits for that, whichever it is.
   */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "win_flush object=0 peer=1",
        "win_flush_all object=0",
        UNLOCK_ALL,
        "get peer=1 bytes=8 object=0;win_flush_local object=0 peer=1",
        "get peer=1 bytes=8 object=0;win_flush_local_all object=0",
        "rget request=0 peer=1 bytes=8 object=0;wait request=0"
      })
  void whatALockHoldsBackIsWaitedFor(String ops) {
    String all = LOCK_ALL + "\n" + PUT + "\n" + ops.replace(';', '\n');
    WaitSummary summary =
        inWindow(
            rank(LOCK, compute(10, SLOW), UNLOCK),
            rank(),
            ops.equals(UNLOCK_ALL)
                ? rank(compute(3, USUAL), all)
                : rank(compute(3, USUAL), all, UNLOCK_ALL));
    String waiting = ops.substring(ops.indexOf(';') + 1).split(" ", 2)[0];
    assertThat(states(summary)).containsExactly("LOCK_CONTENTION 1 10.0");
    assertThat(sites(summary)).isEqualToIgnoringCase("LOCK_CONTENTION " + waiting);
    assertThat(causedUs(summary)).containsExactly(10.0, 0.0, 0.0);
    assertThat(causes(summary)).startsWith("COMPUTE 1 ");
  }

  /** What was let go on before the flush is called, at 14 us, holds up nobody. */
  @Test
  void whatIsFreeInTimeIsNotWaitedFor() {
    WaitSummary summary =
        inWindow(
            rank(LOCK, compute(10, SLOW), UNLOCK),
            rank(),
            rank(LOCK_ALL, PUT, compute(14, USUAL), "win_flush_all object=0", UNLOCK_ALL));
    assertThat(states(summary)).isEmpty();
  }

  @Test
  void locksOfOpenShmem() {
    WaitSummary summary =
        run(
            "",
            rank("shmem_set_lock object=0", compute(10, SLOW), "shmem_clear_lock object=0"),
            rank(compute(3, USUAL), "shmem_set_lock object=0", "shmem_clear_lock object=0"));
    // Asked for at 3 us and given at 13 us: two messages to the lock's home and one back.
    assertThat(states(summary)).containsExactly("LOCK_CONTENTION 1 10.0");
    assertThat(causes(summary)).startsWith("COMPUTE 1 ");
  }

  @Test
  void whatIsMadeTogetherWaitsForTheLast() {
    WaitSummary summary =
        run(
            "",
            rank(compute(1, SLOW), "win_create object=0 bytes=8"),
            rank(compute(2, SLOW), "win_create object=0 bytes=8"),
            rank(compute(9, SLOW), "win_create object=0 bytes=8"));
    assertThat(states(summary)).containsExactly("WAIT_AT_MANAGEMENT 2 15.0");
    assertThat(causes(summary)).isEqualTo("COMPUTE 1 15.0");
  }

  /** A probe waits for the send as a receive does; the receive after it does not. */
  @Test
  void aProbeWaitsForALateSender() {
    WaitSummary summary =
        run(
            "",
            rank(compute(10, SLOW), "send peer=1 tag=0 bytes=8"),
            rank("probe peer=0 tag=0", "recv peer=0 tag=0 receive_bytes=8"));
    assertThat(states(summary)).containsExactly("LATE_SENDER 1 10.0");
    assertThat(sites(summary)).isEqualTo("LATE_SENDER PROBE");
    assertThat(causes(summary)).isEqualTo("COMPUTE 1 10.0");
  }
}
