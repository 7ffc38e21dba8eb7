package org.foretell.trace.store;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import org.foretell.trace.RankSet;

/** The programs of a trace, or of a part of one, that have been recorded, and whose they are. */
final class RecordedPrograms {
  private final BitSet begun = new BitSet();
  private final List<Contents.Program> programs = new ArrayList<>();
  private long operations;

  /** The number of the next program. */
  int next() {
    return programs.size();
  }

  List<Contents.Program> list() {
    return List.copyOf(programs);
  }

  /** What all of them run, repeats counted as often as they run. */
  long operations() {
    return operations;
  }

  boolean hasBegun(int rank) {
    return rank >= 0 && begun.get(rank);
  }

  /** The first rank without a program. */
  int firstMissing() {
    return begun.nextClearBit(0);
  }

  /**
   * A program of some ranks begins.
   *
   * @param of number of ranks of the trace
   * @throws IllegalArgumentException if a rank is none of the trace, or has a program already
   * @throws IllegalStateException if other programs are of the other kind, or there are too many
   */
  void claim(RankSet ranks, boolean graph, int of) {
    if (!programs.isEmpty() && programs.get(0).isGraph() != graph) {
      throw new IllegalStateException(
          "the programs of a trace must be all sequences of ops or all task graphs, but are both");
    }
    if (programs.size() >= Format.MAX_PROGRAMS) {
      throw new IllegalStateException("there are too many programs");
    }
    ranks.forEach(
        rank -> {
          if (rank >= of || begun.get(rank)) {
            throw new IllegalArgumentException(
                rank >= of
                    ? "rank " + rank + " is not among the " + of + " ranks"
                    : "rank " + rank + " has a program already");
          }
        });
    ranks.forEach(begun::set);
  }

  /**
   * The program that began last has ended.
   *
   * @throws IllegalArgumentException if all programs together run too much
   */
  void add(Contents.Program program, long operationsOfIt) {
    plus(operationsOfIt);
    programs.add(program);
  }

  private void plus(long more) {
    operations = ExecutionCounter.plus(operations, more);
    if (operations == Long.MAX_VALUE) {
      throw new IllegalArgumentException(
          "a trace can have fewer than 2^63 - 1 operations, repeats counted as often as they run,"
              + " but has more");
    }
  }

  /**
   * Takes over the programs of a part, which is empty then.
   *
   * @param distance how much further on their blocks are now
   * @param of number of ranks of the trace
   */
  void takeAll(RecordedPrograms part, long distance, int of) {
    for (Contents.Program program : part.programs) {
      claim(program.ranks(), program.isGraph(), of);
      programs.add(
          new Contents.Program(
              programs.size(),
              program.kind(),
              program.ranks(),
              program.firstBlock() + distance,
              program.blocks(),
              program.places()));
    }
    plus(part.operations);
    part.begun.clear();
    part.programs.clear();
    part.operations = 0;
  }
}
