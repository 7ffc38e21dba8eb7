package org.foretell;

import org.foretell.input.OpenTrace;
import org.foretell.scenario.Experiment;
import org.foretell.scenario.Scenario;
import org.foretell.setting.ModelChoice;

/** A run of a trace that has not begun. */
record Planned(Plan plan, OpenTrace trace, ModelChoice model, Scenario scenario) {
  Experiment experiment() {
    return scenario.experiment();
  }
}
