package org.foretell.parsers.liballprof;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.foretell.parsers.liballprof.CallFields.Argument;
import org.foretell.trace.OpCode;

/**
 * The splits of the world by all ranks. A trace has the address of the variable of a new
 * communicator but not its handle; a later call has the handle, and the size of the communicator
 * and the caller's number in it. What a split gives tells which one that is.
 */
final class Creations {
  /** What is not known. */
  static final int UNKNOWN = -1;

  /** By split of the world, the colour of each rank that took part, then its key. */
  private final List<Split> splits = new ArrayList<>();

  private static final class Split {
    final IntArrayList ranks = new IntArrayList();
    final LongArrayList colors = new LongArrayList();
    final LongArrayList keys = new LongArrayList();
    int[] sizes = {};
    int[] numbers = {};
  }

  private Creations() {}

  /**
   * Reads the splits of all ranks. One file is open at a time.
   *
   * @throws org.foretell.trace.TraceException if a line of one is damaged
   */
  static Creations of(ProfRun run) {
    Creations creations = new Creations();
    CallLine call = new CallLine();
    for (int rank = 0; rank < run.files().size(); rank++) {
      int ordinal = 0;
      boolean hasWorld = false;
      long world = 0;
      try (LineReader line = LineReader.open(run.files().get(rank))) {
        while (line.nextLine()) {
          CallFields fields = CallFields.of(line);
          if (fields == null || !fields.arguments().contains(Argument.COMM)) {
            continue;
          }
          boolean isSplit = fields.op() == OpCode.COMM_SPLIT;
          if (hasWorld && !isSplit) {
            continue;
          }
          line.nextField();
          call.read(fields, line);
          if (!hasWorld && call.size == run.files().size()) {
            hasWorld = true;
            world = call.value(Argument.COMM);
          }
          if (isSplit && call.value(Argument.COMM) == world) {
            creations.add(ordinal++, rank, call);
          }
        }
      }
    }
    creations.splits.forEach(split -> resolve(split, run.files().size()));
    return creations;
  }

  private void add(int ordinal, int rank, CallLine call) {
    while (splits.size() <= ordinal) {
      splits.add(new Split());
    }
    Split split = splits.get(ordinal);
    split.ranks.add(rank);
    split.colors.add(call.value(Argument.COLOR));
    split.keys.add(call.value(Argument.KEY));
  }

  private static void resolve(Split split, int ranks) {
    split.sizes = new int[ranks];
    split.numbers = new int[ranks];
    Arrays.fill(split.sizes, UNKNOWN);
    Arrays.fill(split.numbers, UNKNOWN);
    Map<Long, List<Integer>> members = new HashMap<>();
    for (int i = 0; i < split.ranks.size(); i++) {
      members.computeIfAbsent(split.colors.getLong(i), key -> new ArrayList<>()).add(i);
    }
    for (List<Integer> part : members.values()) {
      // Sorting is stable, and members come in the order of their ranks.
      part.sort((a, b) -> Long.compare(split.keys.getLong(a), split.keys.getLong(b)));
      for (int number = 0; number < part.size(); number++) {
        int rank = split.ranks.getInt(part.get(number));
        split.sizes[rank] = part.size();
        split.numbers[rank] = number;
      }
    }
  }

  /** The size of what a rank's split of the world gave it, {@link #UNKNOWN} if it took no part. */
  int size(int ordinal, int rank) {
    return ordinal < splits.size() ? splits.get(ordinal).sizes[rank] : UNKNOWN;
  }

  /** The rank's number in it. */
  int number(int ordinal, int rank) {
    return ordinal < splits.size() ? splits.get(ordinal).numbers[rank] : UNKNOWN;
  }
}
