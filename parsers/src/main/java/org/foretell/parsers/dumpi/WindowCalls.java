package org.foretell.parsers.dumpi;

import it.unimi.dsi.fastutil.ints.Int2ObjectOpenHashMap;
import org.foretell.trace.OpCode;
import org.foretell.trace.OpField;
import org.foretell.trace.OpView;

/** Turns the one-sided calls of one rank into ops. */
final class WindowCalls {
  private static final int SHARED = 1;

  private final OpView op;
  private final CommunicatorCalls communicators;
  private final Groups groups;

  /** The communicator of each window by the file's number of the window. */
  private final Int2ObjectOpenHashMap<KnownCommunicator> windows = new Int2ObjectOpenHashMap<>();

  WindowCalls(OpView op, CommunicatorCalls communicators, Groups groups) {
    this.op = op;
    this.communicators = communicators;
    this.groups = groups;
  }

  void clear() {
    windows.clear();
  }

  /** Sets the op of a call; false if none stands for it. */
  boolean convert(DumpiFile file, DumpiRecord call, OpCode code, MessageSizes sizes) {
    int window = call.intValue(Argument.WIN);
    op.reset(code).set(OpField.OBJECT, window);
    if (code == OpCode.WIN_CREATE) {
      KnownCommunicator communicator = communicators.usable(file, call, Argument.COMM);
      windows.put(window, communicator);
      op.set(OpField.COMMUNICATOR, communicator.id)
          .set(OpField.BYTES, call.value(Argument.SIZE) & 0xffff_ffffL);
      return true;
    }
    KnownCommunicator communicator = windows.get(window);
    if (communicator == null) {
      throw file.refused(
          call,
          "a window that MPI_Win_create has made",
          "window " + window,
          "the call that made it was not traced; trace with all calls on");
    }
    switch (code) {
      case PUT, GET, ACCUMULATE -> {
        peer(call, Argument.TARGETRANK);
        op.set(OpField.BYTES, sizes.bytes(call, Argument.ORIGINCOUNT, Argument.ORIGINTYPE));
      }
      case WIN_LOCK -> {
        peer(call, Argument.WINRANK);
        boolean isShared = call.value(Argument.LOCKTYPE) == SHARED;
        op.set(OpField.FLAGS, isShared ? OpCode.LOCK_SHARED : 0);
      }
      case WIN_UNLOCK -> peer(call, Argument.WINRANK);
      case WIN_POST, WIN_START -> ranks(file, call, communicator);
      case WIN_TEST -> op.set(OpField.OUTCOME, call.value(Argument.FLAG) != 0 ? 1 : 0);
      case WIN_FREE -> windows.remove(window);
      // Any other op on a window names only the window.
      default -> {}
    }
    return true;
  }

  private void peer(DumpiRecord call, Argument argument) {
    int peer = call.intValue(argument);
    op.set(OpField.PEER, peer < 0 ? OpView.PROC_NULL : peer);
  }

  private void ranks(DumpiFile file, DumpiRecord call, KnownCommunicator communicator) {
    int[] ranks = groups.ranks(call.intValue(Argument.GROUP), communicator);
    if (ranks == null) {
      throw file.refused(
          call,
          "a group that was made from a group of the communicator of the window",
          "group " + call.intValue(Argument.GROUP) + ", whose members no record tells",
          "trace with the calls of groups on");
    }
    long[] list = new long[ranks.length];
    for (int i = 0; i < list.length; i++) {
      list[i] = ranks[i];
    }
    op.setList(OpField.RANKS, list);
  }
}
