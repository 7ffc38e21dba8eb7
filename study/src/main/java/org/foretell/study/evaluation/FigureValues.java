package org.foretell.study.evaluation;

import java.util.OptionalInt;
import org.foretell.study.description.Estimate;

/** The values that figures have in a state of the world. */
public interface FigureValues {
  /**
   * {@return the value of a figure}
   *
   * @param figure name of it
   * @param estimate its value in the study
   */
  double of(String figure, Estimate estimate);

  /**
   * {@return the number that a choice or the noise of a program has, or the years of life; empty if
   * it has none}
   *
   * @param name of it
   */
  OptionalInt number(String name);
}
