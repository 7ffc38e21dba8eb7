package org.foretell.parsers.liballprof;

import it.unimi.dsi.fastutil.longs.Long2ObjectOpenHashMap;
import java.util.ArrayList;
import java.util.List;
import org.foretell.parsers.liballprof.CallFields.Argument;
import org.foretell.trace.Communicator;
import org.foretell.trace.OpCode;
import org.foretell.trace.OpField;
import org.foretell.trace.OpView;

/** The communicators of one rank: which of those that it made each handle is. */
final class Communicators {
  /** MPI_COMM_WORLD of MPICH and what descends from it. */
  private static final long MPICH_WORLD = 0x4400_0000L;

  private final WorldSplits worldSplits;
  private final ProfLosses losses;
  private final int ranks;
  private final Long2ObjectOpenHashMap<Made> byHandle = new Long2ObjectOpenHashMap<>();
  private final List<Made> unnamed = new ArrayList<>();
  private int rank;
  private int nextId;
  private int splits;
  private boolean hasWorld;
  private long world;

  /**
   * A communicator of this rank.
   *
   * @param id in the trace
   * @param number of the rank in it, -1 if that is not known
   * @param size of it; if the number is not known, the most that it can be
   */
  private record Made(int id, int number, int size) {
    boolean canBe(CallLine call) {
      return number < 0 ? call.size <= size : number == call.rank && size == call.size;
    }
  }

  Communicators(int ranks, WorldSplits worldSplits, ProfLosses losses) {
    this.ranks = ranks;
    this.worldSplits = worldSplits;
    this.losses = losses;
  }

  void begin(int newRank) {
    rank = newRank;
    byHandle.clear();
    unnamed.clear();
    nextId = Communicator.FIRST_FREE;
    splits = 0;
    hasWorld = false;
    world = 0;
  }

  /** Whether the numbers of nobody and of any source are those of MPICH: -1 and -2. */
  boolean isMpich() {
    return hasWorld && world == MPICH_WORLD;
  }

  /**
   * The id of the communicator of a call.
   *
   * @throws org.foretell.trace.TraceException if no call made it, or the files are not those of all
   *     ranks
   */
  int id(LineReader line, CallLine call) {
    long handle = call.value(Argument.COMM);
    Made known = byHandle.get(handle);
    if (known != null && (known.number < 0 || known.canBe(call))) {
      return known.id;
    }
    Made found = find(line, call);
    byHandle.put(handle, new Made(found.id, call.rank, call.size));
    return found.id;
  }

  private Made find(LineReader line, CallLine call) {
    if (!hasWorld && call.size >= ranks && call.size > 1) {
      if (call.size != ranks || call.rank != rank) {
        throw line.error(
            "rank " + rank + " of " + ranks + ", as many as there are files",
            "rank " + call.rank + " of " + call.size,
            "put the files of all ranks into the folder, with the numbers of their ranks in their"
                + " names");
      }
      hasWorld = true;
      world = call.value(Argument.COMM);
      return new Made(Communicator.WORLD, rank, ranks);
    }
    List<Made> candidates = unnamed.stream().filter(made -> made.canBe(call)).toList();
    if (!candidates.isEmpty()) {
      if (candidates.size() > 1) {
        losses.ambiguousCommunicator();
      }
      unnamed.remove(candidates.get(0));
      return candidates.get(0);
    }
    if (call.size == 1) {
      return new Made(ranks == 1 ? Communicator.WORLD : Communicator.SELF, 0, 1);
    }
    if (call.size == ranks && call.rank == rank) {
      return new Made(Communicator.WORLD, rank, ranks);
    }
    throw line.error(
        "a communicator that MPI_Comm_split, MPI_Comm_dup or MPI_Cart_create made",
        "another one, in which this is rank " + call.rank + " of " + call.size,
        "a trace of liballprof does not say which ranks are in it, so it cannot be replayed");
  }

  /** Sets the op of a call that makes a communicator; false if none stands for it. */
  boolean make(LineReader line, CallFields fields, CallLine call, OpView op) {
    OpCode code = fields.op();
    boolean isOfWorld = hasWorld && call.value(Argument.COMM) == world;
    int parent = id(line, call);
    if (code == OpCode.COMM_DUP) {
      op.reset(OpCode.COMM_DUP);
      unnamed.add(new Made(nextId, call.rank, call.size));
    } else if (code == OpCode.COMM_SPLIT) {
      boolean isIn = call.value(Argument.COLOR) >= 0;
      op.reset(OpCode.COMM_SPLIT)
          .set(OpField.COLOR, isIn ? call.value(Argument.COLOR) : OpView.NONE)
          .set(OpField.KEY, call.value(Argument.KEY));
      op.set(OpField.COMMUNICATOR, parent);
      int ordinal = splits;
      splits += isOfWorld || parent == Communicator.WORLD ? 1 : 0;
      if (!isIn) {
        return true;
      }
      unnamed.add(split(parent, ordinal, call));
    } else if (fields.name().equals("MPI_Comm_create") || fields.name().equals("MPI_Cart_sub")) {
      return false;
    } else {
      // A grid of all ranks; a smaller one is refused where it is used, by its size.
      op.reset(OpCode.COMM_SPLIT).set(OpField.COLOR, 0);
      unnamed.add(new Made(nextId, call.rank, call.size));
    }
    op.set(OpField.COMMUNICATOR, parent).set(OpField.NEW_COMMUNICATOR, nextId++);
    return true;
  }

  private Made split(int parent, int ordinal, CallLine call) {
    if (parent != Communicator.WORLD) {
      return new Made(nextId, Creations.UNKNOWN, call.size);
    }
    Creations all = worldSplits.get();
    int size = all.size(ordinal, rank);
    return new Made(
        nextId, all.number(ordinal, rank), size == Creations.UNKNOWN ? call.size : size);
  }
}
