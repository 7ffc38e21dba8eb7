package org.foretell.study.campaign;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
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
  record Found(int ranksPerNode, long nodes, double busyShare, Surface surface) {
    /** {@return what was found out about a case that did not fail} */
    static Found of(PursuedCase one, Surface surface) {
      PreparedCase prepared = one.prepared();
      return new Found(
          prepared.ranksPerNode(),
          prepared.nodes(),
          Objects.requireNonNull(one.middle().busyShare()),
          surface);
    }
  }

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
    Map<String, Double> factors = factors(program, offer, figures);
    return cases(program, offer, figures.model()).stream()
        .map(
            one ->
                new Run(one.ranksPerNode, one.nodes, one.surface.seconds(factors), one.busyShare))
        .toList();
  }

  @Override
  public double error(Program program, Offer offer, int ranksPerNode, String model) {
    return cases(program, offer, model).stream()
        .filter(one -> one.ranksPerNode == ranksPerNode)
        .mapToDouble(one -> one.surface.largestError())
        .max()
        .orElse(0);
  }

  @Override
  public double distance(Program program, Offer offer, int ranksPerNode, Figures figures) {
    Map<String, Double> factors = factors(program, offer, figures);
    return cases(program, offer, figures.model()).stream()
        .filter(one -> one.ranksPerNode == ranksPerNode)
        .mapToDouble(one -> one.surface.distance(factors))
        .max()
        .orElse(0);
  }

  private List<Found> cases(Program program, Offer offer, String model) {
    return found.getOrDefault(place(program.name(), offer.name(), model), List.of());
  }

  private Map<String, Double> factors(Program program, Offer offer, Figures figures) {
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
    return factors;
  }

  /** {@return all surfaces, by program, offer and model, each in a line of the key} */
  Map<String, List<Found>> all() {
    return found;
  }
}
