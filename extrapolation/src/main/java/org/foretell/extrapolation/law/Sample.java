package org.foretell.extrapolation.law;

/**
 * A value that a trace shows.
 *
 * @param trace number of the trace
 * @param place where
 * @param value there
 */
public record Sample(int trace, Place place, long value) {
  Sample with(long other) {
    return new Sample(trace, place, other);
  }
}
