package org.foretell.study.evaluation;

import org.foretell.study.description.Estimate;

/**
 * A figure of a study.
 *
 * @param estimate its value and bounds
 * @param kind its allowed values
 */
public record StudyFigure(Estimate estimate, Kind kind) {
  /** The allowed values of a figure. */
  public enum Kind {
    /** Any of at least 0. */
    AMOUNT,
    /** Any of at least 1. */
    AT_LEAST_ONE,
    /** 0 to 1. */
    SHARE,
    /** A factor that moves run times, which are known between its bounds only. */
    REPLAYED,
    /** A factor of run times that no replay depends on, within the error that was measured. */
    MEASURED_ERROR
  }
}
