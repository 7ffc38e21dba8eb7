package org.foretell.engine.collective;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.Locale;
import java.util.function.IntConsumer;
import org.foretell.engine.batch.Followers;
import org.foretell.engine.cause.CauseTree;
import org.foretell.engine.cause.Causes;
import org.foretell.engine.kernel.RecordPool;
import org.foretell.model.CollectiveSchedule;
import org.foretell.model.CommunicatorNodes;
import org.foretell.model.MemberCall;
import org.foretell.model.ModelException;
import org.foretell.trace.OpCode;
import org.foretell.trace.OpField;
import org.foretell.trace.OpView;
import org.jspecify.annotations.Nullable;

/**
 * A collective that one rank executes step by step: what it called, and how far it is. Reused for
 * later ones.
 *
 * <p>A blocking one runs on its rank's clock, in its rank's op. A non-blocking one runs in the
 * background: it has a clock and parts of its own, as {@code RankTable} has for ranks. So has any
 * where startups are paid ahead, see {@link ScheduleExecutor}.
 */
public final class ScheduleRun implements MemberCall {
  /** Set in the context of a communicator whose messages are steps of collectives. */
  private static final int HIDDEN = 1 << 30;

  private static final long[] EMPTY = {};
  private static final long UNKNOWN = -1;

  private static final OpCode[] CODES = OpCode.values();
  private static final OpCode[] BLOCKING_FORMS = new OpCode[CODES.length];
  private static final boolean[] SENDS_LIST = new boolean[CODES.length];
  private static final boolean[] RECEIVES_LIST = new boolean[CODES.length];

  static {
    for (OpCode code : CODES) {
      BLOCKING_FORMS[code.ordinal()] = code.blockingForm();
      SENDS_LIST[code.ordinal()] = code.has(OpField.SEND_BYTES_BY_RANK);
      RECEIVES_LIST[code.ordinal()] = code.has(OpField.RECEIVE_BYTES_BY_RANK);
    }
  }

  /** Names the run among those in use. */
  public final int number;

  public int rank;
  int member;
  public CommunicatorGroup group;
  @Nullable CollectiveSchedule schedule;
  public boolean background;

  /** Request, in the pool of calls, of one that does not block; else {@link RecordPool#NONE}. */
  public int call;

  /** Number of the rank's op. */
  public long operation;

  /** Its place, where somebody asks for the critical path. */
  public long place;

  public int tag;

  /** When the rank called. */
  long startPs;

  /** Number of the step that is executed next, or in part. */
  int next;

  /** Of which phases are executed, null for all steps. */
  @Nullable SampledCall sampled;

  /** When the latest step ended that may have waited for others. */
  long stepPs;

  /** How long the steps so far waited for others. */
  long waitedPs;

  /** What was started and has not completed. */
  int started;

  /** Whether something was started since the last wait. */
  public boolean hasStarted;

  /** The step waits for what was started. */
  boolean awaitsStarted;

  public long startedEndPs;
  public long startedPartnerPs;

  /** In the background: when it is ready for its next step. */
  public long clockPs;

  long readyPs;
  long partnerPs;

  /** The moments of the times above. */
  public int clockCause;

  private int readyCause;
  private int startedCause;

  /** The clock of the rank, while it is lent to the collective. */
  int lentCause;

  /** The beginning of the phases that are executed. */
  int sampleCause;

  private final Causes causes;

  /** These times for replays that follow; null where there are none. */
  final @Nullable FollowerRun followers;

  public int parts;

  /** A step has not begun. */
  public static final int AT_START = 0;

  /** A step has posted its receive, and sends. */
  public static final int SENDS = 1;

  /** The message has gone; what the receive costs comes before waiting for it. */
  public static final int WAITS = 2;

  /** Sending has blocked; what the receive costs comes when all is there. */
  public static final int HAS_WAITED = 3;

  /** The message has left, and the receive is posted. */
  static final int RECEIVES = 4;

  /** Which part of a step that sends and receives comes next, as those of a sendrecv. */
  public int part;

  /** Whether it has been started. */
  public boolean hasBegun;

  // Where startups are paid ahead:

  /** When the step began, its startup still ahead. */
  public long beganPs;

  /** In the background: the burst that it has or is ready for; 0 before a step. */
  public long startupPs;

  /** What waiting for all that was started costs the CPU. */
  public long awaitPs;

  /** It goes on before others of its node. */
  public boolean atHead;

  /**
   * What was started since the last wait and was not complete at once, see {@code StepRequests}.
   */
  public final IntArrayList pending = new IntArrayList(0);

  /** The next free run, -1 if there is none. */
  int nextFree;

  /** The strand that executes it when it is in the background. */
  private final int ownStrand;

  private OpCode code = OpCode.BARRIER;
  private int root;
  private long bytes;
  private long receiveBytes;
  private long elements;
  private boolean commutative;
  private @Nullable OpView lists;

  /** Whether {@link #lists} is about this call. */
  private boolean listed;

  /** Sum of what the call lists as received, {@link #UNKNOWN} before it is asked for. */
  private long listedBytes = UNKNOWN;

  private long[] sendList = EMPTY;
  private long[] receiveList = EMPTY;

  ScheduleRun(int number, CommunicatorGroup world, Causes causes, @Nullable Followers followers) {
    this.causes = causes;
    this.followers = followers == null ? null : new FollowerRun(followers);
    this.number = number;
    ownStrand = world.size() + number;
    group = world;
  }

  /** The strand that executes its steps, see {@code CpuPolicy}. */
  public int strand() {
    return background ? ownStrand : rank;
  }

  /** A rank calls a collective. */
  void call(
      int callingRank,
      CommunicatorGroup of,
      int asMember,
      OpView op,
      int rootMember,
      boolean nonBlocking) {
    rank = callingRank;
    group = of;
    member = asMember;
    schedule = null;
    background = nonBlocking;
    code = BLOCKING_FORMS[op.code().ordinal()];
    root = rootMember;
    bytes = op.bytes();
    receiveBytes = op.receiveBytes();
    elements = op.get(OpField.COUNT);
    commutative = (op.get(OpField.FLAGS) & OpCode.REDUCTION_NOT_COMMUTATIVE) == 0;
    next = 0;
    sampled = null;
    call = RecordPool.NONE;
    waitedPs = 0;
    started = 0;
    hasStarted = false;
    awaitsStarted = false;
    startedEndPs = 0;
    startedCause = CauseTree.NONE;
    startedPartnerPs = 0;
    partnerPs = 0;
    part = AT_START;
    hasBegun = !nonBlocking;
    startupPs = 0;
    awaitPs = 0;
    atHead = false;
    listedBytes = UNKNOWN;
    keepLists(op);
  }

  /**
   * Keeps the lists of the op. Those of a blocking op stay valid while its rank is in it, those of
   * another have to be copied.
   */
  private void keepLists(OpView op) {
    boolean sends = SENDS_LIST[code.ordinal()] && op.listLength(OpField.SEND_BYTES_BY_RANK) > 0;
    boolean receives =
        RECEIVES_LIST[code.ordinal()] && op.listLength(OpField.RECEIVE_BYTES_BY_RANK) > 0;
    listed = sends || receives;
    if (!sends && !receives) {
      return;
    }
    OpView kept = lists;
    if (kept == null) {
      kept = new OpView();
      lists = kept;
    }
    kept.copyFrom(op);
    if (background && sends) {
      sendList = copy(op, OpField.SEND_BYTES_BY_RANK, sendList);
      int length = op.listLength(OpField.SEND_BYTES_BY_RANK);
      kept.setList(OpField.SEND_BYTES_BY_RANK, sendList, 0, length);
    }
    if (background && receives) {
      receiveList = copy(op, OpField.RECEIVE_BYTES_BY_RANK, receiveList);
      int length = op.listLength(OpField.RECEIVE_BYTES_BY_RANK);
      kept.setList(OpField.RECEIVE_BYTES_BY_RANK, receiveList, 0, length);
    }
  }

  private static long[] copy(OpView op, OpField field, long[] into) {
    int length = op.listLength(field);
    long[] to = into.length >= length ? into : new long[Math.max(length, 2 * into.length)];
    for (int i = 0; i < length; i++) {
      to[i] = op.listElement(field, i);
    }
    return to;
  }

  /** Opens a step, as {@code RankTable.begin} opens an op. */
  void begin() {
    readyPs = clockPs;
    readyCause = clockCause;
    partnerPs = 0;
    parts = 1;
    if (followers != null) {
      followers.begin();
    }
  }

  /** A part of the step ends, which follows from a moment, for followers at the times at hand. */
  public void part(long endPs, long partPartnerPs, int after) {
    if (endPs > readyPs) {
      readyCause = causes.momentAt(rank, endPs, after);
    }
    if (followers != null) {
      followers.part();
    }
    readyPs = Math.max(readyPs, endPs);
    partnerPs = Math.max(partnerPs, partPartnerPs);
  }

  /** Takes a part away; whether the step has ended with it. */
  public boolean end() {
    if (--parts > 0) {
      return false;
    }
    clockPs = readyPs;
    clockCause = readyCause;
    if (followers != null) {
      followers.end();
    }
    return true;
  }

  /** The moment at which all that was started has ended. */
  public int startedEnd() {
    return startedCause == CauseTree.NONE ? causes.clock(rank) : startedCause;
  }

  void visitCauses(IntConsumer moment) {
    moment.accept(clockCause);
    moment.accept(readyCause);
    moment.accept(startedCause);
    moment.accept(lentCause);
    moment.accept(sampleCause);
  }

  void forgetCauses() {
    clockCause = CauseTree.NONE;
    readyCause = CauseTree.NONE;
    startedCause = CauseTree.NONE;
    lentCause = CauseTree.NONE;
    sampleCause = CauseTree.NONE;
  }

  /**
   * Something that was started ends, which follows from a moment, for followers at the times at
   * hand.
   */
  public void startedEnds(long endPs, long partPartnerPs, int after) {
    if (endPs > startedEndPs) {
      startedCause = causes.momentAt(rank, endPs, after);
    }
    if (followers != null) {
      followers.startedEnds();
    }
    startedEndPs = Math.max(startedEndPs, endPs);
    startedPartnerPs = Math.max(startedPartnerPs, partPartnerPs);
  }

  @Override
  public OpCode code() {
    return code;
  }

  @Override
  public int participants() {
    return group.size();
  }

  @Override
  public int member() {
    return member;
  }

  @Override
  public int root() {
    return root;
  }

  @Override
  public long bytes() {
    return bytes;
  }

  @Override
  public long receiveBytes() {
    return receiveBytes;
  }

  @Override
  public long sendBytesTo(int other) {
    return listed && SENDS_LIST[code.ordinal()] ? element(OpField.SEND_BYTES_BY_RANK, other) : 0;
  }

  @Override
  public long receiveBytesFrom(int other) {
    return listed && RECEIVES_LIST[code.ordinal()]
        ? element(OpField.RECEIVE_BYTES_BY_RANK, other)
        : 0;
  }

  /** All of them are asked for again and again, and are as many as members. */
  @Override
  public long receiveBytesFrom(int from, int to) {
    if (to - from < group.size()) {
      return MemberCall.super.receiveBytesFrom(from, to);
    }
    if (listedBytes == UNKNOWN) {
      listedBytes = MemberCall.super.receiveBytesFrom(from, to);
    }
    return listedBytes;
  }

  /** Whether nothing that the call lists says that its phases differ. */
  boolean isEven() {
    OpView kept = lists;
    boolean receives = code == OpCode.ALLGATHERV || code == OpCode.REDUCE_SCATTER;
    return !listed
        || receives
        || kept == null
        || (kept.listLength(OpField.SEND_BYTES_BY_RANK) <= 1
            && kept.listLength(OpField.RECEIVE_BYTES_BY_RANK) <= 1);
  }

  /** An element of a list; of a list that is a total an equal share, rounded up. */
  private long element(OpField field, int other) {
    OpView kept = lists;
    int length = kept == null ? 0 : kept.listLength(field);
    if (kept == null || length == 0) {
      return 0;
    }
    int members = group.size();
    if (length == 1 && members > 1) {
      long total = kept.listElement(field, 0);
      return total / members + (total % members == 0 ? 0 : 1);
    }
    return other < length ? kept.listElement(field, other) : 0;
  }

  @Override
  public long elements() {
    return elements;
  }

  @Override
  public boolean commutative() {
    return commutative;
  }

  @Override
  public CommunicatorNodes nodes() {
    return group.sharing();
  }

  @Override
  public int node(int other) {
    return group.node(other);
  }

  /** The context of messages that are steps. */
  public int context() {
    return group.context | HIDDEN;
  }

  /** The world rank of a member that a step names. */
  public int worldRank(int named) {
    if (named < 0 || named >= group.size()) {
      throw broken("names member " + named + " of " + group.size());
    }
    return group.worldRank(named);
  }

  /** The size of a message that a step names. */
  public long checked(long stepBytes) {
    if (stepBytes < 0) {
      throw broken("moves " + stepBytes + " bytes");
    }
    return stepBytes;
  }

  private ModelException broken(String what) {
    CollectiveSchedule chosen = schedule;
    return new ModelException(
        "the schedule "
            + (chosen == null ? "" : chosen.name())
            + " of "
            + code
            + " "
            + what
            + " in step "
            + next
            + " of member "
            + member);
  }

  /** For a sentence: where a rank is. */
  @Override
  public String toString() {
    CollectiveSchedule chosen = schedule;
    return "step "
        + next
        + " of "
        + code.name().toLowerCase(Locale.ROOT)
        + " ("
        + (chosen == null ? "" : chosen.name())
        + ")";
  }
}
