package org.foretell.extrapolation.fit;

import java.util.ArrayList;
import java.util.List;
import org.foretell.extrapolation.call.CallPool;
import org.foretell.extrapolation.call.Recording;
import org.foretell.extrapolation.grid.Grid;
import org.foretell.extrapolation.grid.GridRule;
import org.foretell.failure.ForetellException;
import org.foretell.trace.OpView;
import org.jspecify.annotations.Nullable;

/** Finds the grid in which a program has laws: the fewest dimensions that will do. */
public final class ProgramSearch {
  /**
   * What was found.
   *
   * @param program the simplest program that all traces agree with
   * @param symbols how calls were taken for the same
   * @param others programs in as many dimensions whose grid of the target is another
   */
  public record Found(FittedProgram program, SymbolRule symbols, List<FittedProgram> others) {}

  private ProgramSearch() {}

  /**
   * Searches.
   *
   * @param pool with the calls
   * @param recordings the traces, in the order of their numbers of ranks
   * @param target number of ranks
   * @return the program
   * @throws ForetellException if there is none, with the reason
   */
  public static Found of(CallPool pool, List<Recording> recordings, int target) {
    int[] ranks = recordings.stream().mapToInt(recording -> recording.info().ranks()).toArray();
    List<GridRule> rules = GridRule.of(ranks);
    List<SymbolRule> ways =
        hasSites(pool)
            ? List.of(SymbolRule.SITES, SymbolRule.SITES_AND_TAGS)
            : List.of(SymbolRule.TAGS, SymbolRule.OPS);
    Found unsure = null;
    FittedProgram closest = null;
    List<String> withoutGrid = new ArrayList<>();
    for (SymbolRule way : ways) {
      Alignment alignment = Alignment.of(pool, recordings, way);
      // With four sizes nearly anything has a law, and so they are asked last.
      for (int dimensions = 1; dimensions <= (unsure == null ? 4 : 3); dimensions++) {
        List<FittedProgram> fitting = new ArrayList<>();
        for (GridRule rule : rules) {
          if (rule.dimensions() == dimensions) {
            Grid grid = rule.grid(target);
            if (grid == null) {
              withoutGrid.add(rule.toString());
              continue;
            }
            FittedProgram program = fit(alignment, rule, ranks, grid);
            if (program.failures().isEmpty()) {
              fitting.add(program);
            } else if (closest == null || isCloser(program, closest)) {
              closest = program;
            }
          }
        }
        Found found = choose(fitting, way);
        if (found != null && found.program().isSure()) {
          return found;
        }
        unsure = unsure == null ? found : unsure;
      }
    }
    if (unsure != null) {
      return unsure;
    }
    throw refused(
        closest, withoutGrid, target, LateCalls.text(pool, recordings), recordings.size());
  }

  /** Whether more values have laws before the first that has none. */
  private static boolean isCloser(FittedProgram program, FittedProgram other) {
    return program.laws().size() > other.laws().size();
  }

  private static FittedProgram fit(Alignment alignment, GridRule rule, int[] ranks, Grid target) {
    Grid[] grids = new Grid[ranks.length];
    for (int t = 0; t < ranks.length; t++) {
      Grid grid = rule.grid(ranks[t]);
      if (grid == null) {
        throw new AssertionError(rule + " has no grid of " + ranks[t]);
      }
      grids[t] = grid;
    }
    return ProgramFit.of(alignment, rule, grids, target);
  }

  private static @Nullable Found choose(List<FittedProgram> fitting, SymbolRule way) {
    FittedProgram first =
        fitting.stream()
            .filter(FittedProgram::isSure)
            .findFirst()
            .orElse(fitting.isEmpty() ? null : fitting.get(0));
    if (first == null) {
      return null;
    }
    List<FittedProgram> others = new ArrayList<>();
    for (FittedProgram other : fitting) {
      boolean isNew =
          !other.target().equals(first.target())
              && others.stream().noneMatch(known -> known.target().equals(other.target()));
      if (isNew && (other.isSure() || !first.isSure())) {
        others.add(other);
      }
    }
    return new Found(first, way, others);
  }

  private static boolean hasSites(CallPool pool) {
    for (int call = 0; call < pool.size(); call++) {
      if (pool.call(call).site() != OpView.NONE) {
        return true;
      }
    }
    return false;
  }

  private static ForetellException refused(
      @Nullable FittedProgram closest,
      List<String> withoutGrid,
      int target,
      String late,
      int traces) {
    StringBuilder text = new StringBuilder("the program is not regular enough to be extrapolated");
    if (closest != null) {
      text.append("; in a grid of ")
          .append(closest.target())
          .append(" (")
          .append(closest.rule())
          .append(") the first value without a law is at ")
          .append(closest.failures().get(0));
    }
    if (!withoutGrid.isEmpty()) {
      text.append("; these grids of the traces have no member with ")
          .append(target)
          .append(" ranks: ")
          .append(String.join(", ", withoutGrid.stream().distinct().toList()));
    }
    text.append(late);
    if (traces < 3) {
      text.append("; with a third trace laws of two parts are looked for too, as 32 + 512 / n1");
    }
    return ForetellException.badInput(text.toString());
  }
}
