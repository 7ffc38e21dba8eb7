package org.foretell.engine.collective;

import java.util.Arrays;
import org.foretell.engine.batch.Followers;
import org.foretell.engine.cause.CauseTree;
import org.foretell.engine.cause.Causes;
import org.foretell.engine.kernel.RecordPool;
import org.foretell.model.CollectiveCall;
import org.foretell.model.CollectiveSchedule;
import org.foretell.trace.OpCode;
import org.jspecify.annotations.Nullable;

/** A collective that has been called by some of its members; reused for later ones. */
public final class OpenCollective implements CollectiveCall {
  /** The algorithm of a collective that is not executed in steps. */
  static final String BY_FORMULA = "formula";

  private @Nullable CommunicatorGroup group;
  private OpCode calledAs = OpCode.BARRIER;
  private OpCode traced = OpCode.BARRIER;
  private long allocatedBytes;
  private int root;
  private String algorithm = "";
  private int arrived;
  private long latestPs;

  /** The moment of the last call. */
  private int lastCall = CauseTree.NONE;

  /** When the last call was for each replay that follows; empty until there is one. */
  private long[] followersLatestPs = {};

  private long vectorBytes;
  private long maxSentBytes;
  private long maxReceivedBytes;
  private long totalSentBytes;
  private long totalDeliveredBytes;
  private long totalReceivedBytes;
  private boolean vectorsDiffer;
  private int decidingMember;
  private boolean rootDecides;
  private long decidingSentBytes;
  private long decidingReceivedBytes;

  /** Members in the order in which they called. */
  private int[] order = {};

  private int firstRank;
  private long firstOperation;

  /**
   * By member the call of a non-blocking collective or comm_create_group; null until there is one.
   */
  private int @Nullable [] calls;

  /** What a collective that makes communicators needs to know; null for others. */
  @Nullable CommunicatorCreation creation;

  /** Whether the members do not wait for each other but execute it in steps. */
  public boolean inSteps;

  /** Whether its members have gone on, while an earlier one of the communicator is still open. */
  boolean isOver;

  /** The schedule of one that has too many steps to execute them; null for others. */
  @Nullable CollectiveSchedule large;

  /** Of one with too many steps: itself or an earlier one, of which some phases are executed. */
  @Nullable SampledCall sampled;

  /** Forgets the last use. */
  void clear() {
    arrived = 0;
    creation = null;
    inSteps = false;
    isOver = false;
    large = null;
    sampled = null;
  }

  /** Its members, once one has called. */
  CommunicatorGroup group() {
    if (group == null) {
      throw new AssertionError("nobody has called");
    }
    return group;
  }

  public boolean isFirst() {
    return arrived == 0;
  }

  void first(
      CommunicatorGroup calling, OpCode code, int rootMember, String by, int rank, long operation) {
    group = calling;
    calledAs = code;
    traced = code;
    algorithm = by;
    root = rootMember;
    latestPs = 0;
    lastCall = CauseTree.NONE;
    Arrays.fill(followersLatestPs, 0);
    vectorBytes = 0;
    maxSentBytes = 0;
    maxReceivedBytes = 0;
    totalSentBytes = 0;
    totalDeliveredBytes = 0;
    totalReceivedBytes = 0;
    vectorsDiffer = false;
    rootDecides = false;
    if (order.length < participants()) {
      order = new int[participants()];
    }
    firstRank = rank;
    firstOperation = operation;
  }

  /**
   * What the first call is in the trace.
   *
   * @param bytes what it allocates, which must be the same for all; 0 for other ops
   */
  void traced(OpCode code, long bytes) {
    traced = code;
    allocatedBytes = bytes;
  }

  /** Whether another call is the same in the trace. */
  boolean isTraced(OpCode code, long bytes) {
    return traced == code && allocatedBytes == bytes;
  }

  /** The op of the trace. */
  public OpCode traced() {
    return traced;
  }

  /** Notes who calls; to be followed by {@link #join}. */
  void arrives(int member, boolean isRoot, CollectiveSizes sizes) {
    order[arrived] = member;
    if (isRoot || !rootDecides) {
      decidingMember = member;
      decidingSentBytes = sizes.sentBytes;
      decidingReceivedBytes = sizes.receivedBytes;
      rootDecides = isRoot;
    }
  }

  /** A member calls at a moment; before join. */
  void callsAt(Causes causes, int moment) {
    lastCall = causes.later(lastCall, moment);
  }

  /** The moment of the last call. */
  int lastCall() {
    return lastCall;
  }

  /**
   * A member has called.
   *
   * @return whether its vector differs from the others', for the first that does
   */
  boolean join(long timePs, CollectiveSizes sizes) {
    boolean differs = arrived > 0 && sizes.vectorBytes != vectorBytes && !vectorsDiffer;
    vectorsDiffer |= differs;
    arrived++;
    latestPs = Math.max(latestPs, timePs);
    vectorBytes = Math.max(vectorBytes, sizes.vectorBytes);
    maxSentBytes = Math.max(maxSentBytes, sizes.sentBytes);
    maxReceivedBytes = Math.max(maxReceivedBytes, sizes.receivedBytes);
    addTotals(sizes.sentBytes, sizes.deliveredBytes, sizes.receivedBytes);
    return differs;
  }

  private void addTotals(long sentBytes, long deliveredBytes, long receivedBytes) {
    totalSentBytes = Math.addExact(totalSentBytes, sentBytes);
    totalDeliveredBytes = Math.addExact(totalDeliveredBytes, deliveredBytes);
    totalReceivedBytes = Math.addExact(totalReceivedBytes, receivedBytes);
  }

  /** Whether all members have called. */
  boolean isComplete() {
    return arrived == participants();
  }

  /** Whether all members have called whose ranks are in this part of the replay. */
  boolean isCompleteHere() {
    return arrived == group().callers();
  }

  /**
   * Adds what members in another part of the replay said.
   *
   * @return whether they said the same as those before, as far as they must
   */
  boolean add(OpenCollective here) {
    if (isFirst()) {
      first(
          here.group(),
          here.calledAs,
          here.root,
          here.algorithm,
          here.firstRank,
          here.firstOperation);
      traced(here.traced, here.allocatedBytes);
      inSteps = here.inSteps;
      large = here.large;
      vectorBytes = here.vectorBytes;
    }
    if (calledAs != here.calledAs
        || root != here.root
        || !isTraced(here.traced, here.allocatedBytes)
        || !algorithm.equals(here.algorithm)) {
      return false;
    }
    group = here.group();
    if (here.rootDecides || !rootDecides) {
      decidingMember = here.decidingMember;
      decidingSentBytes = here.decidingSentBytes;
      decidingReceivedBytes = here.decidingReceivedBytes;
      rootDecides = here.rootDecides;
    }
    addCreation(here);
    System.arraycopy(here.order, 0, order, arrived, here.arrived);
    arrived += here.arrived;
    vectorsDiffer |= here.vectorsDiffer || vectorBytes != here.vectorBytes;
    latestPs = Math.max(latestPs, here.latestPs);
    vectorBytes = Math.max(vectorBytes, here.vectorBytes);
    maxSentBytes = Math.max(maxSentBytes, here.maxSentBytes);
    maxReceivedBytes = Math.max(maxReceivedBytes, here.maxReceivedBytes);
    addTotals(here.totalSentBytes, here.totalDeliveredBytes, here.totalReceivedBytes);
    return true;
  }

  private void addCreation(OpenCollective here) {
    CommunicatorCreation other = here.creation;
    if (other != null) {
      CommunicatorCreation all = creation == null ? other.anew() : creation;
      creation = all;
      for (int i = 0; i < here.arrived; i++) {
        all.add(other, here.order[i]);
      }
    }
  }

  /** Whether some members' vectors differ from the others'. */
  boolean vectorsDiffer() {
    return vectorsDiffer;
  }

  public int arrived() {
    return arrived;
  }

  /** The op as called, blocking or not. */
  public OpCode calledAs() {
    return calledAs;
  }

  /** How the members execute it. */
  String algorithm() {
    return algorithm;
  }

  /** When the last member called. */
  long latestPs() {
    return latestPs;
  }

  /** When the last member called, for each replay that follows. */
  long[] followersLatestPs(Followers followers) {
    if (followersLatestPs.length == 0) {
      followersLatestPs = followers.timesPs();
    }
    return followersLatestPs;
  }

  int firstRank() {
    return firstRank;
  }

  long firstOperation() {
    return firstOperation;
  }

  long totalDeliveredBytes() {
    return totalDeliveredBytes;
  }

  long totalReceivedBytes() {
    return totalReceivedBytes;
  }

  public void call(int member, int call) {
    if (calls == null || calls.length < participants()) {
      calls = new int[participants()];
    }
    calls[member] = call;
  }

  public int call(int member) {
    return calls == null ? RecordPool.NONE : calls[member];
  }

  @Override
  public OpCode code() {
    return calledAs.blockingForm();
  }

  @Override
  public int participants() {
    return group == null ? 1 : group.size();
  }

  @Override
  public int nodes() {
    return group == null ? 1 : group.nodes();
  }

  @Override
  public int worldRank(int rankInCommunicator) {
    return group == null ? 0 : group.worldRank(rankInCommunicator);
  }

  @Override
  public int root() {
    return root;
  }

  @Override
  public int decidingMember() {
    return decidingMember;
  }

  @Override
  public long decidingSentBytes() {
    return decidingSentBytes;
  }

  @Override
  public long decidingReceivedBytes() {
    return decidingReceivedBytes;
  }

  @Override
  public int memberByArrival(int index) {
    return order[index];
  }

  @Override
  public long vectorBytes() {
    return vectorBytes;
  }

  @Override
  public long maxSentBytes() {
    return maxSentBytes;
  }

  @Override
  public long maxReceivedBytes() {
    return maxReceivedBytes;
  }

  @Override
  public long totalSentBytes() {
    return totalSentBytes;
  }
}
