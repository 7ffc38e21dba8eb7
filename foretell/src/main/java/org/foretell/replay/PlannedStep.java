package org.foretell.replay;

import java.util.List;
import org.foretell.scenario.Change;

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
   * @param changes what makes a run with it
   * @param unnoticedBytes messages of at most so many take as long with it; below 0 if none do
   */
  record Other(String value, List<Change> changes, long unnoticedBytes) {
    /** One that any message may notice. */
    Other(String value, List<Change> changes) {
      this(value, changes, -1);
    }
  }
}
