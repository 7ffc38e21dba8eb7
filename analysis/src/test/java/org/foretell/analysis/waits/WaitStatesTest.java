package org.foretell.analysis.waits;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.LongStream;
import org.foretell.engine.Simulation;
import org.foretell.engine.reference.RandomTraces;
import org.foretell.engine.reference.Scenario;
import org.foretell.engine.reference.buslink.BusLinkScenario;
import org.foretell.observe.RankSummary;
import org.foretell.observe.Statistics;
import org.foretell.observe.Total;
import org.foretell.trace.OpCode;
import org.foretell.trace.OpView;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class WaitStatesTest {
  private static final int NONE = OpView.NONE;

  private final WaitStates waits = new WaitStates(3, true);

  private void op(int rank, OpCode code, int peer, long startPs, long waitPs, long endPs) {
    waits.op(rank, code, NONE, peer, 0, 8, startPs, waitPs, endPs);
  }

  private List<String> states() {
    List<String> found = new ArrayList<>();
    for (WaitSummary.OfState state : waits.summary().states()) {
      found.add(state.state() + " " + state.count() + " " + state.waitPs());
    }
    return found;
  }

  /** The formulas of Scalasca's patterns on ops whose times are given. */
  @Test
  void blockingMessages() {
    waits.message(0, 1, 0, 8, 30, 10, 35);
    op(1, OpCode.RECV, 0, 10, 20, 35);
    waits.message(1, 2, 0, 8, 40, 60, 70);
    op(1, OpCode.SEND, 2, 40, 20, 70);
    op(2, OpCode.RECV, 1, 60, 0, 70);
    assertThat(states()).containsExactly("LATE_SENDER 1 20", "LATE_RECEIVER 1 20");
    assertThat(waits.summary().ranks())
        .containsExactly(
            new WaitSummary.OfRank(0, 0, Total.of(20)),
            new WaitSummary.OfRank(1, 40, Total.ZERO),
            new WaitSummary.OfRank(2, 0, Total.of(20)));
  }

  private List<String> lateCalls() {
    return waits.summary().lateCalls().stream()
        .map(late -> late.kind() + " " + late.code() + " " + late.count() + " " + late.latePs())
        .toList();
  }

  /** The call that is late may be told of before the wait for it, or after. */
  @Test
  void callsThatOthersWaitFor() {
    op(0, OpCode.ISEND, 1, 28, 0, 32);
    waits.message(0, 1, 0, 8, 30, 10, 35);
    op(1, OpCode.RECV, 0, 10, 20, 35);
    waits.message(1, 2, 0, 8, 40, 60, 70);
    op(1, OpCode.SEND, 2, 40, 20, 70);
    op(2, OpCode.RECV, 1, 60, 0, 70);
    waits.message(1, 2, 0, 8, 80, 90, 95);
    op(1, OpCode.WAIT, NONE, 85, 5, 95);
    op(2, OpCode.IRECV, 1, 90, 0, 90);
    waits.message(2, 1, 0, 8, 110, 100, 115);
    op(1, OpCode.RECV, 2, 100, 10, 115);
    op(2, OpCode.SEND, 1, 110, 0, 111);
    assertThat(lateCalls())
        .containsExactly(
            "LATE_SEND SEND 1 10",
            "LATE_SEND_POST ISEND 1 20",
            "LATE_RECEIVE RECV 1 20",
            "LATE_RECEIVE_POST IRECV 1 5");
  }

  /** What a rank takes belongs to the op that is told of next. */
  @Test
  void waitsForWhatIsComplete() {
    waits.takenLate(1, true, 10, 14);
    waits.takenLate(1, false, 5, 14);
    waits.takenLate(1, false, 8, 14);
    op(1, OpCode.WAITALL, NONE, 14, 0, 14);
    op(1, OpCode.WAIT, NONE, 20, 0, 20);
    assertThat(lateCalls())
        .containsExactly("LATE_SEND_WAIT WAITALL 1 4", "LATE_RECEIVE_WAIT WAITALL 2 15");
  }

  /** A wait for several requests is of the last one whose other side came. */
  @Test
  void waitsForRequests() {
    waits.message(0, 1, 0, 8, 15, 5, 25);
    waits.message(1, 2, 0, 8, 6, 30, 40);
    op(1, OpCode.WAITALL, NONE, 10, 20, 40);
    waits.message(0, 1, 0, 8, 70, 45, 75);
    op(1, OpCode.WAIT, NONE, 50, 20, 75);
    op(1, OpCode.WAIT, NONE, 80, 20, 110);
    assertThat(states())
        .containsExactly("LATE_SENDER 1 20", "LATE_RECEIVER 1 20", "WAIT_AT_NON_BLOCKING 1 20");
  }

  @Test
  void collectives() {
    op(0, OpCode.BARRIER, NONE, 0, 9, 10);
    op(0, OpCode.ALLREDUCE, NONE, 10, 1, 12);
    op(0, OpCode.BCAST, 0, 20, 2, 25);
    op(1, OpCode.BCAST, 0, 20, 3, 25);
    op(0, OpCode.GATHER, 0, 30, 4, 35);
    op(1, OpCode.REDUCE, 0, 30, 5, 35);
    op(1, OpCode.EXSCAN, NONE, 40, 6, 50);
    op(1, OpCode.SHMEM_WAIT_UNTIL, NONE, 50, 7, 60);
    op(1, OpCode.COMM_DUP, NONE, 60, 8, 70);
    assertThat(states())
        .containsExactly(
            "WAIT_AT_BARRIER 1 9",
            "WAIT_AT_N_TO_N 1 1",
            "LATE_BROADCAST 1 3",
            "EARLY_BROADCAST 1 2",
            "EARLY_REDUCE 1 4",
            "LATE_REDUCE 1 5",
            "WAIT_AT_SCAN 1 6",
            "LATE_PUT 1 7",
            "WAIT_AT_MANAGEMENT 1 8");
  }

  /**
   * Rank 1 waits from 10 to 30 for rank 0, and then takes what rank 2 had sent at 5: had it taken
   * that first, it would not have waited. What rank 2 sends at 50 is no reason.
   */
  @Test
  void wrongOrder() {
    waits.message(0, 1, 0, 8, 30, 10, 35);
    op(1, OpCode.RECV, 0, 10, 20, 35);
    waits.message(2, 1, 0, 8, 5, 35, 36);
    op(1, OpCode.RECV, 2, 35, 0, 36);
    waits.message(0, 1, 0, 8, 60, 40, 65);
    op(1, OpCode.RECV, 0, 40, 20, 65);
    waits.message(0, 1, 1, 8, 55, 66, 70);
    op(1, OpCode.RECV, 0, 66, 0, 70);
    waits.message(0, 1, 0, 8, 90, 80, 95);
    op(1, OpCode.RECV, 0, 80, 10, 95);
    waits.message(2, 1, 0, 8, 96, 100, 101);
    op(1, OpCode.RECV, 2, 100, 0, 101);
    assertThat(waits.summary().wrongOrderOtherSourcePs()).isEqualTo(Total.of(20));
    assertThat(waits.summary().wrongOrderSameSourcePs()).isEqualTo(Total.of(20));
  }

  static LongStream seeds() {
    return LongStream.rangeClosed(1, Integer.getInteger("foretell.seeds", 100));
  }

  /** All waiting that statistics know of is in one pattern, at one site, of one rank. */
  @ParameterizedTest
  @MethodSource("seeds")
  void patternsAreAllWaiting(long seed) {
    int events = 1 + (int) (seed % 40);
    assertAll(Scenario.of(Scenario.Kind.COOPERATIVE, seed, events));
    assertAll(BusLinkScenario.byFormula(Scenario.Kind.COOPERATIVE, seed, events));
    assertAll(BusLinkScenario.inSteps(Scenario.Kind.COOPERATIVE, seed, events));
  }

  /** Programs of windows, locks and probes; whoever is waited for is known. */
  @ParameterizedTest
  @MethodSource("seeds")
  void oneSidedPatternsAreAllWaiting(long seed) {
    Scenario any = Scenario.of(Scenario.Kind.COOPERATIVE, seed, 1);
    Set<RandomTraces.Feature> features =
        EnumSet.of(RandomTraces.Feature.RMA, RandomTraces.Feature.PROBES);
    int ranks = any.trace().info().ranks();
    Scenario scenario =
        new Scenario(
            "one-sided " + any.description(),
            RandomTraces.cooperative(seed, ranks, 60, features),
            any.placement(),
            any.communication(),
            any.compute(),
            any.files(),
            any.shmem(),
            features);
    WaitSummary summary = assertAll(scenario);
    long namedPs = 0;
    for (WaitSummary.OfState state : summary.states()) {
      if (NAMED.contains(state.state())) {
        namedPs += state.waitPs().rest();
      }
    }
    assertThat(sum(summary.ranks().stream().map(WaitSummary.OfRank::causedPs).toList()))
        .as(scenario.text())
        .isEqualTo(namedPs);
  }

  /** Of which it is known for whom ranks wait. */
  private static final Set<WaitState> NAMED =
      EnumSet.of(
          WaitState.LATE_SENDER,
          WaitState.LATE_RECEIVER,
          WaitState.EARLY_FENCE,
          WaitState.LATE_POST,
          WaitState.EARLY_WAIT,
          WaitState.LATE_COMPLETE,
          WaitState.LOCK_CONTENTION);

  private static WaitSummary assertAll(Scenario scenario) {
    Statistics statistics = new Statistics(scenario.placement());
    WaitStates waits = new WaitStates(scenario.trace().info().ranks(), true);
    Simulation.builder()
        .trace(scenario.trace())
        .placement(scenario.placement())
        .communication(scenario.communication().get())
        .compute(scenario.compute())
        .fileSystem(scenario.files())
        .shmem(scenario.shmem())
        .observer(statistics)
        .observer(waits)
        .build()
        .run();
    WaitSummary summary = waits.summary();
    long allPs = 0;
    for (RankSummary rank : statistics.ranks()) {
      allPs += rank.waitPs();
      assertThat(summary.ranks().get(rank.rank()).waitPs())
          .as(scenario.text())
          .isEqualTo(rank.waitPs());
    }
    assertThat(sum(summary.states().stream().map(WaitSummary.OfState::waitPs).toList()))
        .as(scenario.text())
        .isEqualTo(allPs);
    assertThat(sum(summary.sites().stream().map(WaitSummary.OfSite::waitPs).toList()))
        .as(scenario.text())
        .isEqualTo(allPs);
    DelaySummary delays = summary.delays().orElseThrow();
    Total ofPlaces =
        delays.places().stream().map(DelaySummary.OfPlace::waitPs).reduce(Total.ZERO, Total::plus);
    assertThat(ofPlaces.plus(delays.unknownPs()).rest()).as(scenario.text()).isEqualTo(allPs);
    assertThat(sum(delays.rankPs()) + delays.unknownPs().rest())
        .as(scenario.text())
        .isEqualTo(allPs);
    for (WaitSummary.OfSite site : summary.sites()) {
      assertThat(site.state()).as("%s of %s", site, scenario.text()).isNotEqualTo(WaitState.OTHER);
    }
    return summary;
  }

  private static long sum(List<Total> parts) {
    return parts.stream().reduce(Total.ZERO, Total::plus).rest();
  }
}
