package org.foretell.study.decision;

import java.util.List;
import java.util.OptionalDouble;
import org.foretell.procurement.decision.Proportion;
import org.foretell.study.evaluation.OfferValues;

/**
 * An offer in the ranking.
 *
 * @param offer name of it
 * @param metric by which it is ranked
 * @param first probability that it is the best
 * @param beats probability that it is better than each offer, in the order of the ranking; its own
 *     is one half
 * @param withinLimits probability that it is within all limits of the study
 * @param servesDemand probability that its nodes are enough for the demand
 * @param dominatedBy offers that are better in every state of the world that was tried
 * @param isOnFront whether no other offer is better in cost, time and energy
 * @param values as the study states its figures
 * @param programSeconds the time of each program
 * @param commitmentSeconds of each program the time that it does not exceed with the confidence of
 *     the study: what a bidder can commit to
 * @param totalCost the cost of ownership
 * @param costPerDemand cost for each day of the demand that is served
 * @param nodesForDemand nodes that serve the demand, not rounded
 * @param points for capacity and price; empty if the study wants none
 */
public record Place(
    String offer,
    Range metric,
    Proportion first,
    List<Proportion> beats,
    Proportion withinLimits,
    Proportion servesDemand,
    List<String> dominatedBy,
    boolean isOnFront,
    OfferValues values,
    List<Range> programSeconds,
    List<Double> commitmentSeconds,
    Range totalCost,
    Range costPerDemand,
    Range nodesForDemand,
    OptionalDouble points) {
  /** Copies. */
  public Place {
    beats = List.copyOf(beats);
    dominatedBy = List.copyOf(dominatedBy);
    programSeconds = List.copyOf(programSeconds);
    commitmentSeconds = List.copyOf(commitmentSeconds);
  }
}
