package org.foretell.parsers.dumpi;

import it.unimi.dsi.fastutil.ints.Int2ObjectOpenHashMap;
import org.foretell.trace.OpCode;
import org.foretell.trace.OpField;
import org.foretell.trace.OpView;

/** Turns the reads and writes of files of one rank into ops. */
final class FileCalls {
  private final OpView op;
  private final CommunicatorCalls communicators;
  private final Losses losses;
  private final Int2ObjectOpenHashMap<OpenFile> files = new Int2ObjectOpenHashMap<>();

  /** A file that the rank has opened, and how it counts offsets in it. */
  private static final class OpenFile {
    final int communicator;
    long start;
    long unitBytes = 1;

    OpenFile(int communicator) {
      this.communicator = communicator;
    }
  }

  FileCalls(OpView op, CommunicatorCalls communicators, Losses losses) {
    this.op = op;
    this.communicators = communicators;
    this.losses = losses;
  }

  void clear() {
    files.clear();
  }

  /** Takes note of what a call says of a file. */
  void apply(DumpiRecord call, TypeSizes types) {
    if (call.call.name().equals("MPI_File_set_view")) {
      OpenFile open = files.get(call.intValue(Argument.FILE));
      long unit = types.bytes(call.intValue(Argument.HOSTTYPE));
      if (open != null && unit > 0) {
        open.start = Math.max(0, call.value(Argument.OFFSET));
        open.unitBytes = unit;
      }
    }
  }

  /** Sets the op of a call; false if none stands for it. */
  boolean convert(DumpiFile file, DumpiRecord call, OpCode code, MessageCalls messages) {
    int number = call.intValue(Argument.FILE);
    op.reset(code).set(OpField.OBJECT, number);
    if (code == OpCode.FILE_OPEN) {
      OpenFile opened = new OpenFile(communicators.usable(file, call, Argument.COMM).id);
      files.put(number, opened);
      op.set(OpField.COMMUNICATOR, opened.communicator);
      return true;
    }
    OpenFile open = files.get(number);
    if (open == null) {
      losses.add(Losses.Kind.FILES_OF_OTHERS, 1);
      if (call.has(Argument.REQUEST)) {
        messages.made(file, call);
      }
      return false;
    }
    if (code.has(OpField.COMMUNICATOR)) {
      op.set(OpField.COMMUNICATOR, open.communicator);
    }
    if (code == OpCode.FILE_CLOSE) {
      files.remove(number);
      return true;
    }
    op.set(OpField.BYTES, messages.sizes().bytes(call, Argument.COUNT, Argument.DATATYPE));
    if (call.has(Argument.OFFSET)) {
      op.set(OpField.STRIDE_BYTES, place(file, call, open));
    }
    if (call.call.name().contains("_shared") || call.call.name().contains("_ordered")) {
      losses.add(Losses.Kind.FILE_POINTERS, 1);
    }
    if (code.has(OpField.REQUEST)) {
      op.set(OpField.REQUEST, messages.made(file, call));
    }
    return true;
  }

  private static long place(DumpiFile file, DumpiRecord call, OpenFile open) {
    long offset = call.value(Argument.OFFSET);
    if (offset < 0 || offset > (Long.MAX_VALUE - open.start) / open.unitBytes) {
      throw file.damaged(call, "an offset, at least 0", String.valueOf(offset));
    }
    return open.start + offset * open.unitBytes;
  }
}
