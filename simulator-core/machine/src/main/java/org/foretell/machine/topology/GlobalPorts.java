package org.foretell.machine.topology;

/** How the cables between groups are counted from the point of view of one group. */
final class GlobalPorts {
  private GlobalPorts() {}

  /**
   * The number, among the cables of a group to others, of one of those to a certain group: all
   * first ones, beginning with that to the next group, then all second ones.
   */
  static int index(int group, int other, int copy, int groups, int cablesPerPair) {
    int ahead = Math.floorMod(other - group - 1, groups);
    return cablesPerPair == 1 ? ahead : copy * (groups - 1) + ahead;
  }

  /** One of the groups that are neither the one nor the other. */
  static int third(int one, int other, int choice) {
    int third = choice;
    if (third >= Math.min(one, other)) {
      third++;
    }
    if (third >= Math.max(one, other)) {
      third++;
    }
    return third;
  }
}
