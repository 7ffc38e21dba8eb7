package org.foretell.structure.cluster.cover;

import java.util.EnumSet;
import java.util.Set;
import org.foretell.trace.Communicator;
import org.foretell.trace.OpCode;
import org.foretell.trace.OpField;
import org.foretell.trace.OpView;

/** Which ops leads can stand for others with: those whose time no rank's number decides. */
final class CoverOps {
  private static final Set<OpCode> SENDS =
      EnumSet.of(
          OpCode.SEND,
          OpCode.BSEND,
          OpCode.SSEND,
          OpCode.RSEND,
          OpCode.ISEND,
          OpCode.IBSEND,
          OpCode.ISSEND,
          OpCode.IRSEND,
          OpCode.SENDRECV);
  private static final Set<OpCode> RECEIVES = EnumSet.of(OpCode.RECV, OpCode.IRECV);
  private static final Set<OpCode> COLLECTIVES =
      EnumSet.of(
          OpCode.BARRIER,
          OpCode.BCAST,
          OpCode.REDUCE,
          OpCode.ALLREDUCE,
          OpCode.SCAN,
          OpCode.EXSCAN,
          OpCode.ALLGATHER,
          OpCode.ALLTOALL);
  private static final Set<OpCode> ALONE =
      EnumSet.of(
          OpCode.COMPUTE,
          OpCode.ELAPSE,
          OpCode.MARKER_BEGIN,
          OpCode.MARKER_END,
          OpCode.INIT,
          OpCode.FINALIZE,
          OpCode.EVENT,
          OpCode.WAIT,
          OpCode.WAITALL);

  private CoverOps() {}

  static boolean sends(OpCode code) {
    return SENDS.contains(code);
  }

  /** The field of the partner that it receives from. */
  static OpField source(OpCode code) {
    return code == OpCode.SENDRECV ? OpField.RECEIVE_PEER : OpField.PEER;
  }

  static OpField sourceTag(OpCode code) {
    return code == OpCode.SENDRECV ? OpField.RECEIVE_TAG : OpField.TAG;
  }

  static boolean receives(OpCode code) {
    return RECEIVES.contains(code) || code == OpCode.SENDRECV;
  }

  /** Refuses what leads cannot stand for. */
  static void check(OpView op, int rank) {
    OpCode code = op.code();
    boolean collective = COLLECTIVES.contains(code.blockingForm()) && code.isCollective();
    boolean message = sends(code) || receives(code);
    if (!collective && !message && !ALONE.contains(code)) {
      throw refused(rank, op, "is an op that leads cannot stand for others with");
    }
    if (code.has(OpField.HISTOGRAM) && op.histogram() >= 0) {
      throw refused(rank, op, "is drawn from a histogram, so that ranks differ");
    }
    if (code.has(OpField.COMMUNICATOR) && op.communicator() != Communicator.WORLD) {
      throw refused(rank, op, "is on another communicator than the world");
    }
    for (OpField list : new OpField[] {OpField.SEND_BYTES_BY_RANK, OpField.RECEIVE_BYTES_BY_RANK}) {
      if (code.has(list) && op.listLength(list) > 0) {
        throw refused(rank, op, "has sizes by rank");
      }
    }
    if (receives(code)
        && (op.get(source(code)) == OpView.ANY
            || (op.get(source(code)) >= 0 && op.get(sourceTag(code)) < 0))) {
      throw refused(rank, op, "takes a message from anybody or of any tag");
    }
  }

  private static IllegalArgumentException refused(int rank, OpView op, String why) {
    return new IllegalArgumentException("rank " + rank + ": " + op + " " + why);
  }
}
