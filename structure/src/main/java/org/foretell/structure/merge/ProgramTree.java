package org.foretell.structure.merge;

import java.util.ArrayList;
import java.util.List;
import org.foretell.structure.duration.PlaceForms;
import org.foretell.structure.op.OpTable;
import org.jspecify.annotations.Nullable;

/**
 * Merges programs of different shapes over a binary tree of ranks: neighbours first, then what
 * became of them, wherever one program takes less room than two.
 */
final class ProgramTree {
  /** Of the programs of the other half, as many are tried. */
  private static final int TRIED = 4;

  /** Nothing is merged any more once that much time has been taken, counted in pairs of parts. */
  private static final long MOST_WORK = 2_000_000_000L;

  private final OpTable ops;
  private final int ranksOfTrace;
  private long work;

  /** A program and about how many bytes it takes. */
  private record Sized(SharedProgram program, long bytes) {}

  ProgramTree(OpTable ops, int ranksOfTrace) {
    this.ops = ops;
    this.ranksOfTrace = ranksOfTrace;
  }

  /** Fewer programs for the same ranks. */
  List<SharedProgram> merge(List<SharedProgram> programs) {
    List<Sized> sized = programs.stream().map(this::sized).toList();
    return tree(sized).stream().map(Sized::program).toList();
  }

  private List<Sized> tree(List<Sized> programs) {
    if (programs.size() < 2) {
      return programs;
    }
    int half = programs.size() / 2;
    List<Sized> merged = new ArrayList<>(tree(programs.subList(0, half)));
    for (Sized other : tree(programs.subList(half, programs.size()))) {
      join(other, merged);
    }
    return merged;
  }

  private void join(Sized other, List<Sized> merged) {
    for (int i = 0; i < Math.min(TRIED, merged.size()); i++) {
      Sized both = join(merged.get(i), other);
      if (both != null) {
        merged.set(i, both);
        return;
      }
    }
    merged.add(other);
  }

  private @Nullable Sized join(Sized first, Sized second) {
    SharedProgram a = first.program();
    SharedProgram b = second.program();
    if (a.leavesBurstsOut() != b.leavesBurstsOut() || work > MOST_WORK) {
      return null;
    }
    work += (long) a.length() * b.length();
    SharedProgram both = Alignment.of(a, b, ops);
    if (both == null) {
      return null;
    }
    Sized sized = sized(both);
    return sized.bytes() < first.bytes() + second.bytes() ? sized : null;
  }

  private Sized sized(SharedProgram program) {
    return new Sized(program, bytes(program));
  }

  /** About how many bytes a program takes. */
  long bytes(SharedProgram program) {
    if (program.classes().get(0).hasSpecials()) {
      return 0; // taken over as it is
    }
    SizeSink size = new SizeSink();
    PlaceForms forms = PlaceForms.allInColumn(program.places());
    new ProgramWriter(program, forms, ops, ranksOfTrace, size).write();
    return size.bytes();
  }
}
