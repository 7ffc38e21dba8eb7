package org.foretell.models.loggops;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.foretell.model.CollectiveCall;
import org.foretell.model.CollectiveModel;
import org.foretell.models.formula.Collective;
import org.foretell.models.formula.NodeTraffic;
import org.foretell.models.parameters.ByDistance;
import org.foretell.time.Ps;

/**
 * Collectives as closed forms of their algorithms under LogGOPS, for {@code p} ranks that start
 * together and {@code s} bytes ({@link Collective#sizeBytes}). With {@code c(s)} and {@code n(s)}
 * the time of CPU and NIC for a send, {@code r(s)} that of the CPU for a receive, and {@code R(s) =
 * o + L + r(s)} a whole message; {@code lg} is rounded up.
 *
 * <ul>
 *   <li>{@link Algorithm#LOGARITHMIC} (binomial tree, dissemination, recursive doubling of a whole
 *       vector): {@code lg p R(s)}.
 *   <li>{@link Algorithm#DOUBLING} (the blocks sent double or halve from round to round): the sum
 *       of {@code R(min(2^k, p - 2^k) s)} over the {@code lg p} rounds.
 *   <li>{@link Algorithm#RING} ({@code p - 1} rounds of one block, also pairwise exchange): {@code
 *       (p - 1) R(s)}; for allreduce twice that with blocks of {@code s/p}.
 *   <li>{@link Algorithm#LINEAR}: all to the root, {@code R(s) + (p - 2) max(r(s), n(s))}; root to
 *       all, {@code (p - 2) max(c(s), n(s)) + R(s)}; a barrier is both, with 1 byte; all to all,
 *       {@code max((p - 1)(c(s) + r(s)), R(s) + (p - 2) max(r(s), n(s)))}.
 * </ul>
 *
 * <p>Where {@code u} ranks share a NIC, it carries {@code u} messages in each round in which all of
 * them exchange with other nodes. So {@code (u - 1) n} is added to each such round: to the last
 * {@code lg N} of a dissemination or doubling, and to those of a pairwise exchange that leave the
 * node; a linear exchange takes at least {@code R(s) + (u (p - q) - 1) n(s)}, for {@code q} ranks
 * on each of {@code N} nodes.
 *
 * <p>With one participant no time passes.
 */
final class LogGopsCollectives implements CollectiveModel {
  /** How a collective is carried out. */
  enum Algorithm {
    LOGARITHMIC,
    DOUBLING,
    RING,
    LINEAR
  }

  private final ByDistance<LogGopsFigures> figures;
  private final Map<Collective, Algorithm> algorithms;
  private final int nicsOfNode;

  /**
   * Formulas.
   *
   * @param nicsOfNode that its ranks share; {@link Integer#MAX_VALUE} if each has its own
   */
  LogGopsCollectives(
      ByDistance<LogGopsFigures> figures, Map<Collective, Algorithm> algorithms, int nicsOfNode) {
    this.figures = figures;
    this.algorithms = new EnumMap<>(algorithms);
    this.nicsOfNode = nicsOfNode;
  }

  /** What may be chosen for a collective, the default first. */
  static List<Algorithm> choices(Collective collective) {
    return switch (collective) {
      case BARRIER, BCAST, REDUCE -> List.of(Algorithm.LOGARITHMIC, Algorithm.LINEAR);
      case ALLREDUCE, SCAN -> List.of(Algorithm.LOGARITHMIC, Algorithm.RING);
      case GATHER, SCATTER -> List.of(Algorithm.LINEAR, Algorithm.DOUBLING, Algorithm.LOGARITHMIC);
      case ALLGATHER ->
          List.of(Algorithm.DOUBLING, Algorithm.RING, Algorithm.LINEAR, Algorithm.LOGARITHMIC);
      case ALLTOALL -> List.of(Algorithm.LINEAR, Algorithm.RING, Algorithm.LOGARITHMIC);
      case REDUCE_SCATTER ->
          List.of(Algorithm.DOUBLING, Algorithm.RING, Algorithm.LINEAR, Algorithm.LOGARITHMIC);
      case NEIGHBOR -> List.of(Algorithm.LINEAR);
      case COMMUNICATOR -> List.of(Algorithm.LOGARITHMIC);
    };
  }

  @Override
  public long durationPs(CollectiveCall call) {
    int participants = call.participants();
    if (participants == 1) {
      return 0;
    }
    Collective collective = Collective.of(call.code());
    Algorithm algorithm = algorithms.getOrDefault(collective, choices(collective).get(0));
    long bytes = Collective.sizeBytes(call);
    boolean inBlocks =
        collective == Collective.REDUCE_SCATTER && algorithm != Algorithm.LOGARITHMIC;
    return collective == Collective.NEIGHBOR
        ? figures.of(call).messagePs(bytes)
        : new Members(call, figures.of(call), nicsOfNode)
            .durationPs(
                collective,
                algorithm,
                inBlocks ? Collective.ceilDivide(bytes, participants) : bytes);
  }

  /** Those that take part, and what a message between them takes. */
  private record Members(
      int participants, int nodes, int ofNode, long sharing, LogGopsFigures link) {
    Members(CollectiveCall call, LogGopsFigures link, int nicsOfNode) {
      this(
          call.participants(),
          call.nodes(),
          NodeTraffic.membersOfNode(call),
          call.nodes() == 1
              ? 1
              : Collective.ceilDivide(NodeTraffic.membersOfNode(call), nicsOfNode),
          link);
    }

    long durationPs(Collective collective, Algorithm algorithm, long bytes) {
      return switch (algorithm) {
        case LOGARITHMIC ->
            Ps.plus(
                Ps.times(Collective.rounds(participants), link.messagePs(bytes)),
                allExchange(collective)
                    ? Ps.times(Collective.rounds(nodes), othersOfNicPs(bytes))
                    : 0);
        case DOUBLING -> doublingPs(collective, bytes);
        case RING ->
            switch (collective) {
              case ALLREDUCE ->
                  Ps.times(
                      2L * (participants - 1),
                      link.messagePs(Collective.ceilDivide(bytes, participants)));
              case ALLTOALL ->
                  Ps.plus(
                      Ps.times(participants - 1L, link.messagePs(bytes)),
                      Ps.times((long) participants - ofNode, othersOfNicPs(bytes)));
              default -> Ps.times(participants - 1L, link.messagePs(bytes));
            };
        case LINEAR ->
            switch (collective) {
              case BARRIER -> Ps.plus(toRootPs(bytes), fromRootPs(bytes));
              case REDUCE, GATHER -> toRootPs(bytes);
              case BCAST, SCATTER -> fromRootPs(bytes);
              default -> exchangePs(bytes);
            };
      };
    }

    /** Whether all members send in each round, rather than more and more or fewer and fewer. */
    private static boolean allExchange(Collective collective) {
      return switch (collective) {
        case BCAST, REDUCE, GATHER, SCATTER -> false;
        default -> true;
      };
    }

    /** What the messages of the others that share a NIC keep it busy, in a round of all. */
    private long othersOfNicPs(long bytes) {
      return Ps.times(sharing - 1, link.nicPs(bytes));
    }

    private long doublingPs(Collective collective, long bytes) {
      long sum = 0;
      int rounds = Collective.rounds(participants);
      int within = allExchange(collective) ? rounds - Collective.rounds(nodes) : rounds;
      for (int round = 0; round < rounds; round++) {
        long blocks = 1L << round;
        long sentBytes = Ps.times(Math.min(blocks, participants - blocks), bytes);
        sum = Ps.plus(sum, link.messagePs(sentBytes));
        if (round >= within) {
          sum = Ps.plus(sum, othersOfNicPs(sentBytes));
        }
      }
      return sum;
    }

    private long toRootPs(long bytes) {
      long intervalPs = Math.max(link.receiveCpuPs(bytes), link.nicPs(bytes));
      return Ps.plus(link.messagePs(bytes), Ps.times(participants - 2L, intervalPs));
    }

    private long fromRootPs(long bytes) {
      long intervalPs = Math.max(link.sendCpuPs(bytes), link.nicPs(bytes));
      return Ps.plus(link.messagePs(bytes), Ps.times(participants - 2L, intervalPs));
    }

    private long exchangePs(long bytes) {
      long cpuPs =
          Ps.times(participants - 1L, Ps.plus(link.sendCpuPs(bytes), link.receiveCpuPs(bytes)));
      long ofNic = Ps.times(sharing, (long) participants - ofNode);
      long nicPs =
          ofNic == 0 ? 0 : Ps.plus(link.messagePs(bytes), Ps.times(ofNic - 1, link.nicPs(bytes)));
      return Math.max(Math.max(cpuPs, nicPs), toRootPs(bytes));
    }
  }
}
