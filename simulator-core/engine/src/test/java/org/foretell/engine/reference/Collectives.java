package org.foretell.engine.reference;

import static org.foretell.trace.OpField.COLOR;
import static org.foretell.trace.OpField.KEY;
import static org.foretell.trace.OpField.NEW_COMMUNICATOR;
import static org.foretell.trace.OpField.RANKS;
import static org.foretell.trace.OpField.RECEIVE_BYTES_BY_RANK;
import static org.foretell.trace.OpField.ROOT;
import static org.foretell.trace.OpField.SEND_BYTES_BY_RANK;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.foretell.engine.reference.Replay.Told;
import org.foretell.machine.Placement;
import org.foretell.model.CollectiveModel;
import org.foretell.model.CollectiveSchedule;
import org.foretell.model.CollectiveSchedules;
import org.foretell.model.MemberCall;
import org.foretell.result.Problem;
import org.foretell.trace.Communicator;
import org.foretell.trace.OpCode;
import org.foretell.trace.OpField;
import org.foretell.trace.OpView;
import org.jspecify.annotations.Nullable;

/** Collectives, and the communicators that they make. */
public class Collectives {
  protected final Replay replay;
  protected final CollectiveModel model;
  protected final Placement placement;
  private final @Nullable CollectiveSchedules schedules;
  private final Executor executor;
  private final boolean endsLate;

  /** Executes a member's call step by step. */
  public interface Executor {
    /**
     * A member has called.
     *
     * @param background whether the rank goes on meanwhile
     */
    void execute(
        RankState rank,
        Group stepGroup,
        MemberCall call,
        CollectiveSchedule schedule,
        boolean background,
        Over over);
  }

  /** What happens when all steps are over. */
  public interface Over {
    /**
     * They are.
     *
     * @param othersPs until when the member waited for others
     */
    void over(long endPs, long othersPs);
  }

  /**
   * @param schedules null where all collectives go by formula
   * @param executor of those that do not
   * @param endsLate whether those that go by formula end when no other event of the time of the
   *     last call is left
   */
  public Collectives(
      Replay replay,
      CollectiveModel model,
      Placement placement,
      @Nullable CollectiveSchedules schedules,
      Executor executor,
      boolean endsLate) {
    this.replay = replay;
    this.model = model;
    this.placement = placement;
    this.schedules = schedules;
    this.executor = executor;
    this.endsLate = endsLate;
  }

  /** A rank calls a collective, blocking or not. */
  public void call(RankState rank) {
    call(rank, true);
  }

  /**
   * As {@link #call(RankState)}.
   *
   * @param mayGoInSteps whether it does where there are schedules; otherwise it goes by formula
   */
  public void call(RankState rank, boolean mayGoInSteps) {
    OpView op = rank.op;
    Group group = group(rank);
    check(rank, op, group);
    Request request = new Request(rank);
    Told told = told(rank, op, group);
    int member = group.memberOf(rank.rank);
    OpView copy = new OpView();
    copy.copyFrom(op);
    StepCall call = new StepCall(copy, group, member, placement);
    CollectiveSchedule schedule =
        schedules == null || !mayGoInSteps ? null : schedules.choose(call);
    if (schedule != null) {
      callInSteps(rank, group, call, schedule, request, told);
      return;
    }
    if (op.code().isNonBlockingCollective()) {
      replay.put(rank, op.request(), request);
      checkAgreement(rank, group);
      arrive(rank, group, request);
      replay.endNow(rank, told);
    } else {
      checkAgreement(rank, group);
      arrive(rank, group, request);
      replay.endAfter(rank, List.of(request), () -> told);
    }
  }

  /** Who calls: collectives of MPI and OpenSHMEM are numbered apart. */
  private Group group(RankState rank) {
    Group group = replay.group(rank, rank.op.communicator());
    boolean shmem = rank.standsFor != null && rank.standsFor.code().family() == OpCode.Family.SHMEM;
    return shmem ? group.shmem() : group;
  }

  /** A rank waits by formula for all others; completes when it goes on. */
  public Request callTogether(RankState rank) {
    Group group = replay.group(rank, rank.op.communicator());
    Request request = new Request(rank);
    checkAgreement(rank, group);
    arrive(rank, group, request);
    return request;
  }

  private void callInSteps(
      RankState rank,
      Group group,
      StepCall call,
      CollectiveSchedule schedule,
      Request request,
      Told told) {
    boolean background = rank.op.code().isNonBlockingCollective();
    if (background) {
      replay.put(rank, rank.op.request(), request);
    }
    checkAgreement(rank, group);
    CollectiveMatch match = group.nextMatch(group.memberOf(rank.rank));
    checkAlgorithm(rank, match, schedule.name());
    join(rank, group, request);
    long startPs = rank.clockPs;
    executor.execute(
        rank,
        match.stepGroup,
        call,
        schedule,
        background,
        (endPs, othersPs) -> {
          if (background) {
            request.complete(endPs, othersPs);
          } else {
            rank.clockPs = startPs;
            replay.end(rank, endPs, othersPs, told);
          }
        });
    if (background) {
      replay.endNow(rank, told);
    }
  }

  /** {@code COMM_SPLIT}, {@code COMM_DUP}, {@code COMM_CREATE}, {@code COMM_CREATE_GROUP}. */
  public void create(RankState rank) {
    OpView op = rank.op;
    Group old = group(rank);
    for (long member : ranks(op)) {
      if (!old.has((int) member)) {
        throw replay.invalid(rank, "no rank " + member + " in the communicator");
      }
    }
    Told told = new Told(OpView.NONE, op.communicator(), 0);
    Group callers = old;
    if (op.code() == OpCode.COMM_CREATE_GROUP) {
      if (!getsOne(rank, op, old)) {
        replay.endNow(rank, told);
        return;
      }
      callers = old.part(ranks(op), op.tag());
    }
    checkAgreement(rank, callers);
    int name = (int) op.get(NEW_COMMUNICATOR);
    boolean taken = name != OpView.NONE && (name < 2 || rank.groups.containsKey(name));
    if (getsOne(rank, op, old) && taken) {
      throw replay.invalid(rank, "communicator " + name + " cannot be named");
    }
    Request request = new Request(rank);
    arrive(rank, callers, request);
    replay.endAfter(rank, List.of(request), () -> told);
  }

  private static boolean getsOne(RankState rank, OpView op, Group old) {
    return switch (op.code()) {
      case COMM_SPLIT -> op.get(COLOR) != OpView.NONE;
      case COMM_DUP -> true;
      default -> old.select(ranks(op)).memberOf(rank.rank) >= 0;
    };
  }

  public void free(RankState rank) {
    int name = rank.op.communicator();
    replay.group(rank, name);
    if (name == Communicator.WORLD || name == Communicator.SELF) {
      throw replay.invalid(rank, "communicator " + name + " stays");
    }
    rank.groups.remove(name);
    replay.endNow(rank, new Told(OpView.NONE, name, 0));
  }

  /** All members of a group must call the same. */
  private void checkAgreement(RankState rank, Group group) {
    CollectiveMatch match = group.nextMatch(group.memberOf(rank.rank));
    if (!match.agreesWith(rank)) {
      String message = match.firstCall + " and " + rank.op;
      replay.problem(
          Problem.Kind.MISMATCHED_COLLECTIVE,
          message,
          rank.position(),
          match.firstCaller.position());
      throw new Replay.Stop(message);
    }
  }

  /** All members must execute it alike. */
  private void checkAlgorithm(RankState rank, CollectiveMatch match, String algorithm) {
    if (match.firstCall == null) {
      match.algorithm = algorithm;
    } else if (!match.algorithm.equals(algorithm)) {
      String message = match.algorithm + " and " + algorithm;
      replay.problem(Problem.Kind.MISMATCHED_COLLECTIVE, message, rank.position());
      throw new Replay.Stop(message);
    }
  }

  private void arrive(RankState rank, Group group, Request request) {
    CollectiveMatch match = group.nextMatch(group.memberOf(rank.rank));
    checkCall(rank, match);
    checkAlgorithm(rank, match, "");
    boolean last = join(rank, group, request);
    hasCalled(match, group.memberOf(rank.rank));
    if (last) {
      complete(match);
    }
  }

  /** Notes a call; whether it was the last. */
  private boolean join(RankState rank, Group group, Request request) {
    int member = group.memberOf(rank.rank);
    CollectiveMatch match = group.nextMatch(member);
    group.called(member);
    boolean last = match.arrive(rank, rank.op, request);
    boolean sameVector = CollectiveSizes.sameOnAll(match.firstCall, rank.op);
    if (!match.sizesReported && (!sameVector || (last && !match.blocksAgree()))) {
      match.sizesReported = true;
      replay.problem(Problem.Kind.SIZE_MISMATCH, match.firstCall.toString(), rank.position());
    }
    return last;
  }

  private void complete(CollectiveMatch match) {
    if (match.firstCall.code() == OpCode.COMM_CREATE) {
      checkLists(match);
    }
    makeCommunicators(match);
    lastHasCalled(match);
  }

  /** A member is about to call a collective that goes by formula. */
  protected void checkCall(RankState rank, CollectiveMatch match) {}

  /** A member has called a collective that goes by formula. */
  protected void hasCalled(CollectiveMatch match, int member) {}

  /** All members have called a collective that goes by formula. */
  protected void lastHasCalled(CollectiveMatch match) {
    long startPs = replay.nowPs();
    Runnable ends =
        () -> {
          long endPs = startPs + model.durationPs(match.view(placement));
          for (Request each : match.requests) {
            each.complete(endPs, startPs);
          }
        };
    boolean late = endsLate && match.group.size() > 1;
    if (late && match.firstCall.code() != OpCode.COMM_CREATE_GROUP) {
      replay.timeline.whenAllHaveCalled(
          match.group.worldRanks[0], match.firstCall.code().isNonBlockingCollective(), ends);
    } else {
      ends.run();
    }
  }

  /** Members of a list must all give that list. */
  private void checkLists(CollectiveMatch match) {
    for (int member = 0; member < match.group.size(); member++) {
      long[] list = ranks(match.calls[member]);
      int self = member;
      boolean given = LongStream.of(list).anyMatch(listed -> listed == self);
      for (long other : list) {
        if (given && !Arrays.equals(list, ranks(match.calls[(int) other]))) {
          String message = "ranks " + member + " and " + other + " give different lists";
          replay.problem(Problem.Kind.MISMATCHED_COLLECTIVE, message);
          throw new Replay.Stop(message);
        }
      }
    }
  }

  private static long[] ranks(OpView op) {
    return op.list(RANKS);
  }

  private static void makeCommunicators(CollectiveMatch match) {
    Group old = match.group;
    switch (match.firstCall.code()) {
      case COMM_DUP -> name(match, new Group(old.worldRanks));
      case COMM_CREATE -> {
        for (int member = 0; member < old.size(); member++) {
          long[] list = ranks(match.calls[member]);
          if (list.length > 0 && list[0] == member) {
            name(match, old.select(list));
          }
        }
      }
      case COMM_CREATE_GROUP -> name(match, new Group(old.worldRanks));
      case COMM_SPLIT -> {
        Map<Long, List<Integer>> parts =
            IntStream.range(0, old.size())
                .boxed()
                .filter(member -> match.calls[member].get(COLOR) != OpView.NONE)
                .sorted(Comparator.comparingLong(member -> match.calls[member].get(KEY)))
                .collect(
                    Collectors.groupingBy(
                        member -> match.calls[member].get(COLOR),
                        TreeMap::new,
                        Collectors.toList()));
        for (List<Integer> members : parts.values()) {
          name(match, old.select(members.stream().mapToLong(Integer::longValue).toArray()));
        }
      }
      default -> {}
    }
  }

  /** Gives the members of a new communicator their names for it. */
  private static void name(CollectiveMatch match, Group made) {
    for (int member = 0; member < match.group.size(); member++) {
      RankState caller = match.callers[member];
      if (made.memberOf(caller.rank) >= 0) {
        caller.groups.put((int) match.calls[member].get(NEW_COMMUNICATOR), made);
      }
    }
  }

  private void check(RankState rank, OpView op, Group group) {
    if (op.code().has(ROOT) && !group.has(op.root())) {
      throw replay.invalid(rank, "no root " + op.root() + " in the communicator");
    }
    boolean significant = !op.code().has(ROOT) || group.worldRanks[op.root()] == rank.rank;
    for (OpField list : List.of(SEND_BYTES_BY_RANK, RECEIVE_BYTES_BY_RANK)) {
      int length = op.code().has(list) && significant ? op.listLength(list) : 0;
      if (length > 1 && length != group.size()) {
        throw replay.invalid(rank, "a size for each rank, or a total, is needed");
      }
    }
  }

  private static Told told(RankState rank, OpView op, Group group) {
    int member = group.memberOf(rank.rank);
    long sent = CollectiveSizes.sentBytes(op, member, group.size());
    long received = CollectiveSizes.receivedBytes(op, member, group.size());
    boolean named = rank.standsFor == null || rank.standsFor.code().has(OpField.COMMUNICATOR);
    return new Told(
        op.code().has(ROOT) ? group.worldRanks[op.root()] : OpView.NONE,
        named ? op.communicator() : 0,
        sent > 0 ? sent : received);
  }
}
