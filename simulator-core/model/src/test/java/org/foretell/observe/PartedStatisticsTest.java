package org.foretell.observe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.foretell.machine.Placement;
import org.foretell.observe.SimObserver.Resource;
import org.foretell.observe.Statistics.Part;
import org.foretell.trace.OpCode;
import org.junit.jupiter.api.Test;

/** Statistics of several threads add up to those of one that sees all. */
class PartedStatisticsTest {
  private static final int RANKS = 6;
  private static final OpCode[] CODES = {OpCode.SEND, OpCode.RECV, OpCode.ALLREDUCE, OpCode.WAIT};

  private static Statistics all() {
    return new Statistics(
        new Placement("pairs", new int[] {0, 0, 1, 1, 2, 2}, new int[] {0, 1, 0, 1, 0, 1}),
        EnumSet.allOf(Part.class));
  }

  @Property(tries = 200)
  void partsAddUp(
      @ForAll long seed, @ForAll @IntRange(min = 1, max = 4) int parts, @ForAll boolean huge) {
    Statistics whole = all();
    List<Statistics> ofParts = new ArrayList<>();
    for (int part = 0; part < parts; part++) {
      ofParts.add(whole.ofPart());
    }
    Random random = new Random(seed);
    long[] clocks = new long[RANKS];
    for (int event = 0; event < 300; event++) {
      int rank = random.nextInt(RANKS);
      happens(whole, ofParts.get(rank % parts), random, rank, clocks, huge);
    }
    for (int rank = 0; rank < RANKS - 1; rank++) {
      whole.finished(rank, clocks[rank] + rank);
      ofParts.get(rank % parts).finished(rank, clocks[rank] + rank);
    }
    Statistics sum = all();
    sum.begin(RANKS);
    ofParts.forEach(sum::add);
    assertThat(results(sum)).isEqualTo(results(whole));
  }

  /** Both see the same. */
  private static void happens(
      Statistics whole, Statistics part, Random random, int rank, long[] clocks, boolean huge) {
    long start = clocks[rank];
    long end = start + random.nextInt(50);
    long bytes = huge ? Long.MAX_VALUE / (1 + random.nextInt(9)) : random.nextInt(1000);
    int kind = random.nextInt(9);
    int other = random.nextInt(RANKS);
    int site = random.nextInt(4) - 1;
    OpCode code = CODES[random.nextInt(CODES.length)];
    Resource resource = Resource.values()[random.nextInt(Resource.values().length)];
    int index = random.nextInt(3) == 0 ? 1 << 20 : rank;
    for (Statistics one : List.of(whole, part)) {
      switch (kind) {
        case 0 -> one.compute(rank, OpCode.COMPUTE, site, start, end);
        case 1, 2 ->
            one.op(rank, code, site, other, 0, bytes, start, Math.min(3, end - start), end);
        case 3 -> one.message(other, rank, 7, bytes, start, start, end);
        case 4 -> one.collectiveMessage(other, rank, bytes, start, start, end);
        case 5 -> one.busy(resource, index, bytes, start, end);
        case 6 -> one.waitedInQueue(rank, other % 2 == 0, start, end);
        case 7 -> one.takesUpdates(rank, other - 1, other % 3);
        default -> one.marker(rank, other % 2, other < 4, start);
      }
    }
    clocks[rank] = kind < 3 ? end : start; // only ops take time
  }

  private static List<Object> results(Statistics statistics) {
    List<Object> results = new ArrayList<>();
    results.add(statistics.makespanPs());
    results.add(statistics.events());
    results.add(statistics.phases());
    results.add(statistics.ranks());
    results.add(statistics.callSites());
    results.add(statistics.resources());
    results.add(statistics.matrix());
    results.add(statistics.collectiveMessages());
    results.add(statistics.updateWaits());
    results.add(statistics.efficiency());
    for (int rank = 0; rank < RANKS; rank++) {
      results.add(statistics.events(rank));
      results.add(statistics.queueWaits(rank));
    }
    return results;
  }

  @Test
  void statisticsOfOtherThingsAreNotAdded() {
    Statistics ranksOnly =
        new Statistics(
            new Placement("one", new int[RANKS], new int[RANKS]), EnumSet.of(Part.MATRIX));
    assertThatIllegalArgumentException().isThrownBy(() -> all().add(ranksOnly));
    assertThat(ranksOnly.ofPart().phases()).isEmpty();
  }
}
