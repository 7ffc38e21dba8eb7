package org.foretell.replay;

import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import org.foretell.report.ParameterSensitivity;
import org.foretell.report.ParameterSensitivity.Method;
import org.foretell.result.Sensitivity;

/** By which share a run gets longer for each share by which a parameter grows. */
final class Elasticities {
  /** The share by which parameters are made to cost more, and less. */
  static final double STEP = 0.01;

  private Elasticities() {}

  /** Of what the path told. */
  static ParameterSensitivity derivative(TunableFigure lever, Sensitivity of, long makespanPs) {
    double cost = lever.rounded(1 + STEP) - 1;
    double ofCost = cost == 0 ? 0 : of.elasticity(cost, makespanPs);
    double elasticity = lever.largerIsSlower() ? ofCost : -ofCost;
    double up = 1 + of.stepsUp() * cost;
    double down = Math.max(0, 1 - of.stepsDown() * cost);
    OptionalDouble whenCheaper = known(of.stepsDown() > 0, elasticity);
    OptionalDouble whenDearer = known(of.stepsUp() > 0, elasticity);
    return new ParameterSensitivity(
        lever.name(),
        lever.value(),
        lever.number(),
        lever.unit(),
        lever.largerIsSlower(),
        Method.DERIVATIVE,
        elasticity,
        lever.largerIsSlower() ? whenCheaper : whenDearer,
        lever.largerIsSlower() ? whenDearer : whenCheaper,
        OptionalDouble.of(lever.largerIsSlower() ? down : 1 / up),
        OptionalDouble.of(lever.largerIsSlower() ? up : 1 / down));
  }

  private static OptionalDouble known(boolean isKnown, double elasticity) {
    return isKnown ? OptionalDouble.of(elasticity) : OptionalDouble.empty();
  }

  /** Of two replays; empty if one of them has no time. */
  static Optional<ParameterSensitivity> difference(
      TunableFigure lever, OptionalLong cheaperPs, OptionalLong dearerPs, long makespanPs) {
    if (cheaperPs.isEmpty() || dearerPs.isEmpty()) {
      return Optional.empty();
    }
    double cheaper = elasticity(lever, 1 - STEP, cheaperPs.getAsLong(), makespanPs);
    double dearer = elasticity(lever, 1 + STEP, dearerPs.getAsLong(), makespanPs);
    return Optional.of(
        new ParameterSensitivity(
            lever.name(),
            lever.value(),
            lever.number(),
            lever.unit(),
            lever.largerIsSlower(),
            Method.DIFFERENCE,
            (cheaper + dearer) / 2,
            OptionalDouble.of(lever.largerIsSlower() ? cheaper : dearer),
            OptionalDouble.of(lever.largerIsSlower() ? dearer : cheaper),
            OptionalDouble.empty(),
            OptionalDouble.empty()));
  }

  /** Of the parameter, when it costs so many times as much. */
  private static double elasticity(TunableFigure lever, double cost, long timePs, long makespanPs) {
    double moved = lever.moved(lever.rounded(cost)) - 1;
    double longer = (double) (timePs - makespanPs) / makespanPs;
    return moved == 0 ? 0 : longer / moved;
  }
}
