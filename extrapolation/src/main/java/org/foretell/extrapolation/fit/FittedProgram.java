package org.foretell.extrapolation.fit;

import java.util.List;
import java.util.Map;
import java.util.Set;
import org.foretell.extrapolation.call.Amount;
import org.foretell.extrapolation.grid.Grid;
import org.foretell.extrapolation.grid.GridRule;
import org.foretell.extrapolation.law.Certainty;

/**
 * A program with laws for one grid.
 *
 * @param rule of the grid
 * @param target the grid
 * @param body the program
 * @param tail computation after the last call
 * @param tailAmounts of that computation, where they are known
 * @param laws all laws but those of bursts
 * @param bursts laws of bursts
 * @param amounts laws of what bursts do
 * @param traced the amounts that all traces have
 * @param failures what has no law; then the program is not to be used
 * @param leftOut values that are left out, for people
 */
public record FittedProgram(
    GridRule rule,
    Grid target,
    List<Node> body,
    Bursts tail,
    Map<Amount, Bursts> tailAmounts,
    List<LawUse> laws,
    List<BurstUse> bursts,
    List<AmountUse> amounts,
    Set<Amount> traced,
    List<Failure> failures,
    List<String> leftOut) {
  /** {@return whether all laws are determined} */
  public boolean isSure() {
    return laws.stream().allMatch(use -> Certainty.isSure(use.law()));
  }
}
