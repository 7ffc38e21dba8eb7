package org.foretell.extrapolation.fit;

import java.util.List;
import java.util.stream.Collectors;
import org.foretell.extrapolation.grid.Grid;
import org.foretell.extrapolation.grid.GridRule;

/**
 * A grid in which traces have laws, and which has no member with the wanted number of ranks.
 *
 * @param target number of ranks
 * @param rule of the grid
 * @param traces the grids of the traces
 */
public record MissingGrid(int target, GridRule rule, List<Grid> traces) {
  /** How many times as many ranks a member may have that is looked for. */
  static final int FAR = 16;

  /** Copies the list. */
  public MissingGrid {
    traces = List.copyOf(traces);
  }

  /** {@return what the grid is and which members are next to the wanted number, for people} */
  public String text() {
    return target
        + " ranks are no member of the grid that the traces fit ("
        + rule
        + ": "
        + traces.stream().map(Grid::toString).collect(Collectors.joining(", "))
        + "); take a number that is: "
        + rule.around(target, FAR * target).stream()
            .map(grid -> grid.ranks() + " (" + grid + ")")
            .collect(Collectors.joining(" or "));
  }
}
