package org.foretell.machine;

/**
 * The power of the switches of a network.
 *
 * @param each a switch with its cables, whatever it carries
 * @param switches of the whole machine, at least 0
 */
public record SwitchPower(Watts each, int switches) {
  /** Checks the range. */
  public SwitchPower {
    if (switches < 0) {
      throw new IllegalArgumentException("a machine cannot have " + switches + " switches");
    }
  }
}
