package org.foretell.engine.reference;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.foretell.machine.Placement;
import org.foretell.model.CollectiveCall;
import org.foretell.trace.OpCode;
import org.foretell.trace.OpField;
import org.foretell.trace.OpView;

/** The calls that make up one collective: who has called, with what. */
public final class CollectiveMatch {
  public final Group group;
  public final OpView[] calls;
  public final RankState[] callers;
  public final Request[] requests;
  public final Group stepGroup;
  public boolean sizesReported;

  /** Name of the algorithm of the first call, empty for the formula. */
  public String algorithm = "";

  /** The members in the order in which they called. */
  public final List<Integer> arrivals = new ArrayList<>();

  public CollectiveMatch(Group group) {
    this.group = group;
    this.stepGroup = group.forSteps();
    this.calls = new OpView[group.size()];
    this.callers = new RankState[group.size()];
    this.requests = new Request[group.size()];
  }

  /** The first call, which the others must agree with; null if nobody has called. */
  public RankState firstCaller;

  public OpView firstCall;

  /** What the first call is in the trace if that is an op of OpenSHMEM, else null. */
  public OpView firstTraced;

  /** Whether a call is the same as the first. */
  public boolean agreesWith(RankState rank) {
    OpView op = rank.op;
    return firstCall == null
        || (firstCall.code() == op.code()
            && firstCall.root() == op.root()
            && areTracedAlike(rank.standsFor));
  }

  private boolean areTracedAlike(OpView traced) {
    if (firstTraced == null || traced == null) {
      return firstTraced == traced;
    }
    return firstTraced.code() == traced.code()
        && (traced.code() != OpCode.SHMEM_MALLOC || firstTraced.bytes() == traced.bytes());
  }

  /** A member calls; true if it was the last. */
  public boolean arrive(RankState caller, OpView op, Request request) {
    int member = group.memberOf(caller.rank);
    OpView copy = new OpView();
    copy.copyFrom(op);
    if (firstCall == null) {
      firstCall = copy;
      firstCaller = caller;
      firstTraced = caller.standsFor;
    }
    calls[member] = copy;
    callers[member] = caller;
    requests[member] = request;
    arrivals.add(member);
    return arrivals.size() == group.size();
  }

  /** Whether what is sent in blocks is what is received. */
  public boolean blocksAgree() {
    long delivered = 0;
    long received = 0;
    for (int member = 0; member < group.size(); member++) {
      delivered += CollectiveSizes.deliveredBytes(calls[member], member, group.size());
      received += CollectiveSizes.receivedBytes(calls[member], member, group.size());
    }
    return !CollectiveSizes.movesBlocks(firstCall.code()) || delivered == received;
  }

  /** What a model sees. */
  public CollectiveCall view(Placement placement) {
    return new CollectiveCall() {
      @Override
      public OpCode code() {
        return firstCall.code().blockingForm();
      }

      @Override
      public int participants() {
        return group.size();
      }

      @Override
      public int nodes() {
        return (int) Arrays.stream(group.worldRanks).map(placement::node).distinct().count();
      }

      @Override
      public int worldRank(int rankInCommunicator) {
        return group.worldRanks[rankInCommunicator];
      }

      @Override
      public int root() {
        return firstCall.root();
      }

      @Override
      public int decidingMember() {
        boolean rooted = firstCall.code().has(OpField.ROOT);
        return rooted ? root() : memberByArrival(group.size() - 1);
      }

      @Override
      public long decidingSentBytes() {
        int member = decidingMember();
        return CollectiveSizes.sentBytes(calls[member], member, group.size());
      }

      @Override
      public long decidingReceivedBytes() {
        int member = decidingMember();
        return CollectiveSizes.receivedBytes(calls[member], member, group.size());
      }

      @Override
      public int memberByArrival(int index) {
        return arrivals.get(index);
      }

      @Override
      public long vectorBytes() {
        return largest(CollectiveSizes::vectorBytes);
      }

      @Override
      public long maxSentBytes() {
        return largest(CollectiveSizes::sentBytes);
      }

      @Override
      public long maxReceivedBytes() {
        return largest(CollectiveSizes::receivedBytes);
      }

      @Override
      public long totalSentBytes() {
        long total = 0;
        for (int member = 0; member < group.size(); member++) {
          total += CollectiveSizes.sentBytes(calls[member], member, group.size());
        }
        return total;
      }
    };
  }

  private long largest(CollectiveSizes.Size size) {
    long largest = 0;
    for (int member = 0; member < group.size(); member++) {
      largest = Math.max(largest, size.of(calls[member], member, group.size()));
    }
    return largest;
  }
}
