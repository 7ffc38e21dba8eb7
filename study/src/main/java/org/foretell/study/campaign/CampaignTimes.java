package org.foretell.study.campaign;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.foretell.study.description.Offer;
import org.foretell.study.description.Program;
import org.foretell.study.description.StudyDescription;
import org.foretell.study.description.Variable;
import org.foretell.study.evaluation.FigureNames;
import org.foretell.study.evaluation.Figures;
import org.foretell.study.evaluation.RunTimes;
import org.foretell.study.surface.Surface;

/** Run times from the surfaces of a campaign, in one world. Immutable. */
final class CampaignTimes implements RunTimes {
  /** What was found out about a case. */
  record Found(int ranksPerNode, long nodes, double busyShare, Surface surface) {}

  private final StudyDescription study;
  private final Map<String, List<Found>> found;

  private CampaignTimes(StudyDescription study, Map<String, List<Found>> found) {
    this.study = study;
    this.found = found;
  }

  /** Where cases are collected, in their order. */
  static final class Collector {
    private final Map<String, List<Found>> found = new HashMap<>();

    void add(ReplayCase which, Found one) {
      found
          .computeIfAbsent(
              place(which.program().name(), which.offer().name(), which.model()),
              any -> new ArrayList<>())
          .add(one);
    }

    CampaignTimes times(StudyDescription study) {
      Map<String, List<Found>> copy = new HashMap<>();
      found.forEach((place, cases) -> copy.put(place, List.copyOf(cases)));
      return new CampaignTimes(study, copy);
    }
  }

  /** No name has a line end. */
  private static String place(String program, String offer, String model) {
    return program + "\n" + offer + "\n" + model;
  }

  @Override
  public List<Run> of(Program program, Offer offer, Figures figures) {
    Map<String, Double> factors = new HashMap<>();
    for (Variable variable : study.variables()) {
      String name = FigureNames.of(variable);
      factors.put(name, figures.of(name, variable.factor()));
    }
    Optional.ofNullable(program.coreRatios().get(offer.name()))
        .ifPresent(
            ratio -> {
              String name = FigureNames.coreRatio(program, offer);
              factors.put(name, figures.of(name, ratio));
            });
    return found
        .getOrDefault(place(program.name(), offer.name(), figures.model()), List.of())
        .stream()
        .map(
            one ->
                new Run(one.ranksPerNode, one.nodes, one.surface.seconds(factors), one.busyShare))
        .toList();
  }

  /** {@return all surfaces, by program, offer and model, each in a line of the key} */
  Map<String, List<Found>> all() {
    return found;
  }
}
