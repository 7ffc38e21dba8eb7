package org.foretell.replay;

import java.util.List;
import java.util.function.BiFunction;
import java.util.function.DoubleFunction;
import java.util.function.IntPredicate;
import org.foretell.machine.Machine;
import org.foretell.scenario.Change;
import org.foretell.scenario.Scenario;
import org.jspecify.annotations.Nullable;

/**
 * A parameter that can be moved by any amount, to see what that does to a predicted time.
 *
 * @param name of the parameter, for reports
 * @param value as written
 * @param number the value in {@code unit}, above 0 and finite
 * @param unit {@code "s"}, {@code "B/s"}, {@code "s/B"}, {@code "flop/s"}, or {@code "1"}
 * @param largerIsSlower whether more of it costs more
 * @param onPath whether the critical path can give its effect
 * @param changes gives the changes by which it costs so many times as much; null if it is one of
 *     computation
 * @param ranks whose bursts it makes longer
 */
record TunableFigure(
    String name,
    String value,
    double number,
    String unit,
    boolean largerIsSlower,
    boolean onPath,
    @Nullable DoubleFunction<List<Change>> changes,
    IntPredicate ranks) {
  private static final double PS_PER_SECOND = 1e12;

  /** A parameter of messages. */
  static TunableFigure of(
      String name,
      String value,
      double number,
      String unit,
      boolean largerIsSlower,
      DoubleFunction<List<Change>> changes) {
    return new TunableFigure(
        name, value, number, unit, largerIsSlower, true, changes, rank -> false);
  }

  /**
   * A figure of the machine.
   *
   * @param moved gives a machine on which it costs so many times as much
   */
  static TunableFigure ofMachine(
      String name,
      String value,
      double number,
      String unit,
      boolean largerIsSlower,
      BiFunction<Machine, Double, Machine> moved) {
    return of(
        name,
        value,
        number,
        unit,
        largerIsSlower,
        cost ->
            List.of(
                new Change(
                    name,
                    new Change.Moved(
                        "x" + (largerIsSlower ? cost : 1 / cost),
                        machine -> moved.apply(machine, cost)))));
  }

  /** The speed of cores. */
  static TunableFigure ofBursts(String name, String value, double number, IntPredicate ranks) {
    return new TunableFigure(name, value, number, "1", false, true, null, ranks);
  }

  /** The same figure, whose effect no path can give. */
  TunableFigure byReplays() {
    return new TunableFigure(name, value, number, unit, largerIsSlower, false, changes, ranks);
  }

  /**
   * The run in which it costs so many times as much.
   *
   * @param still of {@link TunableFigures#still}
   * @throws IllegalStateException if it is one of computation, which no change moves
   */
  Scenario costing(Scenario still, double cost) {
    DoubleFunction<List<Change>> moves = changes;
    if (moves == null) {
      throw new IllegalStateException(name + " is the speed of cores");
    }
    return still.with(moves.apply(cost));
  }

  /** How many times the value is when it costs so many times as much. */
  double moved(double cost) {
    return largerIsSlower ? cost : 1 / cost;
  }

  /** What is moved in truth, since times are whole picoseconds. */
  double rounded(double cost) {
    if (!unit.equals("s")) {
      return cost;
    }
    double ps = Math.rint(number * PS_PER_SECOND);
    return Math.rint(ps * cost) / ps;
  }
}
