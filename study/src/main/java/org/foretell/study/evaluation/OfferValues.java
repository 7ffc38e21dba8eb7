package org.foretell.study.evaluation;

import java.util.List;
import java.util.OptionalDouble;
import org.foretell.study.description.RankBy;

/**
 * An offer in one state of the world. Money is in the currency of the study.
 *
 * @param offer name of it
 * @param programs each of the programs, in their order
 * @param totalCost cost of ownership
 * @param electricityCost share of it that is electricity, discounted
 * @param averageKilowatts of the facility for this machine, over the life
 * @param demandsPerDay days of the users' demand that the machine serves a day
 * @param nodesForDemand nodes that serve the demand, not rounded
 * @param costPerDemand cost of ownership for each day of the demand that is served
 * @param kilowattHoursPerDemand energy of the facility for each day of the demand that is served
 * @param costOfDemandInLife cost of serving the demand in all the life, with as many nodes as that
 *     takes
 * @param ssp sustained system performance; empty if a program has no count of operations
 * @param ssi scalable system improvement; empty without a reference, or if a program is slower than
 *     that
 * @param ssni the same for programs that fill one node; empty if one does not, or has no reference
 * @param geometricMean weighted mean of speed-ups; empty if a program has no reference
 * @param runsPerDay weighted geometric mean over the programs of what the machine does a day
 * @param nodesNeeded sum over the programs; empty if one has none
 * @param slowDownByNeighbours weighted mean over the mixes whose jobs are replayed together; empty
 *     without one
 * @param isWithinBudget whether the cost of ownership is
 * @param isWithinPowerCap whether the average power is
 */
public record OfferValues(
    String offer,
    List<ProgramValues> programs,
    double totalCost,
    double electricityCost,
    double averageKilowatts,
    double demandsPerDay,
    double nodesForDemand,
    double costPerDemand,
    double kilowattHoursPerDemand,
    double costOfDemandInLife,
    OptionalDouble ssp,
    OptionalDouble ssi,
    OptionalDouble ssni,
    OptionalDouble geometricMean,
    double runsPerDay,
    OptionalDouble nodesNeeded,
    OptionalDouble slowDownByNeighbours,
    boolean isWithinBudget,
    boolean isWithinPowerCap) {
  /** Copies. */
  public OfferValues {
    programs = List.copyOf(programs);
  }

  /** {@return whether the offer is within all limits of the study} */
  public boolean meetsAllLimits() {
    return isWithinBudget
        && isWithinPowerCap
        && programs.stream().allMatch(ProgramValues::meetsTimeLimit);
  }

  /**
   * {@return the metric by which offers are ranked; empty if this one has none}
   *
   * @param by which
   */
  public OptionalDouble metric(RankBy by) {
    return switch (by) {
      case COST_PER_DEMAND -> OptionalDouble.of(costPerDemand);
      case TOTAL_COST -> OptionalDouble.of(totalCost);
      case SSP -> ssp;
      case SSI -> ssi;
      case SSNI -> ssni;
      case GEOMETRIC_MEAN -> geometricMean;
      case CAPACITY -> OptionalDouble.of(demandsPerDay);
      case ENERGY_PER_DEMAND -> OptionalDouble.of(kilowattHoursPerDemand);
      case RUNS_PER_DAY -> OptionalDouble.of(runsPerDay);
      case NODES_NEEDED -> nodesNeeded;
      case SLOW_DOWN_BY_NEIGHBOURS -> slowDownByNeighbours;
    };
  }
}
