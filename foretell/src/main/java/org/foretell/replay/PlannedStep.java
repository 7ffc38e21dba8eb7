package org.foretell.replay;

import java.util.List;
import java.util.function.Supplier;
import org.foretell.scenario.Experiment;

/**
 * A parameter that moves in steps.
 *
 * @param parameter its name, for reports
 * @param value its value, as written
 * @param others other values of it
 */
record PlannedStep(String parameter, String value, List<Other> others) {
  /**
   * Another value.
   *
   * @param value as written
   * @param experiment how a run is made with it
   * @param unnoticedBytes messages of at most so many take as long with it; below 0 if none do
   */
  record Other(String value, Supplier<Experiment> experiment, long unnoticedBytes) {
    /** One that any message may notice. */
    Other(String value, Supplier<Experiment> experiment) {
      this(value, experiment, -1);
    }
  }
}
