package org.foretell.sanity;

import org.foretell.machine.Machine;
import org.foretell.machine.NodeGroup;

/**
 * Between what any sound answer lies. With L and B the latency and bandwidth between nodes, l and b
 * those within a node, n interfaces a node, r ranks a node, p ranks and s bytes, the floor is the
 * greatest of these: bytes that must leave or enter a node over n B; L for each round, if in one
 * round those who know a thing tell ten others; a tenth of L for each message of a rank, and a
 * hundredth for each message of an interface. The ceiling is four times what a plain algorithm
 * takes. In one node l and b take the places of L and n B.
 *
 * @param floorPs no sound answer is below
 * @param ceilingPs nor above
 */
record SanityLimits(double floorPs, double ceilingPs) {
  /** Answers may be as much below the floor, since large calls are estimated. */
  private static final double ESTIMATED = 0.95;

  /** Lines carry at most so many times the bandwidth that MPI sees of one interface. */
  private static final double LINE = 1.1;

  private static final double MULTIPLE = 4;
  private static final double MESSAGES_OF_A_RANK = 10;
  private static final double MESSAGES_OF_AN_INTERFACE = 100;

  static SanityLimits of(SanityCase of, Machine machine) {
    NodeGroup group = machine.groups().get(0);
    boolean within = of.nodes() == 1;
    Figures figures =
        within
            ? new Figures(group.intraNode().latencyPs(), group.intraNode().bytesPerSecond(), 1)
            : new Figures(
                machine.buses().speed().latencyPs(),
                machine.buses().speed().bytesPerSecond(),
                group.nics());
    return new SanityLimits(
        ESTIMATED * figures.floorPs(of, within), MULTIPLE * figures.plainPs(of, within));
  }

  /** Latency, bandwidth of one way, and how many ways there are. */
  private record Figures(double latencyPs, double bytesPerSecond, int ways) {
    double bytesPs(double bytes, int over) {
      return bytes / bytesPerSecond / over * 1e12;
    }

    /** The least time for bytes over lines. */
    double lineBytesPs(double bytes) {
      return bytesPs(bytes, ways) / LINE;
    }

    double roundsPs(int ranks, double perRound) {
      return latencyPs * Math.ceil(Math.log(ranks) / Math.log(perRound) - 1e-9);
    }

    double floorPs(SanityCase of, boolean within) {
      double s = of.bytes();
      int p = of.ranks();
      // Whom a rank must reach over the network, or within the node.
      int units = within ? p : of.nodes();
      int r = within ? 1 : Math.min(p, of.ranksPerNode());
      double rounds = roundsPs(units, 1 + MESSAGES_OF_A_RANK);
      return switch (of.workload()) {
        case PING_PONG_WITHIN, PING_PONG_BETWEEN -> latencyPs + lineBytesPs(s - 1);
        case STREAMS ->
            greatest(
                latencyPs,
                lineBytesPs(p / 2 * Workload.WINDOW * s),
                Workload.WINDOW * latencyPs / MESSAGES_OF_A_RANK,
                p / 2 * Workload.WINDOW * latencyPs / MESSAGES_OF_AN_INTERFACE / ways);
        case INCAST ->
            greatest(
                latencyPs,
                lineBytesPs((p - 1) * s),
                (p - 1) * latencyPs / MESSAGES_OF_AN_INTERFACE / ways);
        case BISECTION -> greatest(latencyPs, lineBytesPs(r * s));
        case BARRIER -> rounds;
        case BCAST -> greatest(rounds, lineBytesPs(s));
        case ALLREDUCE -> greatest(rounds, lineBytesPs(s * (units - 1) / units));
        case ALLGATHER -> greatest(rounds, lineBytesPs((p - r) * s));
        case ALLTOALL -> greatest(rounds, lineBytesPs((double) r * (p - r) * s));
      };
    }

    double plainPs(SanityCase of, boolean within) {
      double s = of.bytes();
      int p = of.ranks();
      int r = within ? 1 : Math.min(p, of.ranksPerNode());
      double message = latencyPs + bytesPs(s, 1);
      double lg = Math.ceil(Math.log(p) / Math.log(2) - 1e-9);
      int used = Math.min(ways, p / 2);
      return switch (of.workload()) {
        case PING_PONG_WITHIN, PING_PONG_BETWEEN -> message;
        case STREAMS ->
            latencyPs
                + Workload.WINDOW * latencyPs / 2
                + p / 2 * Workload.WINDOW * latencyPs / 20 / used
                + bytesPs(p / 2 * Workload.WINDOW * s, used);
        case INCAST -> latencyPs + (p - 1) * latencyPs / 2 + bytesPs((p - 1) * s, 1);
        case BISECTION -> 2 * latencyPs + bytesPs(r * s, Math.min(ways, r));
        case BARRIER -> lg * latencyPs;
        case BCAST -> lg * message;
        case ALLREDUCE -> lg * (message + bytesPs(r * s, ways));
        case ALLGATHER, ALLTOALL -> (p - 1) * message + bytesPs((double) r * (p - r) * s, ways);
      };
    }

    private static double greatest(double... values) {
      double greatest = 0;
      for (double value : values) {
        greatest = Math.max(greatest, value);
      }
      return greatest;
    }
  }
}
