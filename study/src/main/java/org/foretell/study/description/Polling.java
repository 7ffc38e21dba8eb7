package org.foretell.study.description;

/**
 * What cores take whose ranks wait for messages.
 *
 * @param coresPerNode of the machine; 0 if it is unknown, as in {@link #NONE}
 * @param share of the power of a computing core above an idle one, 0 to 1
 */
public record Polling(int coresPerNode, double share) {
  /** Cores that wait take as much as idle ones. */
  public static final Polling NONE = new Polling(0, 0);

  /** Checks the ranges. */
  public Polling {
    if (coresPerNode < 0 || !(share >= 0 && share <= 1)) {
      throw new IllegalArgumentException(
          "cores that wait take a share of 0 to 1 of computing ones, not " + share);
    }
  }

  /**
   * {@return the share of the cores' time that counts as computing}
   *
   * @param busyShare of the time of all cores of its nodes that they compute, 0 to 1
   * @param ranksPerNode ranks on each node, which wait while they do not compute
   */
  public double busyShare(double busyShare, int ranksPerNode) {
    return coresPerNode == 0
        ? busyShare
        : withWaiting(
            busyShare, Math.max(0, Math.min(1, (double) ranksPerNode / coresPerNode) - busyShare));
  }

  /**
   * {@return the share of the cores' time that counts as computing}
   *
   * @param busyShare of the time of all cores of its nodes that they compute, 0 to 1
   * @param waitingShare of the same time that ranks wait on them, 0 to 1
   */
  public double withWaiting(double busyShare, double waitingShare) {
    return busyShare + share * waitingShare;
  }
}
