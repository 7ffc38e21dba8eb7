package org.foretell.extrapolation.fit;

/**
 * What has no law.
 *
 * @param place the call or loop, for people
 * @param what the value
 * @param seen what the traces show, for people
 * @param isUneven whether there is a law, but the grid of the target divides the program unevenly
 */
public record Failure(String place, String what, String seen, boolean isUneven) {
  /** Returns a sentence without its full stop. */
  @Override
  public String toString() {
    return place + ": no law gives " + what + ": " + seen;
  }
}
