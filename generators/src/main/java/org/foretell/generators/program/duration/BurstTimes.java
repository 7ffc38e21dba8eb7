package org.foretell.generators.program.duration;

import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.util.Arrays;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.SplittableRandom;
import org.foretell.generators.program.tree.Node;
import org.foretell.generators.program.tree.RankProgram;
import org.foretell.generators.program.tree.SourceTree;
import org.foretell.trace.OpView;
import org.foretell.trace.RankCursor;
import org.foretell.trace.TraceSource;
import org.foretell.trace.Values;
import org.jspecify.annotations.Nullable;

/**
 * How long the bursts of each place took, for each rank. Every op of the trace is read once; what
 * is kept does not grow with their number.
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
    for (RankProgram program : places.length == 0 ? List.<RankProgram>of() : tree.programs()) {
      program
          .ranks()
          .forEach(
              rank -> {
                try (RankCursor cursor = source.open(rank)) {
                  new Walk(program, rank, cursor, places, keepAll ? exactPs[rank] : null).run();
                }
              });
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

  /** Follows a rank through its program, to tell which place each of its bursts is of. */
  private static final class Walk {
    private final RankProgram program;
    private final int rank;
    private final int index;
    private final RankCursor cursor;
    private final Place[] places;
    private final @Nullable LongArrayList exactPs;
    private final IdentityHashMap<Values, int[]> positions = new IdentityHashMap<>();
    private final OpView op = new OpView();
    private final SplittableRandom random;

    /** Whether the op that was read last is still to come, after bursts that were passed over. */
    private boolean isWaiting;

    Walk(
        RankProgram program,
        int rank,
        RankCursor cursor,
        Place[] places,
        @Nullable LongArrayList exactPs) {
      this.program = program;
      this.rank = rank;
      index = program.ranks().indexOf(rank);
      this.cursor = cursor;
      this.places = places;
      this.exactPs = exactPs;
      random = new SplittableRandom(rank);
    }

    void run() {
      run(program.body());
    }

    private void run(List<Node> body) {
      for (Node node : body) {
        if (node instanceof Node.Loop loop) {
          for (long left = next(loop.count()); left > 0; left--) {
            run(loop.body());
          }
        } else if (node instanceof Node.Statement statement) {
          take(statement);
        }
      }
    }

    private void take(Node.Statement statement) {
      boolean isRead = isWaiting || cursor.next(op);
      isWaiting = isRead && statement.isOptional() && op.code() != statement.code();
      if (statement.burst() < 0 || !isRead) {
        return;
      }
      if (!isWaiting && op.code() != statement.code()) {
        throw new IllegalStateException(
            "expected " + statement.code() + " of rank " + rank + ", found " + op);
      }
      long durationPs = isWaiting ? 0 : op.durationPs();
      places[statement.burst()].add(rank, durationPs, random);
      if (exactPs != null) {
        exactPs.add(durationPs);
      }
    }

    private long next(Values values) {
      if (values instanceof Values.Constant constant) {
        return constant.value();
      } else if (values instanceof Values.PerRank perRank) {
        return perRank.values()[index];
      } else if (values instanceof Values.Cyclic cyclic) {
        int[] position = positions.computeIfAbsent(values, v -> new int[1]);
        long value = cyclic.values()[position[0]];
        position[0] = (position[0] + 1) % cyclic.values().length;
        return value;
      } else if (values instanceof Values.Scoped scoped) {
        for (Values.Scope scope : scoped.scopes()) {
          if (scope.ranks().contains(rank)) {
            return next(scope.values());
          }
        }
      }
      throw new IllegalStateException("no count for rank " + rank + " in " + values);
    }
  }
}
