package org.foretell.report;

import java.util.List;
import org.foretell.analysis.efficiency.ComputationScaling;
import org.foretell.analysis.efficiency.Efficiency;
import org.foretell.analysis.efficiency.EfficiencyLadder;
import org.foretell.analysis.efficiency.PhaseEfficiency;
import org.foretell.analysis.efficiency.RungTime;
import org.foretell.trace.TraceTables;
import org.jspecify.annotations.Nullable;

/**
 * The efficiencies in the JSON of {@code sim explain}.
 *
 * @param whole of the run; null if it does not finish on the ideal network
 * @param phases of its phases
 * @param ladder the effect of each step towards an ideal machine
 * @param scaling relative to a run on another number of ranks; null without such a run
 */
public record LadderEntry(
    @Nullable WholeEntry whole,
    List<PhaseEfficiencyEntry> phases,
    List<RungEntry> ladder,
    @Nullable ScalingEntry scaling) {

  /**
   * Efficiencies of the run.
   *
   * @param parallelEfficiency load balance times serialisation times transfer
   * @param loadBalance mean useful time over the most
   * @param communicationEfficiency serialisation times transfer
   * @param serialisationEfficiency the share left after waiting for other ranks
   * @param transferEfficiency the share left after transfers over the network
   * @param seconds run time
   * @param idealSeconds run time on the ideal network
   * @param meanComputeSeconds useful time of the mean rank
   * @param maxComputeSeconds of the rank with the most
   */
  public record WholeEntry(
      double parallelEfficiency,
      double loadBalance,
      double communicationEfficiency,
      double serialisationEfficiency,
      double transferEfficiency,
      double seconds,
      double idealSeconds,
      double meanComputeSeconds,
      double maxComputeSeconds) {}

  /**
   * Efficiencies of a phase.
   *
   * @param phase its name
   * @param parallelEfficiency load balance times serialisation times transfer
   * @param loadBalance mean useful time over the most
   * @param communicationEfficiency serialisation times transfer
   * @param serialisationEfficiency the share left after waiting for other ranks
   * @param transferEfficiency the share left after transfers over the network
   * @param seconds of the rank that spends most in it
   * @param idealSeconds the same on the ideal network
   * @param meanComputeSeconds useful time of the mean rank
   * @param maxComputeSeconds of the rank with the most
   */
  public record PhaseEfficiencyEntry(
      String phase,
      double parallelEfficiency,
      double loadBalance,
      double communicationEfficiency,
      double serialisationEfficiency,
      double transferEfficiency,
      double seconds,
      double idealSeconds,
      double meanComputeSeconds,
      double maxComputeSeconds) {}

  /**
   * A step towards an ideal machine.
   *
   * @param step its name
   * @param picoseconds how long the program takes; null if it does not finish
   */
  public record RungEntry(String step, @Nullable Long picoseconds) {}

  /**
   * How computation grows with the number of ranks.
   *
   * @param reference the name of the other run's trace
   * @param referenceSha256 of its bytes
   * @param weak whether the problem grows with the ranks
   * @param referenceRanks of the reference
   * @param referenceSeconds run time of the reference
   * @param referenceComputeSeconds useful time of all its ranks
   * @param computeSeconds useful time of all ranks of this run
   * @param computationScaling computation of the one run over that of the other, for the same work
   * @param globalEfficiency that times parallel efficiency; null if that is not known
   * @param speedUp run time of the reference over that of this run, for the same work
   */
  public record ScalingEntry(
      String reference,
      String referenceSha256,
      boolean weak,
      int referenceRanks,
      double referenceSeconds,
      double referenceComputeSeconds,
      double computeSeconds,
      double computationScaling,
      @Nullable Double globalEfficiency,
      double speedUp) {}

  static LadderEntry of(EfficiencyLadder ladder, TraceTables tables) {
    return new LadderEntry(
        ladder.whole().map(LadderEntry::whole).orElse(null),
        ladder.phases().stream().map(phase -> phase(phase, tables)).toList(),
        ladder.rungs().stream().map(LadderEntry::rung).toList(),
        ladder.scaling().map(scaling -> scaling(scaling, ladder)).orElse(null));
  }

  private static WholeEntry whole(Efficiency of) {
    return new WholeEntry(
        of.parallel(),
        of.loadBalance(),
        of.communication(),
        of.serialisation(),
        of.transfer(),
        of.timePs() / 1e12,
        of.idealTimePs() / 1e12,
        of.meanUsefulPs() / 1e12,
        of.maxUsefulPs() / 1e12);
  }

  private static PhaseEfficiencyEntry phase(PhaseEfficiency phase, TraceTables tables) {
    Efficiency of = phase.efficiency();
    return new PhaseEfficiencyEntry(
        tables.phase(phase.marker()),
        of.parallel(),
        of.loadBalance(),
        of.communication(),
        of.serialisation(),
        of.transfer(),
        of.timePs() / 1e12,
        of.idealTimePs() / 1e12,
        of.meanUsefulPs() / 1e12,
        of.maxUsefulPs() / 1e12);
  }

  private static RungEntry rung(RungTime rung) {
    return new RungEntry(
        RunDocument.word(rung.rung()),
        rung.timePs().isPresent() ? rung.timePs().getAsLong() : null);
  }

  private static ScalingEntry scaling(ComputationScaling of, EfficiencyLadder ladder) {
    return new ScalingEntry(
        of.reference(),
        of.referenceSha256(),
        of.isWeak(),
        of.referenceRanks(),
        of.referenceTimePs() / 1e12,
        of.referenceUsefulPs() / 1e12,
        of.usefulPs() / 1e12,
        of.computation(),
        ladder.whole().map(whole -> whole.parallel() * of.computation()).orElse(null),
        of.speedUp());
  }
}
