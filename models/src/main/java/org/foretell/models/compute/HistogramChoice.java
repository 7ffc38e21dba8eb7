package org.foretell.models.compute;

/** What to take for a burst whose durations were recorded as a histogram. */
public enum HistogramChoice {
  /** The mean over all bins. */
  MEAN,
  /** The longest. */
  MAX,
  /** A random draw; each rank has a stream of its own. */
  SAMPLED
}
