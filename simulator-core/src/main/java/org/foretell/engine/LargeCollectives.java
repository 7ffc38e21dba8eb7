package org.foretell.engine;

import it.unimi.dsi.fastutil.longs.Long2LongOpenHashMap;
import org.foretell.model.CollectiveModel;
import org.foretell.model.CollectiveSchedule;
import org.foretell.model.CollectiveStep;
import org.foretell.model.DirectModel;
import org.foretell.model.ExpandedCollectives;
import org.foretell.model.MpiModel;
import org.foretell.model.OccupancyModel;
import org.foretell.trace.OpCode;

/**
 * Collectives that consist of too many messages to execute them all: which ones those are, and how
 * long they take. A few of their members are replayed alone, each against partners that are always
 * just as far as it is; the slowest gives the duration.
 */
final class LargeCollectives {
  /** Members that are looked at besides the root. */
  private static final int SAMPLE = 16;

  /** Answers that are remembered, more than any program has kinds of call. */
  private static final int MOST_REMEMBERED = 1 << 16;

  private final ExpandedCollectives expanded;
  private final CollectiveModel formula;
  private final MpiModel mpi;
  private final CollectiveStep step = new CollectiveStep();
  private final AnyMember any = new AnyMember();

  /** By what a call says the number of its steps. */
  private final Long2LongOpenHashMap counted = new Long2LongOpenHashMap();

  LargeCollectives(ExpandedCollectives expanded, MpiModel mpi, CollectiveModel formula) {
    this.expanded = expanded;
    this.mpi = mpi.withoutNoise();
    this.formula = formula;
    counted.defaultReturnValue(-1);
  }

  /**
   * Whether a call has too many steps. The same for all its members if they agree in what MPI makes
   * them agree in.
   */
  boolean isLarge(CollectiveRun run, CollectiveSchedule schedule) {
    long key = run.code().id();
    key = mix(key, run.participants());
    key = mix(key, run.root());
    key = mix(key, run.bytes());
    key = mix(key, run.receiveBytes());
    key = mix(key, schedule.name().hashCode());
    long steps = counted.get(key);
    if (steps < 0) {
      if (counted.size() == MOST_REMEMBERED) {
        counted.clear();
      }
      boolean listed = isListed(run.code());
      any.set(
          run.group,
          run.code(),
          run.root(),
          listed ? 1 : run.bytes(),
          listed ? 1 : run.receiveBytes(),
          1);
      steps = count(schedule);
      counted.put(key, steps);
    }
    return steps > expanded.exactUpTo();
  }

  /** Calls that differ share a key once in 2^64 times. */
  private static long mix(long key, long value) {
    long mixed = (key ^ value) * 0xD6E8FEB86659FD93L;
    mixed = (mixed ^ mixed >>> 32) * 0xD6E8FEB86659FD93L;
    return mixed ^ mixed >>> 32;
  }

  private static boolean isListed(OpCode code) {
    return switch (code) {
      case GATHERV, SCATTERV, ALLTOALLV, ALLTOALLW -> true;
      default -> false;
    };
  }

  /** Steps of all members together, from those of a sample; counts no further than it matters. */
  private long count(CollectiveSchedule schedule) {
    int others = any.participants() - 1;
    if (others == 0) {
      return 0;
    }
    long limit = expanded.exactUpTo();
    long total = count(schedule, any.root(), Math.max(limit, limit + 1));
    int sample = Math.min(SAMPLE, others);
    long sum = 0;
    for (int i = 0; i < sample; i++) {
      sum += count(schedule, other(i, sample), limit / others + 1);
    }
    return total + (long) Math.ceil((double) sum * others / sample);
  }

  private long count(CollectiveSchedule schedule, int member, long most) {
    any.member = member;
    int steps = 0;
    while (steps < most && schedule.step(any, steps, step)) {
      steps++;
    }
    return steps;
  }

  /** A member of the sample: the others, counted from the root, at even distances. */
  private int other(int index, int sample) {
    int others = any.participants() - 1;
    int distance = sample == 1 ? others : 1 + (int) ((long) index * (others - 1) / (sample - 1));
    return (any.root() + distance) % any.participants();
  }

  /** Whether the time of a call is found from its members, rather than by formula. */
  boolean looksAtMembers() {
    return mpi instanceof DirectModel || mpi instanceof OccupancyModel;
  }

  /** How long a call takes that all members have made at last. */
  long durationPs(OpenCollective call, CollectiveSchedule schedule, long startPs) {
    Alone alone;
    if (mpi instanceof DirectModel direct) {
      alone = new DirectAlone(direct, any, expanded.reducePsPerByte(), startPs);
    } else if (mpi instanceof OccupancyModel occupancy) {
      alone = new OccupancyAlone(occupancy, any, expanded.reducePsPerByte(), startPs);
    } else {
      return formula.durationPs(call);
    }
    int members = call.participants();
    long block = call.vectorBytes();
    long element =
        switch (call.code()) {
          case ALLTOALLV, ALLTOALLW -> call.totalSentBytes() / members / members;
          case GATHERV, SCATTERV, ALLGATHERV -> call.totalSentBytes() / members;
          case REDUCE_SCATTER -> block / members;
          default -> block;
        };
    long received = call.code() == OpCode.REDUCE_SCATTER_BLOCK ? block / members : block;
    any.set(call.group(), call.code(), call.root(), block, received, element);
    long latest = alone.durationPs(schedule, call.root());
    int sample = Math.min(SAMPLE, members - 1);
    for (int i = 0; i < sample; i++) {
      latest = Math.max(latest, alone.durationPs(schedule, other(i, sample)));
    }
    return latest;
  }
}
