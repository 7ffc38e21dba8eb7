package org.foretell.generators.program.duration;

import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.foretell.generators.program.tree.RankProgram;
import org.foretell.generators.program.tree.SourceTree;
import org.foretell.trace.OpView;
import org.foretell.trace.ProgramSink;
import org.foretell.trace.RankSet;
import org.foretell.trace.TraceException;
import org.foretell.trace.TraceSource;
import org.foretell.trace.Values;
import org.foretell.trace.Variation;

/**
 * How long the bursts of each place took, for each rank. Every duration is read once; what is kept
 * does not grow with their number.
 */
public final class BurstTimes {
  /** How many bursts of a place are kept to tell how they are distributed. */
  private static final int KEPT = 1_024;

  /** The bursts of one place. */
  public static final class Place {
    private final double[] sumsPs;
    private final long[] counts;

    /** Times relative to the mean of their rank, once all are known; picoseconds before. */
    private final double[] kept = new double[KEPT];

    private final int[] keptRanks = new int[KEPT];
    private long seen;

    Place(int ranks) {
      sumsPs = new double[ranks];
      counts = new long[ranks];
    }

    private void add(int rank, long durationPs, SplittableRandom random) {
      sumsPs[rank] += durationPs;
      counts[rank]++;
      long at = seen < KEPT ? seen : random.nextLong(seen + 1);
      seen++;
      if (at < KEPT) {
        kept[(int) at] = durationPs;
        keptRanks[(int) at] = rank;
      }
    }

    /** The mean of a rank, of all ranks if it has none, 0 if nobody has. */
    public long meanPs(int rank) {
      return Math.round(
          counts[rank] > 0 ? sumsPs[rank] / counts[rank] : seen > 0 ? total() / seen : 0);
    }

    /** The mean of all. */
    public long meanPs() {
      return seen == 0 ? 0 : Math.round(total() / seen);
    }

    /** How often a rank executes it, at most. */
    public long executions() {
      return Arrays.stream(counts).max().orElse(0);
    }

    private double total() {
      return Arrays.stream(sumsPs).sum();
    }

    /**
     * Equally likely factors of the mean, from short to long; their mean is 1.
     *
     * @param number how many, at most
     */
    public double[] factors(int number) {
      int known = (int) Math.min(seen, KEPT);
      double[] relative = new double[known];
      for (int i = 0; i < known; i++) {
        double mean = sumsPs[keptRanks[i]] / counts[keptRanks[i]];
        relative[i] = mean == 0 ? 1 : kept[i] / mean;
      }
      Arrays.sort(relative);
      return Quantiles.meansOf(relative, number);
    }
  }

  private final Place[] places;
  private final LongArrayList[] exactPs;

  private BurstTimes(Place[] places, LongArrayList[] exactPs) {
    this.places = places;
    this.exactPs = exactPs;
  }

  /**
   * Reads the bursts of all ranks; nothing if the trace has none one by one.
   *
   * @param keepAll whether to keep each of them, rank by rank
   */
  public static BurstTimes of(TraceSource source, SourceTree tree, boolean keepAll) {
    int ranks = source.info().ranks();
    Place[] places = new Place[tree.bursts()];
    Arrays.setAll(places, i -> new Place(ranks));
    LongArrayList[] exactPs = new LongArrayList[keepAll ? ranks : 0];
    Arrays.setAll(exactPs, i -> new LongArrayList());
    if (places.length > 0) {
      Columns columns = new Columns(tree, places, exactPs);
      source.describe(columns);
    }
    return new BurstTimes(places, exactPs);
  }

  public Place place(int burst) {
    return places[burst];
  }

  /** All bursts of a rank in the order of execution, if they were to be kept. */
  public LongArrayList exactPs(int rank) {
    return exactPs[rank];
  }

  /**
   * Finds the place of each duration. Durations are read from the columns, which say where an
   * optional burst is passed over; among the ops of a rank nothing stands in its place.
   */
  private static final class Columns implements ProgramSink {
    private final SourceTree tree;
    private final Place[] places;
    private final LongArrayList[] exactPs;
    private final Map<Integer, BurstWalk> walks = new HashMap<>();
    private final Map<Integer, SplittableRandom> randoms = new HashMap<>();

    Columns(SourceTree tree, Place[] places, LongArrayList[] exactPs) {
      this.tree = tree;
      this.places = places;
      this.exactPs = exactPs;
    }

    @Override
    public void durations(int rank, long[] durationsPs, int offset, int length) {
      BurstWalk walk = walks.computeIfAbsent(rank, this::walk);
      SplittableRandom random = randoms.computeIfAbsent(rank, r -> new SplittableRandom(r));
      for (int i = offset; i < offset + length; i++) {
        int burst = walk.next();
        if (burst == BurstWalk.NONE) {
          throw new TraceException(
              "the trace is damaged: the column of rank "
                  + rank
                  + " has more durations than its program has bursts; convert the trace again");
        }
        long durationPs = durationsPs[i] == NO_BURST ? 0 : durationsPs[i];
        places[burst].add(rank, durationPs, random);
        if (exactPs.length > 0) {
          exactPs[rank].add(durationPs);
        }
      }
    }

    private BurstWalk walk(int rank) {
      for (RankProgram program : tree.programs()) {
        if (program.ranks().contains(rank)) {
          return new BurstWalk(program, rank);
        }
      }
      throw new IllegalStateException("no program of rank " + rank);
    }

    @Override
    public void beginProgram(RankSet ranks) {}

    @Override
    public void op(OpView op, List<Variation> variations) {}

    @Override
    public void beginRepeat(Values count) {}

    @Override
    public void endRepeat() {}

    @Override
    public void endProgram() {}
  }
}
