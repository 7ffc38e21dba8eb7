package org.foretell.analysis.path;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Random;
import java.util.stream.LongStream;
import org.foretell.observe.PathLeg.Kind;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class LaneListTest {
  @Test
  void legsOfARankAndKindAreOnePiece() {
    LaneList list = new LaneList(8);
    list.add(0, Kind.COMPUTATION, 0, 10);
    list.add(0, Kind.COMPUTATION, 10, 15);
    list.add(0, Kind.LATENCY, 15, 20);
    list.add(1, Kind.LATENCY, 20, 21);
    assertThat(list.lanes())
        .containsExactly(
            new PathLane(0, Kind.COMPUTATION, 0, 15, 15),
            new PathLane(0, Kind.LATENCY, 15, 20, 5),
            new PathLane(1, Kind.LATENCY, 20, 21, 1));
  }

  @Test
  void aLongLegOutlastsManyShortOnes() {
    LaneList list = new LaneList(4);
    long now = 0;
    for (int i = 0; i < 100; i++) {
      list.add(i % 3, Kind.LATENCY, now, now + 1);
      now++;
    }
    list.add(7, Kind.COMPUTATION, now, now + 1000);
    now += 1000;
    for (int i = 0; i < 100; i++) {
      list.add(i % 3, Kind.LATENCY, now, now + 1);
      now++;
    }
    assertThat(list.lanes())
        .anySatisfy(
            lane -> {
              assertThat(lane.rank()).isEqualTo(7);
              assertThat(lane.ownPs()).isEqualTo(1000);
            });
  }

  static LongStream seeds() {
    return LongStream.rangeClosed(1, 50);
  }

  /** Pieces leave no gap, there are never too many, and none claims more than was there. */
  @ParameterizedTest
  @MethodSource("seeds")
  void piecesFillTheTime(long seed) {
    Random random = new Random(seed);
    int most = 2 + random.nextInt(20);
    int ranks = 1 + random.nextInt(4);
    LaneList list = new LaneList(most);
    long[][] real = new long[ranks][Kind.values().length];
    long now = 0;
    for (int leg = 0; leg < random.nextInt(1000); leg++) {
      int rank = random.nextInt(ranks);
      Kind kind = Kind.values()[random.nextInt(3)];
      long endPs = now + 1 + random.nextInt(random.nextInt(20) == 0 ? 10_000 : 10);
      list.add(rank, kind, now, endPs);
      real[rank][kind.ordinal()] += endPs - now;
      now = endPs;
    }
    List<PathLane> lanes = list.lanes();
    assertThat(lanes).hasSizeLessThanOrEqualTo(most);
    long at = 0;
    for (PathLane lane : lanes) {
      assertThat(lane.startPs()).isEqualTo(at);
      assertThat(lane.endPs()).isGreaterThan(at);
      assertThat(lane.ownPs()).isPositive().isLessThanOrEqualTo(lane.endPs() - at);
      real[lane.rank()][lane.kind().ordinal()] -= lane.ownPs();
      at = lane.endPs();
    }
    assertThat(at).isEqualTo(now);
    for (long[] ofRank : real) {
      for (long left : ofRank) {
        assertThat(left).isNotNegative();
      }
    }
  }
}
