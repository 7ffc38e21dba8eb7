package org.foretell.machines.simgrid;

import org.foretell.machine.LinkSpeed;

/** What makes hosts equal: they become one group of nodes. */
record HostKind(double flopPerSecond, int cores, LinkSpeed loopback) {
  /** SimGrid's loopback where a platform has none: {@code network/loopback-bw} and {@code -lat}. */
  static final LinkSpeed DEFAULT_LOOPBACK = new LinkSpeed(0, 1e10);
}
