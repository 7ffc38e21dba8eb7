package org.foretell.observe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import java.util.List;
import org.foretell.machine.Placement;
import org.foretell.trace.OpCode;
import org.foretell.trace.OpView;
import org.junit.jupiter.api.Test;

class PhaseStatisticsTest {
  private static final int OUTER = 0;
  private static final int INNER = 1;

  private final Statistics statistics =
      new Statistics(new Placement("one node", new int[2], new int[2]));

  private long nowPs;

  private void burst(int rank, long spanPs) {
    statistics.compute(rank, OpCode.COMPUTE, OpView.NONE, nowPs, nowPs += spanPs);
  }

  private void barrier(int rank, long spanPs, long waitPs) {
    statistics.op(
        rank, OpCode.BARRIER, OpView.NONE, OpView.NONE, 0, 0, nowPs, waitPs, nowPs += spanPs);
  }

  private void begin(int rank, int marker) {
    statistics.marker(rank, marker, true, nowPs);
  }

  private void end(int rank, int marker) {
    statistics.marker(rank, marker, false, nowPs);
  }

  private static PhaseTimes times(long timePs, long computePs, long waitPs) {
    return new PhaseTimes(Total.of(timePs), Total.of(computePs), Total.of(waitPs));
  }

  @Test
  void innerPhasesAreInclusiveButNotExclusive() {
    burst(0, 1000);
    begin(0, OUTER);
    burst(0, 10);
    begin(0, INNER);
    burst(0, 5);
    barrier(0, 20, 7);
    end(0, INNER);
    barrier(0, 3, 1);
    begin(0, INNER);
    burst(0, 2);
    end(0, INNER);
    end(0, OUTER);
    burst(0, 1000);

    List<PhaseSummary> phases = statistics.phases();
    assertThat(phases)
        .containsExactly(
            new PhaseSummary(OUTER, 1, 1, times(40, 17, 8), times(13, 10, 1), 40, 17),
            new PhaseSummary(INNER, 2, 1, times(27, 7, 7), times(27, 7, 7), 27, 7));
    assertThat(phases.get(0).inclusive().communicationPs()).isEqualTo(Total.of(15));
    assertThat(phases.get(0).exclusive().communicationPs()).isEqualTo(Total.of(2));
  }

  @Test
  void phaseWithinItselfCountsOnceInclusively() {
    begin(0, OUTER);
    burst(0, 10);
    begin(0, OUTER);
    burst(0, 5);
    end(0, OUTER);
    end(0, OUTER);
    assertThat(statistics.phases())
        .containsExactly(new PhaseSummary(OUTER, 2, 1, times(15, 15, 0), times(15, 15, 0), 15, 15));
  }

  @Test
  void ranksAreAddedUpAndCompared() {
    begin(0, OUTER);
    burst(0, 10);
    end(0, OUTER);
    nowPs = 0;
    begin(1, OUTER);
    burst(1, 30);
    barrier(1, 10, 0);
    end(1, OUTER);
    PhaseSummary phase = statistics.phases().get(0);
    assertThat(phase)
        .isEqualTo(new PhaseSummary(OUTER, 2, 2, times(50, 40, 0), times(50, 40, 0), 40, 30));
    assertThat(phase.loadBalance()).isEqualTo(20.0 / 30);
  }

  @Test
  void phaseWithoutComputeIsBalanced() {
    begin(0, OUTER);
    end(0, OUTER);
    assertThat(statistics.phases().get(0).loadBalance()).isEqualTo(1);
  }

  @Test
  void deepNestingGrowsTheStack() {
    for (int marker = 0; marker < 50; marker++) {
      begin(0, marker);
      burst(0, 1);
    }
    for (int marker = 49; marker >= 0; marker--) {
      end(0, marker);
    }
    List<PhaseSummary> phases = statistics.phases();
    for (int marker = 0; marker < 50; marker++) {
      assertThat(phases.get(marker).inclusive().timePs()).isEqualTo(Total.of(50 - marker));
      assertThat(phases.get(marker).exclusive().timePs()).isEqualTo(Total.of(1));
    }
  }

  @Test
  void openPhasesEndWhereTheirRankIs() {
    begin(0, OUTER);
    begin(0, INNER);
    burst(0, 10);
    statistics.finished(0, 12);
    assertThat(statistics.phases())
        .extracting(phase -> phase.inclusive().timePs())
        .containsExactly(Total.of(12), Total.of(12));
    assertThat(statistics.phases()).extracting(PhaseSummary::count).containsExactly(1L, 1L);
  }

  @Test
  void endOfTheOuterEndsTheInnerAndStrayEndsCountForNothing() {
    end(0, OUTER);
    begin(0, OUTER);
    begin(0, INNER);
    burst(0, 10);
    end(0, 7);
    end(0, OUTER);
    end(0, INNER);
    assertThat(statistics.phases())
        .extracting(PhaseSummary::marker, PhaseSummary::count)
        .containsExactly(tuple(OUTER, 1L), tuple(INNER, 1L));
  }
}
