package org.foretell.models.collectives.pattern;

import org.foretell.model.MemberCall;

/** Sizes of what members send each other, by the conventions of the MPI calls. */
public final class Blocks {
  private Blocks() {}

  /** A block of a call whose blocks are all equal, as this member states it. */
  public static long bytes(MemberCall call) {
    return switch (call.code()) {
      case GATHER -> call.member() == call.root() ? call.receiveBytes() : call.bytes();
      case SCATTER -> call.member() == call.root() ? call.bytes() : call.receiveBytes();
      default -> call.receiveBytes();
    };
  }

  /** Whether all blocks are equal; if not the list of what each member gives says how large. */
  static boolean equal(MemberCall call) {
    return switch (call.code()) {
      case ALLGATHERV, REDUCE_SCATTER -> false;
      default -> true;
    };
  }

  /** What the caller itself sends to a member, all of it in one message. */
  public static long to(MemberCall call, int member) {
    return switch (call.code()) {
      case ALLTOALLV, ALLTOALLW -> call.sendBytesTo(member);
      case ALLGATHERV -> call.receiveBytesFrom(call.member());
      default -> bytes(call);
    };
  }

  /** What the caller receives from a member if that sends all in one message. */
  public static long from(MemberCall call, int member) {
    return switch (call.code()) {
      case ALLTOALLV, ALLTOALLW, ALLGATHERV -> call.receiveBytesFrom(member);
      default -> bytes(call);
    };
  }
}
