package org.foretell.observe;

import java.util.List;
import org.foretell.result.Sensitivity;

/** Is told at the end of a simulation what its predicted time makes of moves of parameters. */
@FunctionalInterface
public interface SensitivityObserver {
  /**
   * The replay has come to its end.
   *
   * @param sensitivities in the order of the moves that were asked for
   */
  void sensitivities(List<Sensitivity> sensitivities);
}
