package org.foretell.trace;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;

/** A trace held as plain lists of ops: slow, obvious, for tests. */
public final class OpListTrace implements TraceSource {
  private final List<List<OpView>> programs = new ArrayList<>();
  private final List<Communicator> communicators = new ArrayList<>();
  private final Set<Capability> capabilities = EnumSet.noneOf(Capability.class);

  /** An empty program for each rank. */
  public OpListTrace(int ranks) {
    for (int rank = 0; rank < ranks; rank++) {
      programs.add(new ArrayList<>());
    }
  }

  private int callSites;
  private int markers;

  /** Appends a copy of an op to a rank's program. */
  public OpListTrace add(int rank, OpView op) {
    OpView copy = new OpView();
    copy.copyFrom(op);
    programs.get(rank).add(copy);
    note(op);
    return this;
  }

  /** Defines a communicator. */
  public OpListTrace define(Communicator communicator) {
    communicators.add(communicator);
    capabilities.add(Capability.SUB_COMMUNICATORS);
    return this;
  }

  /** The ops of a rank; not to be changed. */
  public List<OpView> program(int rank) {
    return programs.get(rank);
  }

  private void note(OpView op) {
    OpCode code = op.code();
    callSites = Math.max(callSites, op.callSite() + 1);
    markers = Math.max(markers, (int) op.get(OpField.MARKER) + 1);
    boolean receives = code.has(OpField.MATCHED_PEER);
    if (receives && op.get(OpField.MATCHED_PEER) == OpView.NONE) {
      boolean sendrecv = code.has(OpField.RECEIVE_PEER);
      long source = sendrecv ? op.get(OpField.RECEIVE_PEER) : op.peer();
      long tag = sendrecv ? op.get(OpField.RECEIVE_TAG) : op.tag();
      if (source == OpView.ANY || tag == OpView.ANY) {
        capabilities.add(Capability.UNRESOLVED_WILDCARDS);
      }
    }
    if (code.family() == OpCode.Family.SHMEM) {
      boolean isFirst = capabilities.add(Capability.SHMEM);
      boolean namesNone =
          !code.has(OpField.TAG)
              || (op.tag() == OpView.NONE && op.listLength(OpField.VARIABLES) == 0);
      if (!code.isUnordered() || !namesNone) {
        capabilities.remove(Capability.UNORDERED_SHMEM);
      } else if (isFirst) {
        capabilities.add(Capability.UNORDERED_SHMEM);
      }
    }
    if (code.family() == OpCode.Family.RMA) {
      capabilities.add(Capability.RMA);
    }
    if (code.family() == OpCode.Family.FILE) {
      capabilities.add(Capability.FILE_IO);
    }
    switch (code) {
      case PROBE -> capabilities.add(Capability.PROBES);
      case WAITANY, TEST, TESTALL, TESTANY, IPROBE -> {
        if (op.get(OpField.OUTCOME) == OpView.NONE) {
          capabilities.add(Capability.UNRESOLVED_COMPLETIONS);
        }
      }
      case WAITSOME, TESTSOME -> {
        if (op.listLength(OpField.OUTCOMES) == 0 && op.get(OpField.OUTCOME) == OpView.NONE) {
          capabilities.add(Capability.UNRESOLVED_COMPLETIONS);
        }
      }
      case COMM_SPLIT, COMM_DUP, COMM_CREATE, COMM_CREATE_GROUP, SHMEM_TEAM_SPLIT ->
          capabilities.add(Capability.SUB_COMMUNICATORS);
      default -> {}
    }
  }

  @Override
  public TraceInfo info() {
    return TraceInfo.ofRanks(programs.size());
  }

  @Override
  public TraceTables tables() {
    return new TraceTables(List.of(), List.of(), communicators, List.of());
  }

  @Override
  public boolean isRecorded() {
    return true;
  }

  @Override
  public Set<Capability> capabilities() {
    return capabilities;
  }

  @Override
  public OptionalLong operations() {
    return OptionalLong.of(programs.stream().mapToLong(List::size).sum());
  }

  @Override
  public OptionalInt requestSlots() {
    return OptionalInt.empty();
  }

  @Override
  public RankCursor open(int rank) {
    List<OpView> ops = programs.get(rank);
    return new RankCursor() {
      private int next;

      @Override
      public boolean next(OpView view) {
        if (next == ops.size()) {
          return false;
        }
        view.copyFrom(ops.get(next++));
        return true;
      }

      @Override
      public long delivered() {
        return next;
      }

      @Override
      public void close() {}
    };
  }

  @Override
  public void describe(TraceSink sink) {
    sink.begin(info());
    communicators.forEach(sink::communicator);
    for (int id = 0; id < callSites; id++) {
      sink.callSite(id, "site " + id);
    }
    for (int id = 0; id < markers; id++) {
      sink.marker(id, "marker " + id);
    }
    for (int rank = 0; rank < programs.size(); rank++) {
      sink.beginProgram(RankSet.of(rank));
      programs.get(rank).forEach(sink::op);
      sink.endProgram();
    }
    sink.end();
  }

  @Override
  public void close() {}
}
