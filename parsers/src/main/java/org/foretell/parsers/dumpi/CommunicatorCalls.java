package org.foretell.parsers.dumpi;

import org.foretell.trace.OpCode;
import org.foretell.trace.OpField;
import org.foretell.trace.OpView;
import org.jspecify.annotations.Nullable;

/** Turns the calls of one rank that make communicators into ops. */
final class CommunicatorCalls {
  private final OpView op;
  private final Communicators communicators;
  private final Groups groups;
  private final Losses losses;

  CommunicatorCalls(OpView op, Communicators communicators, Groups groups, Losses losses) {
    this.op = op;
    this.communicators = communicators;
    this.groups = groups;
    this.losses = losses;
  }

  /**
   * Sets the op of a call.
   *
   * @return whether it is an op; others only take their time
   * @throws org.foretell.trace.TraceException if what the call makes cannot be replayed
   */
  boolean convert(DumpiFile file, DumpiRecord call) {
    switch (call.call.name()) {
      case "MPI_Comm_dup" -> duplicate(file, call);
      case "MPI_Comm_split" -> {
        boolean isIn = call.value(Argument.NEWCOMM) != Communicators.NULL;
        split(file, call, isIn ? call.intValue(Argument.COLOR) : OpView.NONE, null);
        op.set(OpField.KEY, call.intValue(Argument.KEY));
      }
      case "MPI_Comm_create" -> create(file, call);
      case "MPI_Comm_free", "MPI_Comm_disconnect" -> {
        KnownCommunicator old = communicators.of(call.intValue(Argument.COMM));
        if (old == null || !communicators.remove(call.intValue(Argument.COMM))) {
          return false;
        }
        op.reset(OpCode.COMM_FREE).set(OpField.COMMUNICATOR, old.id);
        return old.unusable == null;
      }
      case "MPI_Cart_create" -> grid(file, call, Argument.DIMS);
      case "MPI_Graph_create" -> grid(file, call, Argument.NODES);
      case "MPI_Cart_sub" -> slice(file, call);
      case "MPI_Comm_group" -> {
        groups.ofCommunicator(call.intValue(Argument.GROUP), usable(file, call, Argument.COMM));
        return false;
      }
      case "MPI_Comm_get_parent" -> {
        return false;
      }
      default -> {
        if (call.has(Argument.NEWCOMM)) {
          communicators.add(call.intValue(Argument.NEWCOMM), null).unusable = call.call.name();
        }
        return false;
      }
    }
    return true;
  }

  /**
   * The communicator of a call.
   *
   * @throws org.foretell.trace.TraceException if no call has made it, or none of its ops can be
   *     replayed
   */
  KnownCommunicator usable(DumpiFile file, DumpiRecord call, Argument argument) {
    int number = call.intValue(argument);
    KnownCommunicator known = communicators.of(number);
    if (known == null) {
      throw file.refused(
          call,
          "a communicator that a call of this rank has made",
          "number " + number,
          "the call that made it was not traced; trace with all calls on");
    }
    if (known.unusable != null) {
      throw file.refused(
          call,
          "a communicator within one group of ranks",
          "one that " + known.unusable + " made",
          "Foretell has no intercommunicators and no processes that start later; such a program"
              + " cannot be replayed");
    }
    return known;
  }

  private @Nullable KnownCommunicator made(DumpiRecord call, @Nullable KnownCommunicator origin) {
    int number = call.intValue(Argument.NEWCOMM);
    if (number == Communicators.NULL) {
      op.set(OpField.NEW_COMMUNICATOR, OpView.NONE);
      return null;
    }
    KnownCommunicator known = communicators.add(number, origin);
    op.set(OpField.NEW_COMMUNICATOR, known.id);
    return known;
  }

  private void duplicate(DumpiFile file, DumpiRecord call) {
    KnownCommunicator old = usable(file, call, Argument.OLDCOMM);
    op.reset(OpCode.COMM_DUP).set(OpField.COMMUNICATOR, old.id);
    KnownCommunicator known = made(call, old);
    if (known != null) {
      known.rank = old.rank;
      known.size = old.size;
      known.dimensions = old.dimensions;
    }
  }

  /** A split; the ranks keep their order unless a key is set after it. */
  private @Nullable KnownCommunicator split(
      DumpiFile file, DumpiRecord call, long color, @Nullable KnownCommunicator origin) {
    KnownCommunicator old = usable(file, call, Argument.OLDCOMM);
    op.reset(OpCode.COMM_SPLIT).set(OpField.COMMUNICATOR, old.id).set(OpField.COLOR, color);
    return made(call, origin);
  }

  private void create(DumpiFile file, DumpiRecord call) {
    KnownCommunicator old = usable(file, call, Argument.OLDCOMM);
    int[] ranks = groups.ranks(call.intValue(Argument.GROUP), old);
    if (ranks == null) {
      throw file.refused(
          call,
          "a group that was made from a group of the communicator it is used for",
          "group " + call.intValue(Argument.GROUP) + ", whose members no record tells",
          "trace with the calls of groups on");
    }
    long[] list = new long[ranks.length];
    for (int i = 0; i < list.length; i++) {
      list[i] = ranks[i];
    }
    op.reset(OpCode.COMM_CREATE).set(OpField.COMMUNICATOR, old.id).setList(OpField.RANKS, list);
    KnownCommunicator known = made(call, null);
    if (known != null) {
      known.size = list.length;
      for (int i = 0; i < list.length; i++) {
        known.rank = list[i] == old.rank ? i : known.rank;
      }
    }
  }

  /** A Cartesian or graph communicator: of the first ranks, whatever order the library chose. */
  private void grid(DumpiFile file, DumpiRecord call, Argument sizes) {
    KnownCommunicator old = usable(file, call, Argument.OLDCOMM);
    boolean isIn = call.value(Argument.NEWCOMM) != Communicators.NULL;
    int[] dimensions = sizes == Argument.DIMS ? ints(call, Argument.DIMS) : new int[0];
    long size = call.has(Argument.NODES) ? call.value(Argument.NODES) : product(dimensions);
    KnownCommunicator origin = old.size == size ? old : null;
    KnownCommunicator known = split(file, call, isIn ? 0 : OpView.NONE, origin);
    if (call.value(Argument.REORDER) != 0) {
      losses.add(Losses.Kind.REORDERED, 1);
    }
    if (known != null) {
      known.rank = old.rank;
      known.size = (int) Math.min(size, Integer.MAX_VALUE);
      known.dimensions = dimensions;
    }
  }

  private static int[] ints(DumpiRecord call, Argument argument) {
    int[] ints = new int[call.length(argument)];
    for (int i = 0; i < ints.length; i++) {
      ints[i] = call.element(argument, i);
    }
    return ints;
  }

  private static long product(int[] dimensions) {
    long product = 1;
    for (int dimension : dimensions) {
      product = Math.min(Integer.MAX_VALUE, product * Math.max(0, dimension));
    }
    return product;
  }

  /** A part of a grid: ranks that differ only in the dimensions that remain. */
  private void slice(DumpiFile file, DumpiRecord call) {
    KnownCommunicator old = usable(file, call, Argument.OLDCOMM);
    int[] remain = ints(call, Argument.REMAIN_DIMS);
    int rank = old.rank >= 0 ? old.rank : RankHints.rank(file, call.intValue(Argument.OLDCOMM));
    if (old.dimensions.length != remain.length || rank < 0 || remain.length == 0) {
      throw file.refused(
          call,
          "a Cartesian communicator of "
              + remain.length
              + " dimensions in which the number of this rank is known",
          old.dimensions.length == remain.length
              ? "one in which no record tells it"
              : "one of " + old.dimensions.length,
          "trace with MPI_Cart_create and MPI_Comm_rank on");
    }
    long color = 0;
    long key = 0;
    long size = 1;
    int[] kept = new int[remain.length];
    int count = 0;
    long stride = product(old.dimensions);
    for (int i = 0; i < remain.length; i++) {
      int dimension = Math.max(1, old.dimensions[i]);
      stride /= dimension;
      long coordinate = rank / Math.max(1, stride) % dimension;
      if (remain[i] != 0) {
        key = key * dimension + coordinate;
        size *= dimension;
        kept[count++] = dimension;
      } else {
        color = color * dimension + coordinate;
      }
    }
    KnownCommunicator known = split(file, call, color, null);
    op.set(OpField.KEY, key);
    if (known != null) {
      known.rank = (int) key;
      known.size = (int) size;
      known.dimensions = java.util.Arrays.copyOf(kept, count);
    }
  }
}
