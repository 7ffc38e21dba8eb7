package org.foretell.machine.topology;

/** The switches of a dragonfly's groups that have the cables to other groups. */
public enum GlobalLinks {
  /**
   * The cables of a group are distributed over its switches in turn, beginning with the cable to
   * the next group.
   */
  DEALT,

  /**
   * As in SimGrid: the switch with the number of the other group, in the first chassis, has all
   * cables to it. There must be as many switches in a chassis as there are groups.
   */
  BY_GROUP_NUMBER
}
