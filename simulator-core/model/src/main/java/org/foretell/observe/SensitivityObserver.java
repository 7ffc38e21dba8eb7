package org.foretell.observe;

import java.util.List;
import org.foretell.result.Sensitivity;

/** Receives the effects of parameter steps on the predicted time at the end of a simulation. */
@FunctionalInterface
public interface SensitivityObserver {
  /**
   * Called at the end of the replay.
   *
   * @param sensitivities in the order of the requested steps
   */
  void sensitivities(List<Sensitivity> sensitivities);
}
