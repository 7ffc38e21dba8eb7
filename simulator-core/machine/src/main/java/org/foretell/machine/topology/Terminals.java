package org.foretell.machine.topology;

import org.foretell.machine.LinkSpeed;
import org.jspecify.annotations.Nullable;

/**
 * The nodes at the switches of a direct network: several at each, with a cable each; or, without
 * cables, each node is its own switch.
 *
 * @param perSwitch nodes at each switch, at least 1; 1 without cable
 * @param speed of the cable of a node; null without a cable
 */
public record Terminals(int perSwitch, @Nullable LinkSpeed speed) {
  /** Each node is a switch itself. */
  public static final Terminals DIRECT = new Terminals(1, null);

  /** Checks the range. */
  public Terminals {
    if (perSwitch < 1 || (perSwitch > 1 && speed == null)) {
      throw new IllegalArgumentException(
          "a switch needs a node, and several nodes need cables; found " + perSwitch);
    }
  }

  /** Returns the number of cables at a number of switches. */
  int cables(int switches) {
    return speed == null ? 0 : perSwitch * switches;
  }

  /** Returns the vertex of a switch. */
  int vertex(int place, int switches) {
    return cables(switches) + place;
  }

  String title() {
    return perSwitch == 1 ? "" : ", " + perSwitch + " nodes each";
  }
}
