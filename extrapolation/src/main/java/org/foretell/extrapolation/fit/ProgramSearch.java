package org.foretell.extrapolation.fit;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
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

  private final Alignment.Traces traces;
  private final List<GridRule> rules;
  private final int target;
  private final Set<String> withoutGrid = new LinkedHashSet<>();
  private @Nullable FittedProgram closest;
  private @Nullable SymbolRule closestWay;

  private ProgramSearch(CallPool pool, List<Recording> recordings, int target) {
    traces = Alignment.Traces.of(pool, recordings);
    rules =
        GridRule.of(recordings.stream().mapToInt(recording -> recording.info().ranks()).toArray());
    this.target = target;
  }

  /**
   * Prepares a search.
   *
   * @param pool with the calls
   * @param recordings the traces, in the order of their numbers of ranks
   * @param target number of ranks
   * @return a search in which nothing was tried yet
   */
  public static ProgramSearch of(CallPool pool, List<Recording> recordings, int target) {
    return new ProgramSearch(pool, recordings, target);
  }

  /** {@return how calls may be taken for the same, the plainest first} */
  public List<SymbolRule> ways() {
    return hasSites(traces.pool())
        ? List.of(
            SymbolRule.SITES,
            SymbolRule.SITES_AND_TAGS,
            SymbolRule.SITES_AND_DIRECTIONS,
            SymbolRule.FLAT_SITES_AND_DIRECTIONS)
        : List.of(
            SymbolRule.TAGS,
            SymbolRule.OPS,
            SymbolRule.OPS_AND_DIRECTIONS,
            SymbolRule.FLAT_OPS_AND_DIRECTIONS);
  }

  /**
   * Finds a program.
   *
   * @param way how calls are taken for the same
   * @return the simplest program that all traces agree with, null if there is none
   */
  public @Nullable Found found(SymbolRule way) {
    Alignment alignment = way.isOfGrid() ? null : Alignment.of(traces, way);
    Found unsure = null;
    // With four sizes nearly anything has a law, and so they are asked last.
    for (int dimensions = 1;
        dimensions <= (unsure == null && !way.isOfGrid() ? 4 : 3);
        dimensions++) {
      Found found = choose(fitting(way, alignment, dimensions), way);
      if (found != null && found.program().isSure()) {
        return found;
      }
      unsure = unsure == null ? found : unsure;
    }
    return unsure;
  }

  /** The programs in as many dimensions that have a law for everything. */
  private List<FittedProgram> fitting(SymbolRule way, @Nullable Alignment shared, int dimensions) {
    List<FittedProgram> fitting = new ArrayList<>();
    Set<List<Grid>> known = new HashSet<>();
    for (GridRule rule : rules) {
      if (rule.dimensions() != dimensions) {
        continue;
      }
      Grid wanted = rule.grid(target);
      if (wanted == null) {
        withoutGrid.add(rule.toString());
        continue;
      }
      Grid[] grids = grids(rule);
      Alignment alignment = shared;
      if (alignment == null
          && known.add(Stream.concat(Stream.of(grids), Stream.of(wanted)).toList())) {
        alignment = Alignment.of(traces, way, grids);
      }
      if (alignment != null) {
        FittedProgram program = ProgramFit.of(alignment, rule, grids, wanted);
        if (program.failures().isEmpty()) {
          fitting.add(program);
        } else if (closest == null || (closestWay == way && isCloser(program, closest))) {
          // The plainest way is the one that a reader understands.
          closest = program;
          closestWay = way;
        }
      }
    }
    return fitting;
  }

  private Grid[] grids(GridRule rule) {
    List<Grid> grids = new ArrayList<>();
    for (Recording recording : traces.recordings()) {
      Grid grid = rule.grid(recording.info().ranks());
      if (grid == null) {
        throw new AssertionError(rule + " has no grid of " + recording.info().ranks());
      }
      grids.add(grid);
    }
    return grids.toArray(Grid[]::new);
  }

  /**
   * Whether more values have laws before the first that has none, or a law fails only since the
   * target is divided unevenly.
   */
  private static boolean isCloser(FittedProgram program, FittedProgram other) {
    boolean isUneven = program.failures().get(0).isUneven();
    return isUneven == other.failures().get(0).isUneven()
        ? program.laws().size() > other.laws().size()
        : isUneven;
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

  /** {@return the grid that the traces fit and that has no member of the wanted size, if any} */
  public Optional<MissingGrid> missingGrid() {
    for (SymbolRule way : ways()) {
      Alignment shared = way.isOfGrid() ? null : Alignment.of(traces, way);
      for (GridRule rule : rules) {
        Grid larger = rule.grid(target) == null ? larger(rule) : null;
        if (larger == null) {
          continue;
        }
        Grid[] grids = grids(rule);
        Alignment alignment = way.isOfGrid() ? Alignment.of(traces, way, grids) : shared;
        if (alignment != null) {
          FittedProgram program = ProgramFit.of(alignment, rule, grids, larger);
          if (program.failures().isEmpty() && program.isSure()) {
            return Optional.of(new MissingGrid(target, rule, List.of(grids)));
          }
        }
      }
    }
    return Optional.empty();
  }

  /** A member beyond all traces, where laws that differ give other values than each other. */
  private @Nullable Grid larger(GridRule rule) {
    int most = traces.recordings().get(traces.recordings().size() - 1).info().ranks();
    int from = Math.max(target, most);
    return rule.next(from, MissingGrid.FAR * from).orElse(null);
  }

  /** {@return why there is no program, once all ways were tried} */
  public ForetellException refusal() {
    Optional<MissingGrid> missing = missingGrid();
    StringBuilder text = new StringBuilder();
    missing.ifPresent(grid -> text.append(grid.text()).append("; in other grids "));
    text.append("the program is not regular enough to be extrapolated");
    if (closest != null) {
      text.append("; in a grid of ")
          .append(closest.target())
          .append(" (")
          .append(closest.rule())
          .append(") the first value without a law is at ")
          .append(closest.failures().get(0));
    }
    if (missing.isEmpty() && !withoutGrid.isEmpty()) {
      text.append("; these grids of the traces have no member with ")
          .append(target)
          .append(" ranks: ")
          .append(String.join(", ", withoutGrid));
    }
    text.append(LateCalls.text(traces.pool(), traces.recordings()));
    if (traces.recordings().size() < 3) {
      text.append("; with a third trace laws of two parts are looked for too, as 32 + 512 / n1");
    }
    return ForetellException.badInput(text.toString());
  }
}
