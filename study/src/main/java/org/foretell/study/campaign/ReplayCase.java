package org.foretell.study.campaign;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.foretell.scenario.Change;
import org.foretell.study.description.Choice;
import org.foretell.study.description.Offer;
import org.foretell.study.description.Program;
import org.foretell.study.description.StudyDescription;
import org.foretell.study.description.WhatIf;

/**
 * A program on an offer in one way. Its replays differ in factors of figures only.
 *
 * @param program which
 * @param offer which
 * @param ranksPerNode of the run; empty for as many as a node has cores
 * @param model under which
 * @param options of the choices that concern the offer, in the order of the study
 * @param whatIf in which other world; empty for the one that the study describes
 */
record ReplayCase(
    Program program,
    Offer offer,
    Optional<Integer> ranksPerNode,
    String model,
    List<Picked> options,
    Optional<WhatIf> whatIf) {
  private static final String PLACEMENT = "placement.";
  private static final BigInteger MOST = BigInteger.valueOf(Long.MAX_VALUE);

  /** An option of a choice, by its number. */
  record Picked(Choice choice, int number) {
    List<Change> changes() {
      return choice.changes(number);
    }
  }

  /**
   * {@return all cases of a study, in an order that depends on nothing else. Other worlds are
   * replayed under the first model, with the options that the study states}
   *
   * @param study which
   */
  static List<ReplayCase> of(StudyDescription study) {
    List<ReplayCase> cases = new ArrayList<>();
    for (Program program : study.programs()) {
      for (Offer offer : study.offers()) {
        for (Optional<Integer> ranks : ranksPerNode(program)) {
          for (String model : study.models()) {
            for (List<Picked> options : combinations(study, offer)) {
              cases.add(new ReplayCase(program, offer, ranks, model, options, Optional.empty()));
            }
          }
          List<Picked> stated = combinations(study, offer).get(0);
          for (WhatIf world : study.whatIfs()) {
            cases.add(
                new ReplayCase(
                    program, offer, ranks, study.models().get(0), stated, Optional.of(world)));
          }
        }
      }
    }
    return cases;
  }

  /** All combinations of the options that an offer may have; the stated ones first. */
  private static List<List<Picked>> combinations(StudyDescription study, Offer offer) {
    List<List<Picked>> all = List.of(List.of());
    for (Choice choice : study.choices()) {
      if (choice.concerns(offer.name())) {
        List<List<Picked>> longer = new ArrayList<>();
        for (List<Picked> before : all) {
          for (int number = 0; number < choice.options().size(); number++) {
            List<Picked> after = new ArrayList<>(before);
            after.add(new Picked(choice, number));
            longer.add(List.copyOf(after));
          }
        }
        all = longer;
      }
    }
    return all;
  }

  /**
   * {@return how many cases a study has, without making them; at most that of the greatest long}
   *
   * @param study which
   */
  static long count(StudyDescription study) {
    long ways = study.programs().stream().mapToLong(one -> ranksPerNode(one).size()).sum();
    BigInteger count = BigInteger.ZERO;
    for (Offer offer : study.offers()) {
      BigInteger combinations = BigInteger.valueOf(study.models().size());
      for (Choice choice : study.choices()) {
        if (choice.concerns(offer.name())) {
          combinations = combinations.multiply(BigInteger.valueOf(choice.options().size()));
        }
      }
      count = count.add(combinations.add(BigInteger.valueOf(study.whatIfs().size())));
    }
    return count.multiply(BigInteger.valueOf(ways)).min(MOST).longValue();
  }

  /** {@return the changes of the other world; none in the one that the study describes} */
  List<Change> worldChanges() {
    return whatIf.map(world -> applicable(world.changes())).orElse(List.of());
  }

  /**
   * {@return those of some changes that concern the program: jobs of a mix and tasks of a workflow
   * have their own places}
   */
  List<Change> applicable(List<Change> changes) {
    return program.simulated().isEmpty()
        ? changes
        : changes.stream().filter(one -> !one.address().startsWith(PLACEMENT)).toList();
  }

  /** {@return whether bursts follow the speed of the cores and nothing else} */
  boolean hasPlainBursts() {
    return program.simulated().isEmpty()
        && program.work().isEmpty()
        && program.memoryBound().isEmpty()
        && !program.measuredPairs().containsKey(offer.name());
  }

  /** {@return the values of the options by the names of the choices} */
  SortedMap<String, String> values() {
    SortedMap<String, String> values = new TreeMap<>();
    for (Picked one : options) {
      values.put(one.choice.name(), one.choice.options().get(one.number).value());
    }
    return values;
  }

  private static List<Optional<Integer>> ranksPerNode(Program program) {
    return program.ranksPerNode().isEmpty()
        ? List.of(Optional.empty())
        : program.ranksPerNode().stream().map(Optional::of).toList();
  }

  @Override
  public String toString() {
    return program.name()
        + " on "
        + offer.name()
        + ranksPerNode
            .map(ranks -> " with " + ranks + (ranks == 1 ? " rank" : " ranks") + " per node")
            .orElse("")
        + values().entrySet().stream()
            .map(one -> ", " + one.getKey() + " " + one.getValue())
            .collect(Collectors.joining())
        + whatIf.map(world -> ", " + world.name()).orElse("")
        + " under "
        + model;
  }
}
