package org.foretell.observe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.EnumSet;
import java.util.List;
import org.foretell.machine.Placement;
import org.foretell.observe.SimObserver.Resource;
import org.foretell.observe.Statistics.Part;
import org.foretell.time.TimeOverflowException;
import org.foretell.trace.OpCode;
import org.foretell.trace.OpView;
import org.junit.jupiter.api.Test;

class StatisticsTest {
  private static final int NONE = OpView.NONE;

  /** Ranks 0 and 1 on node 0, ranks 2 and 3 on node 1. */
  private static final Placement TWO_NODES =
      new Placement("two by two", new int[] {0, 0, 1, 1}, new int[] {0, 1, 0, 1});

  private final Statistics statistics = new Statistics(TWO_NODES, EnumSet.allOf(Part.class));

  private void burst(int rank, long startPs, long endPs) {
    statistics.compute(rank, OpCode.COMPUTE, NONE, startPs, endPs);
  }

  private void op(
      int rank, OpCode code, int peer, long bytes, long startPs, long waitPs, long endPs) {
    statistics.op(rank, code, NONE, peer, 0, bytes, startPs, waitPs, endPs);
  }

  @Test
  void rankTimesAddUpToTheMakespan() {
    statistics.begin(4);
    burst(0, 0, 70);
    op(0, OpCode.SEND, 2, 8, 70, 0, 100);
    statistics.finished(0, 100);
    burst(2, 0, 40);
    op(2, OpCode.RECV, 0, 8, 40, 30, 110);
    statistics.finished(2, 115);

    List<RankSummary> ranks = statistics.ranks();
    assertThat(ranks).hasSize(4);
    assertThat(ranks.get(0))
        .extracting(
            RankSummary::finishPs,
            RankSummary::computePs,
            RankSummary::communicationPs,
            RankSummary::waitPs,
            RankSummary::idlePs)
        .containsExactly(100L, 70L, 30L, 0L, 15L);
    assertThat(ranks.get(2))
        .extracting(
            RankSummary::finishPs,
            RankSummary::computePs,
            RankSummary::communicationPs,
            RankSummary::waitPs,
            RankSummary::idlePs)
        .containsExactly(115L, 40L, 45L, 30L, 0L);
    assertThat(ranks.get(3).idlePs()).isEqualTo(115);
    assertThat(statistics.makespanPs()).isEqualTo(115);
  }

  @Test
  void rankThatNeverFinishesCountsUntilItsLastOp() {
    burst(1, 0, 40);
    op(1, OpCode.SEND, 0, 8, 40, 0, 60);
    assertThat(statistics.ranks().get(1).finishPs()).isEqualTo(60);
  }

  /** Those of tasks overlap, so their sum may be longer than any time. */
  @Test
  void timesThatAddUpToMoreThanATimeAreRefused() {
    burst(0, 0, Long.MAX_VALUE);
    assertThatThrownBy(() -> burst(0, 0, 1)).isInstanceOf(TimeOverflowException.class);
  }

  @Test
  void eventsHaveSumsAndMaximaOverRanks() {
    op(0, OpCode.SEND, 1, 100, 0, 5, 10);
    op(0, OpCode.SEND, 2, 300, 10, 0, 40);
    op(3, OpCode.SEND, 1, 1000, 0, 12, 20);
    op(3, OpCode.SEND, OpView.PROC_NULL, 7, 20, 0, 20);

    EventSummary sends = statistics.events().get(0);
    assertThat(sends)
        .isEqualTo(
            new EventSummary(
                OpCode.SEND,
                4,
                Total.of(60),
                30,
                Total.of(17),
                12,
                12,
                Total.of(1407),
                1000,
                new MessageVolume(1, Total.of(100)),
                new MessageVolume(2, Total.of(1300))));
    assertThat(sends.meanTimePs()).isEqualTo(15);
    assertThat(sends.meanWaitPs()).isEqualTo(4.25);
    assertThat(sends.meanBytes()).isEqualTo(351.75);
    assertThat(sends.offNode().meanBytes()).isEqualTo(650);
    assertThat(statistics.events(0))
        .containsExactly(new RankEventSummary(0, OpCode.SEND, 2, 40, 5, 400));
    assertThat(statistics.events(0).get(0).meanBytes()).isEqualTo(200);
    assertThat(statistics.events(0).get(0).meanTimePs()).isEqualTo(20);
    assertThat(statistics.events(1)).isEmpty();
  }

  @Test
  void mostWaitOfOneRankShowsImbalance() {
    op(0, OpCode.BARRIER, NONE, 0, 0, 3, 5);
    op(0, OpCode.BARRIER, NONE, 0, 5, 4, 10);
    op(1, OpCode.BARRIER, NONE, 0, 0, 5, 5);
    EventSummary barriers = statistics.events().get(0);
    assertThat(barriers.maxWaitPs()).isEqualTo(5);
    assertThat(barriers.maxRankWaitPs()).isEqualTo(7);
  }

  @Test
  void timesOfManyRanksMayExceedTheRangeOfOne() {
    long dayPs = 86_400_000_000_000_000L;
    for (int rank = 0; rank < 4; rank++) {
      burst(rank, 0, 100 * dayPs);
      statistics.compute(rank, OpCode.COMPUTE, 3, 0, 0);
    }
    assertThat(statistics.events().get(0).timePs()).hasToString("34560000000000000000");
    assertThat(statistics.events().get(0).meanTimePs()).isEqualTo(50.0 * dayPs);
    assertThat(statistics.efficiency().parallelEfficiency()).isEqualTo(1);
  }

  @Test
  void sizesStayAtTheTopOfTheirRange() {
    op(0, OpCode.SEND, 2, 1L << 62, 0, 0, 0);
    op(0, OpCode.SEND, 2, 1L << 62, 0, 0, 0);
    statistics.message(0, 2, 0, 1L << 62, 0, 0, 0);
    statistics.message(0, 2, 0, 1L << 62, 0, 0, 0);
    assertThat(statistics.events(0).get(0).bytes()).isEqualTo(Long.MAX_VALUE);
    assertThat(statistics.ranks().get(0).sentOffNode().bytes()).isEqualTo(Total.of(Long.MAX_VALUE));
    assertThat(statistics.events().get(0).offNode().bytes()).hasToString("9223372036854775808");
    assertThat(statistics.matrix().get(0).volume().bytes()).hasToString("9223372036854775808");
  }

  @Test
  void messagesAreSplitByNode() {
    statistics.message(0, 1, 0, 10, 0, 0, 0);
    statistics.message(0, 2, 0, 20, 0, 0, 0);
    statistics.message(0, 3, 0, 30, 0, 0, 0);
    statistics.message(0, 0, 0, 1, 0, 0, 0);

    RankSummary sender = statistics.ranks().get(0);
    assertThat(sender.sentOnNode()).isEqualTo(new MessageVolume(2, Total.of(11)));
    assertThat(sender.sentOffNode()).isEqualTo(new MessageVolume(2, Total.of(50)));
    assertThat(sender.receivedOnNode()).isEqualTo(new MessageVolume(1, Total.of(1)));
    assertThat(sender.receivedOffNode()).isEqualTo(MessageVolume.NONE);
    assertThat(sender.sentOnNode().plus(sender.sentOffNode()).meanBytes()).isEqualTo(15.25);
    assertThat(statistics.ranks().get(3).receivedOffNode())
        .isEqualTo(new MessageVolume(1, Total.of(30)));
  }

  @Test
  void collectivesAreCountedApartFromMessages() {
    op(1, OpCode.ALLREDUCE, NONE, 8, 0, 0, 5);
    op(1, OpCode.IBCAST, 0, 100, 5, 0, 5);
    assertThat(statistics.ranks().get(1).collectives())
        .isEqualTo(new MessageVolume(2, Total.of(108)));
    assertThat(statistics.events()).allMatch(event -> event.offNode().messages() == 0);
    assertThat(statistics.matrix()).isEmpty();
  }

  @Test
  void matrixListsPairsInOrder() {
    for (int i = 0; i < 3; i++) {
      statistics.message(3, 0, 0, 5, 0, 0, 0);
      statistics.message(1, 2, i, 7, 0, 0, 0);
    }
    statistics.message(1, 0, 0, 1, 0, 0, 0);
    assertThat(statistics.matrix())
        .containsExactly(
            new MatrixEntry(1, 0, new MessageVolume(1, Total.of(1))),
            new MatrixEntry(1, 2, new MessageVolume(3, Total.of(21))),
            new MatrixEntry(3, 0, new MessageVolume(3, Total.of(15))));
  }

  @Test
  void matrixOfManyPairsGrows() {
    int ranks = 300;
    Statistics many =
        new Statistics(
            new Placement("one node", new int[ranks], new int[ranks]), EnumSet.of(Part.MATRIX));
    for (int source = ranks - 1; source >= 0; source--) {
      for (int destination = 0; destination < ranks; destination++) {
        many.message(source, destination, 0, source + destination, 0, 0, 0);
      }
    }
    List<MatrixEntry> entries = many.matrix();
    assertThat(entries).hasSize(ranks * ranks);
    assertThat(entries.get(7 * ranks + 11))
        .isEqualTo(new MatrixEntry(7, 11, new MessageVolume(1, Total.of(18))));
  }

  @Test
  void callSitesAreSplitByKindOfOp() {
    statistics.compute(0, OpCode.COMPUTE, 1, 0, 10);
    statistics.compute(2, OpCode.COMPUTE, 1, 0, 30);
    statistics.op(0, OpCode.ISEND, 0, 1, 0, 64, 10, 0, 12);
    statistics.op(0, OpCode.WAIT, 0, NONE, 0, 0, 12, 3, 20);
    op(0, OpCode.WAIT, NONE, 0, 20, 0, 25);
    assertThat(statistics.callSites())
        .containsExactly(
            new CallSiteSummary(0, OpCode.ISEND, 1, Total.of(2), 2, Total.ZERO, Total.of(64)),
            new CallSiteSummary(0, OpCode.WAIT, 1, Total.of(8), 8, Total.of(3), Total.ZERO),
            new CallSiteSummary(1, OpCode.COMPUTE, 2, Total.of(40), 30, Total.ZERO, Total.ZERO));
    assertThat(statistics.callSites().get(2).meanTimePs()).isEqualTo(20);
  }

  @Test
  void resourcesHaveTheirBusyShare() {
    statistics.busy(Resource.NIC_OUT, 9, 100, 0, 25);
    statistics.busy(Resource.NIC_OUT, 9, 100, 50, 75);
    statistics.busy(Resource.CPU, 1, 5, 0, 10);
    statistics.finished(0, 100);
    assertThat(statistics.resources())
        .containsExactly(
            new ResourceSummary(Resource.CPU, 1, new MessageVolume(1, Total.of(5)), 10, 100),
            new ResourceSummary(Resource.NIC_OUT, 9, new MessageVolume(2, Total.of(200)), 50, 100));
    assertThat(statistics.resources().get(1).utilisation()).isEqualTo(0.5);
  }

  @Test
  void resourcesMayBeNumberedWithGaps() {
    int[] indices = {Integer.MAX_VALUE, 3, 70_000, 1 << 30, 65_536, 65_535, 70_000};
    for (int index : indices) {
      statistics.busy(Resource.NIC_IN, index, index, 0, 5);
    }
    statistics.finished(0, 100);
    assertThat(statistics.resources())
        .extracting(ResourceSummary::index)
        .containsExactly(3, 65_535, 65_536, 70_000, 1 << 30, Integer.MAX_VALUE);
    assertThat(statistics.resources())
        .extracting(ResourceSummary::volume)
        .contains(
            new MessageVolume(2, Total.of(140_000)),
            new MessageVolume(1, Total.of(Integer.MAX_VALUE)));
  }

  @Test
  void efficienciesMultiply() {
    long[] computePs = {70, 40, 55, 33};
    for (int rank = 0; rank < 4; rank++) {
      burst(rank, 0, computePs[rank]);
      statistics.finished(rank, 90);
    }
    EfficiencySummary efficiency = statistics.efficiency();
    assertThat(efficiency.meanComputePs()).isEqualTo(49.5);
    assertThat(efficiency.parallelEfficiency()).isEqualTo(0.55);
    assertThat(efficiency.loadBalance()).isEqualTo(49.5 / 70);
    assertThat(efficiency.communicationEfficiency()).isEqualTo(70.0 / 90);
    assertThat(efficiency.loadBalance() * efficiency.communicationEfficiency())
        .isCloseTo(efficiency.parallelEfficiency(), within(1e-15));
  }

  @Test
  void efficienciesOfNothingAreDefined() {
    assertThat(statistics.efficiency().parallelEfficiency()).isEqualTo(1);
    assertThat(statistics.efficiency().loadBalance()).isEqualTo(1);
    statistics.finished(0, 90);
    assertThat(statistics.efficiency().parallelEfficiency()).isZero();
    assertThat(statistics.efficiency().loadBalance()).isEqualTo(1);
    assertThat(statistics.efficiency().communicationEfficiency()).isZero();
  }

  @Test
  void partsThatWereNotChosenAreEmpty() {
    Statistics plain = new Statistics(TWO_NODES, EnumSet.noneOf(Part.class));
    plain.begin(4);
    plain.compute(0, OpCode.COMPUTE, 0, 0, 5);
    plain.op(0, OpCode.SEND, 0, 1, 0, 9, 5, 0, 7);
    plain.message(0, 1, 0, 9, 5, 5, 7);
    plain.marker(0, 0, true, 7);
    plain.marker(0, 0, false, 7);
    plain.busy(Resource.CPU, 0, 9, 5, 7);
    plain.finished(0, 7);
    assertThat(plain.events()).hasSize(2);
    assertThat(plain.ranks().get(0).communicationPs()).isEqualTo(2);
    assertThat(plain.ranks().get(0).sentOnNode()).isEqualTo(MessageVolume.NONE);
    assertThat(plain.callSites()).isEmpty();
    assertThat(plain.phases()).isEmpty();
    assertThat(plain.resources()).isEmpty();
    assertThat(plain.matrix()).isEmpty();
  }

  @Test
  void matrixIsGatheredOnlyWhenAskedFor() {
    Statistics standard = new Statistics(TWO_NODES);
    standard.message(0, 1, 0, 9, 5, 5, 7);
    assertThat(standard.matrix()).isEmpty();
    assertThat(standard.ranks().get(1).receivedOnNode().messages()).isEqualTo(1);
  }

  @Test
  void placementMustFitTheSimulation() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> statistics.begin(5))
        .withMessage("statistics for 4 ranks cannot watch 5");
  }
}
