package org.foretell.machine.topology;

/** Which switches of a dragonfly's groups hold the cables to the other groups. */
public enum GlobalLinks {
  /**
   * The cables of a group are dealt out over its switches in turn, beginning with the one to the
   * next group.
   */
  DEALT,

  /**
   * As in SimGrid: the switch with the number of the other group, in the first chassis, holds all
   * cables to it. There must be as many switches in a chassis as there are groups.
   */
  BY_GROUP_NUMBER
}
