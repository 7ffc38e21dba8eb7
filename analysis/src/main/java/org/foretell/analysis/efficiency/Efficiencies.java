package org.foretell.analysis.efficiency;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.foretell.observe.EfficiencySummary;
import org.foretell.observe.PhaseSummary;
import org.foretell.observe.Statistics;

/** Efficiencies from the statistics of two replays of a program. */
public final class Efficiencies {
  private Efficiencies() {}

  /**
   * {@return the efficiencies of the whole run}
   *
   * @param real statistics of the prediction
   * @param ideal the same on the ideal network
   */
  public static Efficiency whole(Statistics real, Statistics ideal) {
    EfficiencySummary summary = real.efficiency();
    EfficiencySummary idealSummary = ideal.efficiency();
    return new Efficiency(
        summary.makespanPs(),
        summary.meanComputePs(),
        summary.maxComputePs(),
        idealSummary.makespanPs(),
        idealSummary.maxComputePs());
  }

  /**
   * {@return the efficiencies of the phases that both replays have, by number}
   *
   * @param real statistics of the prediction, with phases
   * @param ideal the same on the ideal network, with phases
   */
  public static List<PhaseEfficiency> phases(Statistics real, Statistics ideal) {
    Map<Integer, PhaseSummary> ofIdeal = new HashMap<>();
    ideal.phases().forEach(phase -> ofIdeal.put(phase.marker(), phase));
    List<PhaseEfficiency> phases = new ArrayList<>();
    for (PhaseSummary phase : real.phases()) {
      PhaseSummary same = ofIdeal.get(phase.marker());
      if (same != null) {
        phases.add(phase(phase, same));
      }
    }
    return phases;
  }

  private static PhaseEfficiency phase(PhaseSummary real, PhaseSummary ideal) {
    return new PhaseEfficiency(
        real.marker(),
        new Efficiency(
            real.maxRankTimePs(),
            real.inclusive().computePs().mean(real.ranks()),
            real.maxRankComputePs(),
            ideal.maxRankTimePs(),
            ideal.maxRankComputePs()));
  }
}
