package org.foretell.models.loggops;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.foretell.model.CollectiveCall;
import org.foretell.model.CollectiveModel;
import org.foretell.models.formula.Collective;
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
 *       {@code max((p - 1)(c(s) + r(s)), R(s) + (p - 2) max(r(s), n(s)))}, or {@code (p - 1) R(s)}
 *       when {@code n(s) >= o + L}, since then each rank takes in a message between two sends.
 * </ul>
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

  LogGopsCollectives(ByDistance<LogGopsFigures> figures, Map<Collective, Algorithm> algorithms) {
    this.figures = figures;
    this.algorithms = new EnumMap<>(algorithms);
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
    LogGopsFigures link = figures.of(call);
    return switch (collective) {
      case NEIGHBOR -> link.messagePs(bytes);
      case REDUCE_SCATTER ->
          algorithm == Algorithm.LOGARITHMIC
              ? durationPs(collective, algorithm, participants, bytes, link)
              : durationPs(
                  collective,
                  algorithm,
                  participants,
                  Collective.ceilDivide(bytes, participants),
                  link);
      default -> durationPs(collective, algorithm, participants, bytes, link);
    };
  }

  private static long durationPs(
      Collective collective,
      Algorithm algorithm,
      int participants,
      long bytes,
      LogGopsFigures link) {
    return switch (algorithm) {
      case LOGARITHMIC -> Ps.times(Collective.rounds(participants), link.messagePs(bytes));
      case DOUBLING -> doublingPs(participants, bytes, link);
      case RING ->
          collective == Collective.ALLREDUCE
              ? Ps.times(
                  2L * (participants - 1),
                  link.messagePs(Collective.ceilDivide(bytes, participants)))
              : Ps.times(participants - 1L, link.messagePs(bytes));
      case LINEAR ->
          switch (collective) {
            case BARRIER ->
                Ps.plus(toRootPs(participants, bytes, link), fromRootPs(participants, bytes, link));
            case REDUCE, GATHER -> toRootPs(participants, bytes, link);
            case BCAST, SCATTER -> fromRootPs(participants, bytes, link);
            default -> exchangePs(participants, bytes, link);
          };
    };
  }

  private static long doublingPs(int participants, long bytes, LogGopsFigures link) {
    long sum = 0;
    for (int blocks = 1; blocks < participants && blocks > 0; blocks <<= 1) {
      long sentBytes = Ps.times(Math.min(blocks, participants - blocks), bytes);
      sum = Ps.plus(sum, link.messagePs(sentBytes));
    }
    return sum;
  }

  private static long toRootPs(int participants, long bytes, LogGopsFigures link) {
    long intervalPs = Math.max(link.receiveCpuPs(bytes), link.nicPs(bytes));
    return Ps.plus(link.messagePs(bytes), Ps.times(participants - 2L, intervalPs));
  }

  private static long fromRootPs(int participants, long bytes, LogGopsFigures link) {
    long intervalPs = Math.max(link.sendCpuPs(bytes), link.nicPs(bytes));
    return Ps.plus(link.messagePs(bytes), Ps.times(participants - 2L, intervalPs));
  }

  private static long exchangePs(int participants, long bytes, LogGopsFigures link) {
    if (link.nicPs(bytes) >= link.wirePs()) {
      return Ps.times(participants - 1L, link.messagePs(bytes));
    }
    long cpuPs =
        Ps.times(participants - 1L, Ps.plus(link.sendCpuPs(bytes), link.receiveCpuPs(bytes)));
    return Math.max(cpuPs, toRootPs(participants, bytes, link));
  }
}
