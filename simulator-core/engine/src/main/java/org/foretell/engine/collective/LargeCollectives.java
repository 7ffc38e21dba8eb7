package org.foretell.engine.collective;

import it.unimi.dsi.fastutil.longs.Long2LongOpenHashMap;
import it.unimi.dsi.fastutil.longs.Long2ObjectOpenHashMap;
import java.util.List;
import org.foretell.model.BusLinkModel;
import org.foretell.model.CollectiveModel;
import org.foretell.model.CollectiveSchedule;
import org.foretell.model.CollectiveStep;
import org.foretell.model.DirectModel;
import org.foretell.model.ExpandedCollectives;
import org.foretell.model.MemberCall;
import org.foretell.model.MpiModel;
import org.foretell.model.OccupancyModel;
import org.foretell.model.Phases;
import org.foretell.model.QueuedOccupancyModel;
import org.foretell.trace.OpCode;
import org.jspecify.annotations.Nullable;

/**
 * Collectives that consist of too many messages to execute them each time: which ones those are,
 * and how long they take. One of each kind is executed by itself, or some of its phases are. Where
 * other messages may be under way, some phases are executed among them, too, which tells by how
 * much these slow it down. Where this would be too many steps, and under a direct model, a few
 * members are replayed, each against partners that are always just as far as it is; the slowest
 * gives the duration.
 */
public final class LargeCollectives {
  /** How the time of a call is found of which nothing is executed, in words. */
  static final String BY_FORMULA =
      "it takes the time of the model's formula, which knows neither topology nor contention";

  /** Of the most steps that are executed, how many parts those of a sample of phases are. */
  private static final int SHARES = 8;

  /** Least phases of a sample, an even number; more than their share of steps if need be. */
  private static final int LEAST_PHASES = 4;

  /** Members that are looked at besides the root. */
  private static final int SAMPLE = 16;

  /** Answers that are remembered, more than any program has kinds of call. */
  private static final int MOST_REMEMBERED = 1 << 16;

  private final ExpandedCollectives expanded;
  private final CollectiveModel formula;
  private final MpiModel mpi;
  private final CollectiveStep step = new CollectiveStep();
  private final AnyMember any = new AnyMember();

  /** Null, as the next one, where calls are not executed by themselves to estimate them. */
  private final @Nullable RehearsedEstimate rehearsed;

  private final @Nullable Layouts layouts;

  /** By what a call says the number of its steps. */
  private final Long2LongOpenHashMap counted = new Long2LongOpenHashMap();

  /** By the same and the communicator, the blocking call of which some phases were executed. */
  private final Long2ObjectOpenHashMap<SampledCall> sampledCalls = new Long2ObjectOpenHashMap<>();

  /**
   * Nothing is known of any call.
   *
   * @param rehearsal executes calls by themselves
   */
  public LargeCollectives(
      ExpandedCollectives expanded, MpiModel mpi, CollectiveModel formula, Rehearsal rehearsal) {
    this.expanded = expanded;
    this.mpi = mpi.withoutNoise();
    this.formula = formula;
    boolean executes = !(this.mpi instanceof DirectModel) && this.mpi.forAnotherReplay() != null;
    layouts = executes ? new Layouts(this.mpi) : null;
    rehearsed =
        executes
            ? new RehearsedEstimate(
                rehearsal,
                new StepWork(this.mpi, expanded.reducePsPerByte()),
                this.mpi instanceof OccupancyModel,
                unit(expanded.exactUpTo()))
            : null;
    counted.defaultReturnValue(-1);
  }

  /** What is executed to estimate a call grows with the limit, up to what takes seconds. */
  private static long unit(long exactUpTo) {
    return exactUpTo == 0
        ? ExpandedCollectives.DEFAULT_EXACT_UP_TO
        : Math.min(exactUpTo, ExpandedCollectives.DEFAULT_EXACT_UP_TO);
  }

  /**
   * Whether a call has too many steps. The same for all its members if they agree in what MPI makes
   * them agree in.
   */
  public boolean isLarge(ScheduleRun run, CollectiveSchedule schedule) {
    long key = key(run, schedule);
    long steps = counted.get(key);
    if (steps < 0) {
      if (counted.size() == MOST_REMEMBERED) {
        counted.clear();
      }
      setAny(run);
      steps = count(schedule, expanded.exactUpTo());
      counted.put(key, steps);
    }
    return steps > expanded.exactUpTo();
  }

  /**
   * The call of which some phases are executed to learn how long a call with too many steps takes:
   * this one, or an earlier one of the same kind in the same communicator. Of a call beside which
   * nothing else goes on, since all ranks wait in it, none are.
   *
   * @param number which of its communicator's collectives it is
   * @return null if it has no phases, or they need not be alike, or too many steps even in a few of
   *     them
   */
  @Nullable SampledCall sampled(ScheduleRun run, CollectiveSchedule schedule, long number) {
    boolean alone = run.group.isWhole() && !run.background;
    if (alone || rehearsed == null || mpi instanceof BusLinkModel) {
      return null;
    }
    long key = CallKey.mix(key(run, schedule), run.group.context);
    SampledCall earlier = isRepeated(run) ? sampledCalls.get(key) : null;
    if (earlier != null) {
      return earlier;
    }
    SampledCall first = firstSampled(run, schedule, number);
    if (first != null && isRepeated(run) && sampledCalls.size() < MOST_REMEMBERED) {
      sampledCalls.put(key, first);
    }
    return first;
  }

  /**
   * Whether a later call that says the same takes as long: all members say the same, and all have
   * ended the call when one calls the next.
   */
  private static boolean isRepeated(ScheduleRun run) {
    boolean uniform = !isListed(run.code());
    uniform &= run.code() != OpCode.ALLGATHERV && run.code() != OpCode.REDUCE_SCATTER;
    return uniform && !run.background;
  }

  private @Nullable SampledCall firstSampled(
      ScheduleRun run, CollectiveSchedule schedule, long number) {
    List<Phases> runs = run.isEven() ? schedule.phases(run) : List.of();
    RehearsedEstimate executed = rehearsed;
    Layouts known = layouts;
    if (runs.isEmpty() || executed == null || known == null) {
      return null;
    }
    int members = run.participants();
    double stepsOfPhase = SampledSteps.stepsOfPhase(runs) * members;
    double stepsOfShare = (double) expanded.exactUpTo() / SHARES;
    int share = (int) (stepsOfShare / stepsOfPhase) / 2 * 2;
    int phases = Math.max(LEAST_PHASES, share);
    boolean few = phases <= SampledSteps.fewest(runs) / 2;
    if (!few || phases * stepsOfPhase > executed.mostSteps()) {
      return null;
    }
    long element =
        switch (run.code()) {
          case ALLTOALLV, ALLTOALLW -> run.sendBytesTo((run.member + 1) % members);
          case ALLGATHERV, REDUCE_SCATTER -> run.receiveBytesFrom(0, members) / members;
          case BARRIER, BCAST, GATHER, GATHERV, SCATTER, SCATTERV, ALLGATHER -> run.bytes();
          case ALLTOALL, REDUCE, ALLREDUCE, REDUCE_SCATTER_BLOCK, SCAN, EXSCAN -> run.bytes();
          case NEIGHBOR_ALLGATHER, NEIGHBOR_ALLTOALL -> run.bytes();
          // Of BLOCKING_COLLECTIVE all are listed: nothing else is a collective in its blocking
          // form.
          default -> run.bytes();
        };
    any.set(run.group, run.code(), run.root(), run.bytes(), run.receiveBytes(), element);
    any.member = run.member;
    SampledSteps sample = executed.sample(any, schedule, runs, phases);
    double whole =
        executed.wholeOfSample(
            CallKey.mix(key(any, schedule), CallKey.mix(element, known.pattern(run.group))),
            any,
            schedule,
            () -> count(schedule, executed.mostSteps()),
            sample);
    return whole == 0 ? null : new SampledCall(sample.ofCallers(), whole, number, members);
  }

  private void setAny(ScheduleRun run) {
    boolean listed = isListed(run.code());
    any.set(
        run.group,
        run.code(),
        run.root(),
        listed ? 1 : run.bytes(),
        listed ? 1 : run.receiveBytes(),
        1);
  }

  private static long key(MemberCall run, CollectiveSchedule schedule) {
    long key = run.code().id();
    key = CallKey.mix(key, run.participants());
    key = CallKey.mix(key, run.root());
    key = CallKey.mix(key, run.bytes());
    key = CallKey.mix(key, run.receiveBytes());
    return CallKey.mix(key, schedule.name().hashCode());
  }

  private static boolean isListed(OpCode code) {
    return switch (code) {
      case GATHERV, SCATTERV, ALLTOALLV, ALLTOALLW -> true;
      case BARRIER, BCAST, GATHER, SCATTER, ALLGATHER, ALLGATHERV, ALLTOALL, REDUCE -> false;
      case ALLREDUCE, REDUCE_SCATTER, REDUCE_SCATTER_BLOCK, SCAN, EXSCAN -> false;
      case NEIGHBOR_ALLGATHER, NEIGHBOR_ALLTOALL -> false;
      // Of BLOCKING_COLLECTIVE all are listed: nothing else is a collective in its blocking form.
      default -> false;
    };
  }

  /** Steps of all members together, from those of a sample; counts no further than it matters. */
  private long count(CollectiveSchedule schedule, long limit) {
    int others = any.participants() - 1;
    if (others == 0) {
      return 0;
    }
    long total = count(schedule, any.root(), limit == Long.MAX_VALUE ? limit : limit + 1);
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

  /** How the time of a call is found of which the members do not execute phases, in words. */
  String howEstimated() {
    if (rehearsed != null) {
      return "it takes as long as an execution of it, or of some of its steps, by itself";
    }
    return mpi instanceof DirectModel
        ? "it takes as long as the slowest of some of its members, by an estimate for one member"
            + " each"
        : BY_FORMULA;
  }

  /** How long a call takes that all members have made at last. */
  long durationPs(OpenCollective call, CollectiveSchedule schedule, long startPs) {
    long element = setAny(call);
    Layouts known = layouts;
    RehearsedEstimate executed = rehearsed;
    if (known != null && executed != null) {
      long duration =
          executed.durationPs(
              CallKey.mix(key(any, schedule), CallKey.mix(element, known.of(call.group()))),
              any,
              schedule,
              () -> count(schedule, executed.mostSteps()));
      if (duration != RehearsedEstimate.NONE) {
        return Math.max(formula.leastPs(call), duration);
      }
    }
    MemberEstimate estimate;
    if (mpi instanceof DirectModel direct) {
      estimate = new DirectEstimate(direct, any, expanded.reducePsPerByte(), startPs);
    } else if (mpi instanceof QueuedOccupancyModel queued) {
      estimate = new QueuedEstimate(queued, any, expanded.reducePsPerByte(), startPs);
    } else if (mpi instanceof OccupancyModel occupancy) {
      estimate = new OccupancyEstimate(occupancy, any, expanded.reducePsPerByte(), startPs);
    } else {
      return formula.durationPs(call);
    }
    // One member alone does not know with whom it shares interfaces; the bound does.
    long latest = Math.max(formula.leastPs(call), estimate.durationPs(schedule, call.root()));
    int sample = Math.min(SAMPLE, call.participants() - 1);
    for (int i = 0; i < sample; i++) {
      latest = Math.max(latest, estimate.durationPs(schedule, other(i, sample)));
    }
    return latest;
  }

  /** Any member makes a call, in which all blocks are equal; bytes of a listed block. */
  private long setAny(OpenCollective call) {
    int members = call.participants();
    long block = call.vectorBytes();
    long element =
        switch (call.code()) {
          case ALLTOALLV, ALLTOALLW -> call.totalSentBytes() / members / members;
          case GATHERV, SCATTERV, ALLGATHERV -> call.totalSentBytes() / members;
          case REDUCE_SCATTER -> block / members;
          case BARRIER, BCAST, GATHER, SCATTER, ALLGATHER, ALLTOALL, REDUCE, ALLREDUCE -> block;
          case REDUCE_SCATTER_BLOCK, SCAN, EXSCAN, NEIGHBOR_ALLGATHER, NEIGHBOR_ALLTOALL -> block;
          // Of BLOCKING_COLLECTIVE all are listed: nothing else is a collective in its blocking
          // form.
          default -> block;
        };
    long received = call.code() == OpCode.REDUCE_SCATTER_BLOCK ? block / members : block;
    any.set(call.group(), call.code(), call.root(), block, received, element);
    return element;
  }
}
