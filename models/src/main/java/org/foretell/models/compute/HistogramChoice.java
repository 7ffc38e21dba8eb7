package org.foretell.models.compute;

/** The duration used for a burst that was recorded as a histogram. */
public enum HistogramChoice {
  /** The mean over all bins. */
  MEAN,
  /** The longest duration. */
  MAX,
  /** A random draw; each rank has its own stream. */
  SAMPLED
}
