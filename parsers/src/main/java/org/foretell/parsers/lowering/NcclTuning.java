package org.foretell.parsers.lowering;

/**
 * How NCCL chooses between ring and tree and between its protocols: the least time by its own
 * model, which is latency + bytes / bandwidth with published constants (NCCL 2.21,
 * src/graph/tuning.cc). The break points follow from the bandwidth of the links.
 *
 * @param gigabytesPerSecond bandwidth of all channels of a GPU together, in GB/s
 */
record NcclTuning(int gigabytesPerSecond) {
  private static final double BYTES_PER_MICRO = 1000;

  /** Of the bandwidth, what rings reach: by protocol. */
  private static final double[] RING_SHARE = {0.25, 0.92, 1.0};

  /** Of the bandwidth, what trees reach: by protocol, within a node and between nodes. */
  private static final double[] TREE_SHARE_WITHIN = {0.92 / 3.8, 0.92 * 7 / 9, 0.92};

  private static final double[] TREE_SHARE_BETWEEN = {0.92 / 3.8, 0.92 * 120 / 128, 0.92};

  /** Microseconds of a step of a tree: by protocol, within a node and between nodes. */
  private static final double[] TREE_STEP_WITHIN = {0.6, 1.25, 28};

  private static final double[] TREE_STEP_BETWEEN = {5.0, 8.5, 28};
  private static final double[] TREE_LAUNCH = {6.8, 14.0, 0};

  /**
   * A choice.
   *
   * @param isTree a tree, or a ring
   * @param protocol of it
   */
  record Choice(boolean isTree, NcclProtocol protocol) {}

  /**
   * Chooses for a collective.
   *
   * @param kind one of those that are rings or trees
   * @param bytes of the whole vector, or of all blocks
   * @param members at least 2
   * @param nodes of the members
   */
  Choice choose(CollectiveKind kind, long bytes, int members, int nodes) {
    Choice best = new Choice(false, NcclProtocol.LL);
    double least = Double.POSITIVE_INFINITY;
    for (NcclProtocol protocol : NcclProtocol.values()) {
      double ring = ringMicros(kind, bytes, members, nodes, protocol);
      if (ring < least) {
        least = ring;
        best = new Choice(false, protocol);
      }
      if (kind == CollectiveKind.ALL_REDUCE) {
        double tree = treeMicros(bytes, members, nodes, protocol);
        if (tree < least) {
          least = tree;
          best = new Choice(true, protocol);
        }
      }
    }
    return best;
  }

  private double ringMicros(
      CollectiveKind kind, long bytes, int members, int nodes, NcclProtocol protocol) {
    boolean isTwice = kind == CollectiveKind.ALL_REDUCE;
    boolean isChain = kind == CollectiveKind.BROADCAST || kind == CollectiveKind.REDUCE;
    int steps = isTwice ? 2 * (members - 1) : isChain ? members : members - 1;
    int between = nodes == 1 ? 0 : isTwice ? 2 * nodes : isChain ? nodes : nodes - 1;
    between = Math.min(steps, between);
    double latency =
        protocol.launchMicros()
            + (steps - between) * protocol.stepMicros(false)
            + between * protocol.stepMicros(true);
    double bandwidth =
        gigabytesPerSecond * RING_SHARE[protocol.ordinal()] * members / (double) steps;
    return latency + bytes / (BYTES_PER_MICRO * bandwidth);
  }

  private double treeMicros(long bytes, int members, int nodes, NcclProtocol protocol) {
    int of = protocol.ordinal();
    double steps = (members / (double) nodes - 1) * TREE_STEP_WITHIN[of];
    steps += floorLog2(nodes) * TREE_STEP_BETWEEN[of];
    double share = nodes == 1 ? TREE_SHARE_WITHIN[of] : TREE_SHARE_BETWEEN[of];
    double bandwidth = gigabytesPerSecond * share / 2;
    return TREE_LAUNCH[of] + 2 * steps + bytes / (BYTES_PER_MICRO * bandwidth);
  }

  private static int floorLog2(int number) {
    return Integer.SIZE - 1 - Integer.numberOfLeadingZeros(number);
  }
}
