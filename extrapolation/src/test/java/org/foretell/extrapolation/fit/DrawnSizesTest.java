package org.foretell.extrapolation.fit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.foretell.extrapolation.grid.Grid;
import org.foretell.extrapolation.law.Drawn;
import org.foretell.extrapolation.law.Place;
import org.foretell.extrapolation.law.Sample;
import org.foretell.trace.OpCode;
import org.foretell.trace.OpField;
import org.junit.jupiter.api.Test;

class DrawnSizesTest {
  private static final int TOTAL = 4 * 65_536;
  private static final Grid TARGET = line(16);

  private static Grid line(int ranks) {
    return new Grid(new int[] {ranks});
  }

  private static Place pair(Grid grid, int rank, int other) {
    return Place.of(grid, rank).within(new int[] {other, grid.ranks()});
  }

  /** Keys of 4 bytes: with p ranks a mean of the total / p^2, and up to a quarter more or less. */
  private static List<Sample> samples(boolean isReceived, int... ranks) {
    List<Sample> samples = new ArrayList<>();
    for (int trace = 0; trace < ranks.length; trace++) {
      Grid grid = line(ranks[trace]);
      Random random = new Random(ranks[trace]);
      long[][] sizes = new long[grid.ranks()][grid.ranks()];
      for (long[] row : sizes) {
        for (int to = 0; to < row.length; to++) {
          double mean = TOTAL / 4.0 / grid.ranks() / grid.ranks();
          row[to] = 4 * Math.round(mean * random.nextDouble(0.75, 1.25));
        }
      }
      for (int rank = 0; rank < grid.ranks(); rank++) {
        for (int other = 0; other < grid.ranks(); other++) {
          long size = isReceived ? sizes[other][rank] : sizes[rank][other];
          samples.add(new Sample(trace, pair(grid, rank, other), size));
        }
      }
    }
    return samples;
  }

  private static Drawn drawn(boolean isReceived) {
    Drawn drawn =
        DrawnSizes.of(
            OpCode.ALLTOALLV,
            isReceived ? OpField.RECEIVE_BYTES_BY_RANK : OpField.SEND_BYTES_BY_RANK,
            samples(isReceived, 4, 8),
            TARGET);
    assertThat(drawn).isNotNull();
    return drawn;
  }

  @Test
  void theMeanGrowsAndTheShapeStays() {
    Drawn sent = drawn(false);
    double wanted = TOTAL / 256.0;
    assertThat(sent.mean()).isCloseTo(wanted, within(0.1 * wanted));
    double sum = 0;
    for (int rank = 0; rank < TARGET.ranks(); rank++) {
      for (int other = 0; other < TARGET.ranks(); other++) {
        long size = sent.at(pair(TARGET, rank, other));
        assertThat(size % 4).isZero();
        assertThat((double) size).isBetween(0.6 * wanted, 1.4 * wanted);
        sum += size;
      }
    }
    assertThat(sum / 256).isCloseTo(wanted, within(0.15 * wanted));
  }

  @Test
  void bothRanksOfAPairAgree() {
    Drawn sent = drawn(false);
    Drawn received = drawn(true);
    for (int rank = 0; rank < TARGET.ranks(); rank++) {
      for (int other = 0; other < TARGET.ranks(); other++) {
        assertThat(received.at(pair(TARGET, other, rank)))
            .isEqualTo(sent.at(pair(TARGET, rank, other)));
      }
    }
  }

  @Test
  void nothingIsDrawnWithoutAnExchangeOrWithOneTrace() {
    List<Sample> samples = samples(false, 4, 8);
    assertThat(DrawnSizes.of(OpCode.ALLGATHERV, OpField.SEND_BYTES_BY_RANK, samples, TARGET))
        .isNull();
    assertThat(
            DrawnSizes.of(OpCode.ALLTOALLV, OpField.SEND_BYTES_BY_RANK, samples(false, 8), TARGET))
        .isNull();
  }

  /** Equal sizes follow from no data. */
  @Test
  void equalSizesAreNotDrawn() {
    List<Sample> equal =
        samples(false, 4, 8).stream()
            .map(sample -> new Sample(sample.trace(), sample.place(), 64))
            .toList();
    assertThat(DrawnSizes.of(OpCode.ALLTOALLV, OpField.SEND_BYTES_BY_RANK, equal, TARGET)).isNull();
  }
}
