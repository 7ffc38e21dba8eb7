package org.foretell.replay;

import java.util.List;
import java.util.function.Supplier;

/**
 * A parameter that moves in steps.
 *
 * @param parameter its name, for reports
 * @param value its value, as written
 * @param others other values of it
 */
record PlannedStep(String parameter, String value, List<Other> others) {
  /** Another value, and how a run is made with it. */
  record Other(String value, Supplier<Experiment> experiment) {}
}
