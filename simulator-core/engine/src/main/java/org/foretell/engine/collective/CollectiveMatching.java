package org.foretell.engine.collective;

import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.Objects;
import java.util.Set;
import org.foretell.engine.cause.Causes;
import org.foretell.engine.kernel.ModelAnswer;
import org.foretell.engine.kernel.RecordPool;
import org.foretell.engine.mail.NeedsOnePart;
import org.foretell.engine.message.EventList;
import org.foretell.engine.state.InvalidTrace;
import org.foretell.engine.state.OpRecorder;
import org.foretell.engine.state.ProblemLog;
import org.foretell.engine.state.RankTable;
import org.foretell.engine.state.ReplayState;
import org.foretell.engine.state.RequestTable;
import org.foretell.model.CollectiveModel;
import org.foretell.model.CollectiveSchedule;
import org.foretell.result.Problem;
import org.foretell.time.Ps;
import org.foretell.trace.OpCode;
import org.foretell.trace.OpField;
import org.foretell.trace.OpView;
import org.jspecify.annotations.Nullable;

/** Where the members of a communicator wait for each other. */
public final class CollectiveMatching {
  /** Marks members that have called comm_create_group. */
  private static final int CALLED = 1;

  private static final OpCode[] BLOCKING_FORMS =
      Arrays.stream(OpCode.values()).map(OpCode::blockingForm).toArray(OpCode[]::new);
  private static final boolean[] ROOTED = new boolean[BLOCKING_FORMS.length];

  static {
    for (OpCode code : OpCode.values()) {
      ROOTED[code.ordinal()] = code.has(OpField.ROOT);
    }
  }

  private final RankTable ranks;
  private final RequestTable requests;
  private final CollectiveModel model;

  /** Null where all collectives go by formula. */
  private final @Nullable LargeCollectives large;

  private final ProblemLog problems;
  private final @Nullable OpRecorder recorder;
  private final Causes causes;

  /** Those of which some members have called and others have not, where causes are kept. */
  private final Set<OpenCollective> called = new LinkedHashSet<>();

  private final CollectiveSizes sizes = new CollectiveSizes();
  private final @Nullable Launcher launcher;

  /** Collectives with members in other parts of the replay; null where there is one part. */
  private final @Nullable SplitCalls split;

  /** Null where no other replay follows. */
  private final @Nullable FollowerCalls followers;

  /** Where collectives end when nothing else of their time is left; null where they end at once. */
  private final @Nullable EventList eventList;

  /** The call at hand as the trace has it: the op, and what all its members must say alike. */
  private OpCode traced = OpCode.BARRIER;

  private long tracedBytes;

  /** Calls of non-blocking collectives that are not complete. */
  public final CallPool calls = new CallPool();

  /** Calls that make communicators. */
  public final CommunicatorCreations creations;

  /** Who takes over collectives whose members have all called, where no formula ends them. */
  public interface Launcher {
    /** A member is about to call. */
    void calls(int rank, CommunicatorGroup group, int member, OpView op);

    /**
     * All members of a collective have called.
     *
     * @param matching which knows what the collective's formula says, and its requests
     * @param started when the last did
     * @param lastCall the moment of that
     */
    void launch(CollectiveMatching matching, OpenCollective open, long started, int lastCall);

    /** The member has called; if it was the last one the collective has been launched. */
    void called(int rank, OpView op);
  }

  /** Those that have too many steps to execute them. */
  public final EstimatedCalls estimated = new EstimatedCalls();

  /**
   * Nobody has called.
   *
   * @param large null where all collectives go by formula
   * @param launcher null where a formula says when a collective ends
   * @param split collectives with members in other parts of the replay; null where there is one
   * @param followers null where no other replay follows
   * @param eventList where those that go by formula end when nothing else of the time of the last
   *     call is left; null where they end in its event
   */
  public CollectiveMatching(
      ReplayState state,
      CommunicatorTable communicators,
      CollectiveModel model,
      @Nullable LargeCollectives large,
      @Nullable Launcher launcher,
      @Nullable SplitCalls split,
      @Nullable FollowerCalls followers,
      @Nullable EventList eventList) {
    ranks = state.ranks();
    requests = state.requests();
    problems = state.problems();
    recorder = state.recorder();
    causes = state.causes();
    causes.setup().heldBy(moment -> called.forEach(open -> moment.accept(open.lastCall())));
    creations = new CommunicatorCreations(ranks, communicators, problems);
    this.model = model;
    this.large = large;
    this.launcher = launcher;
    this.split = split;
    this.followers = followers;
    this.eventList = eventList;
  }

  /**
   * A member is about to call a collective: checks and sums up its root and sizes.
   *
   * @param asTraced the op of the trace that it stands for, mostly itself
   * @return root, 0 for an op that has none
   */
  public int check(int rank, CommunicatorGroup group, int member, OpView op, OpView asTraced) {
    OpCode code = op.code();
    traced = asTraced.code();
    tracedBytes = traced == OpCode.SHMEM_MALLOC ? asTraced.bytes() : 0;
    boolean rooted = ROOTED[code.ordinal()];
    int root = rooted ? root(rank, group, op) : 0;
    OpCode form = BLOCKING_FORMS[code.ordinal()];
    computeSizes(rank, form, op, group.size(), member, rooted && member == root);
    if (recorder != null) {
      recorder.partner(
          rank,
          rooted ? group.worldRank(root) : OpView.NONE,
          sizes.sentBytes > 0 ? sizes.sentBytes : sizes.receivedBytes);
      recorder.observer.collective(rank, sizes.sentBytes, sizes.receivedBytes);
    }
    return root;
  }

  private int root(int rank, CommunicatorGroup group, OpView op) {
    long root = op.get(OpField.ROOT);
    if (root < 0 || root >= group.size()) {
      throw problems.invalid(
          rank,
          ranks.operation(rank),
          "has root " + root + ", but its communicator has " + group.size() + " members");
    }
    return (int) root;
  }

  /**
   * A member calls a collective at its clock. A blocking one is an expected part of the rank's op;
   * a non-blocking one completes its request.
   *
   * @param root as {@link #check} has just answered
   * @param slot request slot, or {@link RequestTable#BLOCKING} or {@link RequestTable#DETACHED}
   * @param schedule of a call that is too large to be executed, null for one that goes by formula
   * @param sampled of which phases are executed, or an earlier one; null if there is none
   * @return whether it is {@code sampled}, and its members are to begin with the phases
   */
  public boolean call(
      int rank,
      CommunicatorGroup group,
      int member,
      OpView op,
      int root,
      int slot,
      @Nullable CollectiveSchedule schedule,
      @Nullable SampledCall sampled) {
    OpCode code = op.code();
    OpCode form = BLOCKING_FORMS[code.ordinal()];
    if (launcher != null) {
      launcher.calls(rank, group, member, op);
    }
    if (schedule != null) {
      estimated.add(form, rank, ranks.operation(rank), estimate(sampled));
    }
    long number = numberOf(group, member);
    String algorithm =
        schedule == null ? OpenCollective.BY_FORMULA : schedule.name() + " (not executed)";
    OpenCollective open = enter(rank, group, member, code, root, algorithm);
    open.large = schedule;
    open.sampled = sampled;
    if (slot == RequestTable.BLOCKING) {
      ranks.expect(rank);
    } else {
      int call = calls.create(slot, group.context, number);
      open.call(member, call);
      if (sampled != null) {
        sampled.call(member, call);
      }
      if (slot >= 0) {
        requests.setPending(rank, slot, RequestTable.COLLECTIVE, call);
      }
    }
    if (code.family() == OpCode.Family.COMMUNICATOR) {
      creations.join(rank, group, member, op, open);
    }
    boolean atRoot = ROOTED[code.ordinal()] && member == root;
    open.arrives(member, atRoot, sizes);
    join(rank, open, form);
    boolean begins = false;
    if (group.isSplit()) {
      boolean inRounds = Objects.requireNonNull(split).inRounds();
      if (sampled != null || (inRounds && code.isNonBlockingCollective())) {
        throw new NeedsOnePart(); // others may ask in the same round whether it has ended
      }
      if (open.isCompleteHere()) {
        handIn(group, open, form, number);
      }
    } else if (open.isComplete()) {
      begins = finish(rank, open, form);
      group.open.removeThoseOver();
    }
    if (launcher != null) {
      launcher.called(rank, op);
    }
    return begins;
  }

  private String estimate(@Nullable SampledCall sampled) {
    if (sampled != null) {
      return "some of its phases are executed; by as much as these take longer than by themselves,"
          + " so does the whole";
    }
    return large == null ? LargeCollectives.BY_FORMULA : large.howEstimated();
  }

  /**
   * The call that says how long a member's next call takes, which has too many steps: what the
   * first member that called has found, so that all do the same.
   */
  static @Nullable SampledCall sampled(
      CommunicatorGroup group,
      int member,
      LargeCollectives calls,
      ScheduleRun run,
      CollectiveSchedule chosen) {
    long number = numberOf(group, member);
    OpenCollective open = group.open.at(number);
    return open.isFirst() ? calls.sampled(run, chosen, number) : open.sampled;
  }

  /** Which of its communicator's collectives a member's next call is. */
  private static long numberOf(CommunicatorGroup group, int member) {
    return group.open.number(group.calls(member));
  }

  /**
   * A member calls a collective at its clock that the members execute in steps, without waiting
   * here: only what they say is compared.
   *
   * @param root as {@link #check} has just answered
   * @param algorithm name of the schedule
   * @return which of its communicator's collectives it is
   */
  public long callInSteps(
      int rank, CommunicatorGroup group, int member, OpView op, int root, String algorithm) {
    OpCode form = BLOCKING_FORMS[op.code().ordinal()];
    long number = numberOf(group, member);
    OpenCollective open = enter(rank, group, member, op.code(), root, algorithm);
    open.inSteps = true;
    join(rank, open, form);
    if (group.isSplit()) {
      if (open.isCompleteHere()) {
        handIn(group, open, form, number);
      }
    } else if (open.isComplete()) {
      checkTotals(rank, open, form);
      called.remove(open);
      open.isOver = true;
      group.open.removeThoseOver();
    }
    return number;
  }

  /**
   * All members in this part of the replay have called. If they are the last ones, it is known when
   * all members go on, here and in the other parts.
   */
  private void handIn(CommunicatorGroup group, OpenCollective open, OpCode form, long number) {
    SplitCalls others = Objects.requireNonNull(split);
    if (!open.inSteps && eventList != null && eventList.instantIsOver()) {
      throw new NeedsOnePart(); // other parts do not know that it is called after their collectives
    }
    OpenCollective whole = others.add(open, number);
    if (open.inSteps) {
      close(group, open);
    }
    if (whole == null) {
      return;
    }
    boolean sameVector = CollectiveSizes.agreement(form) == CollectiveSizes.Agreement.SAME_VECTOR;
    if (!totalsAgree(whole, form) || (sameVector && whole.vectorsDiffer())) {
      throw new NeedsOnePart(); // sizes do not agree
    }
    if (!whole.inSteps) {
      long started = whole.latestPs();
      long end = Ps.plus(started, durationPs(whole, form));
      if (!others.end(group, number, started, end)) {
        ends(group, number, started, end);
      }
    }
  }

  /** How many members of the collective that a letter is about are in this part of the replay. */
  public int membersHere(long[] words, int at) {
    return Objects.requireNonNull(split).group(words, at).membersHere().length;
  }

  /** The rank of the first member of the collective that a letter is about. */
  public int firstRank(long[] words, int at) {
    return Objects.requireNonNull(split).group(words, at).worldRank(0);
  }

  /** A letter has come from another part of the replay, of the kind of {@link SplitCalls}. */
  public void letter(long[] words, int at) {
    ends(
        Objects.requireNonNull(split).group(words, at),
        SplitCalls.number(words, at),
        SplitCalls.startedPs(words, at),
        SplitCalls.endPs(words, at));
  }

  /** It is known when a collective ends that members in several parts of the replay have called. */
  private void ends(CommunicatorGroup group, long number, long startedPs, long endPs) {
    OpenCollective open = group.open.at(number);
    if (open.creation != null) {
      Objects.requireNonNull(split).complete(group, number);
    }
    boolean blocking = !open.calledAs().isNonBlockingCollective();
    // In this order ranks find their neighbours' data in the cache.
    for (int member : group.membersHere()) {
      goesOn(open, member, blocking, startedPs, endPs, open.lastCall());
    }
    called.remove(open);
    close(group, open);
  }

  private void close(CommunicatorGroup group, OpenCollective open) {
    open.isOver = true;
    group.open.removeThoseOver();
    Objects.requireNonNull(split).forgetUnused(group);
  }

  private void goesOn(
      OpenCollective open, int member, boolean blocking, long startedPs, long endPs, int end) {
    int rank = open.worldRank(member);
    if (blocking) {
      ranks.partEnds(rank, endPs, startedPs, end);
    } else {
      int call = open.call(member);
      requests.completes(rank, calls.slot(call), endPs, startedPs, end);
      calls.release(call);
    }
  }

  /** A member's next call: it must be what the others have called. */
  private OpenCollective enter(
      int rank, CommunicatorGroup group, int member, OpCode code, int root, String algorithm) {
    long number = numberOf(group, member);
    group.countCall(member);
    OpenCollective open = group.open.at(number);
    if (open.isFirst()) {
      open.first(group, code, root, algorithm, rank, ranks.operation(rank));
      open.traced(traced, tracedBytes);
    } else if (open.calledAs() != code
        || open.root() != root
        || !open.isTraced(traced, tracedBytes)) {
      throw mismatch(rank, open, number);
    } else if (!open.algorithm().equals(algorithm)) {
      throw problems.fatal(
          Problem.Kind.MISMATCHED_COLLECTIVE,
          "the sizes of collective number "
              + number
              + " on a communicator differ so much that its members would not execute it alike: {0}"
              + " by "
              + algorithm
              + ", but {1} by "
              + open.algorithm(),
          rank,
          ranks.operation(rank),
          open.firstRank(),
          open.firstOperation());
    }
    return open;
  }

  private void computeSizes(
      int rank, OpCode form, OpView op, int members, int member, boolean isRoot) {
    try {
      sizes.compute(form, op, members, member, isRoot);
    } catch (ArithmeticException tooLarge) {
      throw problems.invalid(rank, ranks.operation(rank), "moves more than 2^63 bytes");
    } catch (IllegalArgumentException wrong) {
      throw problems.invalid(rank, ranks.operation(rank), String.valueOf(wrong.getMessage()));
    }
  }

  private InvalidTrace mismatch(int rank, OpenCollective open, long number) {
    return problems.fatal(
        Problem.Kind.MISMATCHED_COLLECTIVE,
        "collective number " + number + " on a communicator is not the same for all: {0}, but {1}",
        rank,
        ranks.operation(rank),
        open.firstRank(),
        open.firstOperation());
  }

  private void join(int rank, OpenCollective open, OpCode form) {
    try {
      if (causes.areKept()) {
        called.add(open);
        open.callsAt(causes, causes.clock(rank));
      }
      if (followers != null) {
        followers.join(rank, open);
      }
      if (open.join(ranks.clockPs(rank), sizes)
          && CollectiveSizes.agreement(form) == CollectiveSizes.Agreement.SAME_VECTOR) {
        problems.add(
            Problem.Kind.SIZE_MISMATCH,
            "{0} states a different size than {1}",
            rank,
            ranks.operation(rank),
            open.firstRank(),
            open.firstOperation());
      }
    } catch (ArithmeticException tooLarge) {
      throw problems.invalid(
          rank, ranks.operation(rank), "moves more than 2^63 bytes, all members together");
    }
  }

  /** All members have called; whether they are to begin with phases of it. */
  private boolean finish(int caller, OpenCollective open, OpCode form) {
    checkTotals(caller, open, form);
    open.isOver = true;
    long started = open.latestPs();
    CommunicatorCreation creation = open.creation;
    if (creation != null) {
      creations.complete(open, creation);
    }
    if (launcher != null) {
      called.remove(open);
      launcher.launch(this, open, started, open.lastCall());
      return false;
    }
    SampledCall sampled = open.sampled;
    if (sampled != null && !sampled.isKnown()) {
      called.remove(open);
      sampled.follow(open.lastCall(), open.vectorBytes());
      sampled.start(started, model.leastPs(open));
      return true;
    }
    EventList order = eventList;
    if (order == null || open.participants() == 1 || form == OpCode.COMM_CREATE_GROUP) {
      end(caller, open, form, started);
    } else {
      open.isOver = false;
      order.endsLater(
          open.worldRank(0),
          open.calledAs().isNonBlockingCollective(),
          () -> {
            end(caller, open, form, started);
            open.isOver = true;
            open.group().open.removeThoseOver();
          });
    }
    return false;
  }

  /** The members go on when the formula says so. */
  private void end(int caller, OpenCollective open, OpCode form, long started) {
    long end = Ps.plus(started, durationPs(open, form));
    called.remove(open);
    boolean byFormula = open.large == null && open.sampled == null;
    int over =
        causes.collective(
            caller,
            causes.setup().place(caller),
            causes.setup().operation(caller),
            open.participants(),
            open.vectorBytes(),
            byFormula ? open : null,
            end,
            open.lastCall());
    if (followers != null) {
      followers.end(open, form, open.large);
    }
    boolean blocking = !open.calledAs().isNonBlockingCollective();
    for (int member = 0; member < open.participants(); member++) {
      goesOn(open, member, blocking, started, end, over);
    }
  }

  /** A member's call ends of which phases were executed. */
  void completes(ScheduleRun run, long endPs, int end) {
    if (run.call == RecordPool.NONE) {
      ranks.partEnds(run.rank, endPs, run.startPs, end);
    } else {
      requests.completes(run.rank, calls.slot(run.call), endPs, run.startPs, end);
      calls.release(run.call);
    }
  }

  /** What the model says that a collective takes. */
  public long durationPs(OpenCollective open, OpCode form) {
    CollectiveSchedule schedule = open.large;
    SampledCall sampled = open.sampled;
    long duration;
    if (sampled != null) {
      duration = sampled.durationPs();
    } else if (schedule == null || large == null) {
      duration = model.durationPs(open);
    } else {
      duration = large.durationPs(open, schedule, open.latestPs());
    }
    return ModelAnswer.collectivePs(duration, form);
  }

  private static boolean totalsAgree(OpenCollective open, OpCode form) {
    long sent = open.totalDeliveredBytes();
    long received = open.totalReceivedBytes();
    return switch (CollectiveSizes.agreement(form)) {
      case SENT_IS_RECEIVED -> sent == received;
      case SENT_IS_RECEIVED_BY_ALL ->
          received % open.participants() == 0 && received / open.participants() == sent;
      default -> true;
    };
  }

  private void checkTotals(int rank, OpenCollective open, OpCode form) {
    if (!totalsAgree(open, form)) {
      long sent = open.totalDeliveredBytes();
      long received = open.totalReceivedBytes();
      problems.add(
          Problem.Kind.SIZE_MISMATCH,
          "{0}, called first by {1}: the members send "
              + sent
              + (form == OpCode.ALLGATHER || form == OpCode.ALLGATHERV
                  ? " bytes to each"
                  : " bytes")
              + ", but receive "
              + received
              + " in all",
          rank,
          ranks.operation(rank),
          open.firstRank(),
          open.firstOperation());
    }
  }

  /** A rank calls comm_create_group: an expected part of its op, if it is among those listed. */
  public void callCreateGroup(int rank, CommunicatorGroup parent, int member, OpView op) {
    if (parent.isSplit()) {
      throw new NeedsOnePart();
    }
    int position = creations.position(rank, parent, member, op);
    if (position < 0) {
      return;
    }
    OpenCollective open = creations.joinGroup(rank, parent, position, op);
    open.call(position, CALLED);
    computeSizes(rank, op.code(), op, open.participants(), position, false);
    ranks.expect(rank);
    open.arrives(position, false, sizes);
    join(rank, open, op.code());
    if (open.isComplete()) {
      creations.closeGroup(parent, op);
      finish(rank, open, op.code());
    }
  }
}
