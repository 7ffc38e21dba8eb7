package org.foretell.extrapolation.fit;

/**
 * What has no law.
 *
 * @param place the call or loop, for people
 * @param what the value
 * @param seen what the traces show, for people
 */
public record Failure(String place, String what, String seen) {
  /** Returns a sentence without its full stop. */
  @Override
  public String toString() {
    return place + ": no law gives " + what + ": " + seen;
  }
}
