package org.foretell.result;

/**
 * The effect of a step of a parameter on a predicted time, as far as the critical path shows it.
 *
 * @param name of the parameter
 * @param changePs by how much the critical path is longer after one step, picoseconds: to first
 *     order the change of the predicted time
 * @param stepsDown how many steps the parameter may go the other way until another path, among
 *     those examined, takes over; infinite if none does
 * @param stepsUp the same in the direction of the step
 */
public record Sensitivity(String name, long changePs, double stepsDown, double stepsUp) {
  /**
   * {@return the derivative of the predicted time, picoseconds per unit of the parameter}
   *
   * @param step size of the step in that unit, not 0
   */
  public double derivative(double step) {
    return changePs / step;
  }

  /**
   * {@return the elasticity: by how many percent the time changes for each percent of the
   * parameter}
   *
   * @param relativeStep size of the step over the parameter, not 0
   * @param makespanPs the predicted time
   */
  public double elasticity(double relativeStep, long makespanPs) {
    return changePs / (relativeStep * makespanPs);
  }
}
