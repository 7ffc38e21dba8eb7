package org.foretell.study.campaign;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeMap;
import org.foretell.study.description.Choice;
import org.foretell.study.description.Offer;
import org.foretell.study.description.Program;
import org.foretell.study.description.StudyDescription;
import org.foretell.study.description.Variable;
import org.foretell.study.evaluation.FigureNames;
import org.foretell.study.evaluation.Figures;
import org.foretell.study.evaluation.RunTimes;

/** Run times from the surfaces of a campaign, in one world. Immutable. */
final class CampaignTimes implements RunTimes {
  private final StudyDescription study;
  private final Map<String, List<CaseTimes>> found;

  private CampaignTimes(StudyDescription study, Map<String, List<CaseTimes>> found) {
    this.study = study;
    this.found = found;
  }

  /** Where cases are collected, in their order. */
  static final class Collector {
    private final Map<String, List<CaseTimes>> found = new HashMap<>();

    void add(CaseTimes one) {
      found
          .computeIfAbsent(
              place(one.program(), one.offer(), one.model(), one.options()),
              any -> new ArrayList<>())
          .add(one);
    }

    CampaignTimes times(StudyDescription study) {
      Map<String, List<CaseTimes>> copy = new HashMap<>();
      found.forEach((place, cases) -> copy.put(place, List.copyOf(cases)));
      return new CampaignTimes(study, copy);
    }
  }

  /** No name has a line end. */
  private static String place(
      String program, String offer, String model, Map<String, Integer> options) {
    return program + "\n" + offer + "\n" + model + "\n" + new TreeMap<>(options);
  }

  @Override
  public List<Run> of(Program program, Offer offer, Figures figures) {
    Map<String, Double> factors = factors(program, offer, figures);
    return cases(program, offer, figures).stream()
        .map(one -> run(one, program, factors, figures))
        .toList();
  }

  @Override
  public Optional<Run> with(Program program, Offer offer, int ranksPerNode, Figures figures) {
    Map<String, Double> factors = factors(program, offer, figures);
    return cases(program, offer, figures).stream()
        .filter(one -> one.ranksPerNode() == ranksPerNode)
        .findFirst()
        .map(one -> run(one, program, factors, figures));
  }

  private static Run run(
      CaseTimes one, Program program, Map<String, Double> factors, Figures figures) {
    OptionalInt noise = figures.number(FigureNames.noise(program));
    return new Run(
        one.ranksPerNode(),
        one.nodes(),
        one.surface().seconds(factors)
            * (noise.isPresent() ? one.noise().get(noise.getAsInt()) : one.meanNoise()),
        one.busyShare(),
        one.figures(),
        one.power().at(factors));
  }

  @Override
  public double error(Program program, Offer offer, int ranksPerNode, Figures figures) {
    return cases(program, offer, figures).stream()
        .filter(one -> one.ranksPerNode() == ranksPerNode)
        .mapToDouble(one -> one.surface().largestError())
        .max()
        .orElse(0);
  }

  @Override
  public double distance(Program program, Offer offer, int ranksPerNode, Figures figures) {
    Map<String, Double> factors = factors(program, offer, figures);
    return cases(program, offer, figures).stream()
        .filter(one -> one.ranksPerNode() == ranksPerNode)
        .mapToDouble(one -> one.surface().distance(factors))
        .max()
        .orElse(0);
  }

  private List<CaseTimes> cases(Program program, Offer offer, Figures figures) {
    return found.getOrDefault(
        place(program.name(), offer.name(), figures.model(), options(offer, figures)), List.of());
  }

  private Map<String, Integer> options(Offer offer, Figures figures) {
    Map<String, Integer> options = new HashMap<>();
    for (Choice choice : study.choices()) {
      if (choice.concerns(offer.name())) {
        String name = FigureNames.of(choice);
        options.put(name, figures.number(name).orElse(0));
      }
    }
    return options;
  }

  private Map<String, Double> factors(Program program, Offer offer, Figures figures) {
    Map<String, Double> factors = new HashMap<>();
    for (Variable variable : study.variables()) {
      String name = FigureNames.of(variable);
      factors.put(name, figures.of(name, variable.amount()));
    }
    Optional.ofNullable(program.coreRatios().get(offer.name()))
        .ifPresent(
            ratio -> {
              String name = FigureNames.coreRatio(program, offer);
              factors.put(name, figures.of(name, ratio));
            });
    return factors;
  }
}
