package org.foretell.study.campaign;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
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
 * @param whatIf in which other world; empty for the one that the study describes
 */
record ReplayCase(
    Program program,
    Offer offer,
    Optional<Integer> ranksPerNode,
    String model,
    Optional<WhatIf> whatIf) {

  /**
   * {@return all cases of a study, in an order that depends on nothing else. Other worlds are
   * replayed under the first model}
   *
   * @param study which
   */
  static List<ReplayCase> of(StudyDescription study) {
    List<ReplayCase> cases = new ArrayList<>();
    for (Program program : study.programs()) {
      for (Offer offer : study.offers()) {
        for (Optional<Integer> ranks : ranksPerNode(program)) {
          for (String model : study.models()) {
            cases.add(new ReplayCase(program, offer, ranks, model, Optional.empty()));
          }
          for (WhatIf world : study.whatIfs()) {
            cases.add(
                new ReplayCase(program, offer, ranks, study.models().get(0), Optional.of(world)));
          }
        }
      }
    }
    return cases;
  }

  /**
   * {@return how many cases a study has, without making them}
   *
   * @param study which
   */
  static long count(StudyDescription study) {
    long ways = study.programs().stream().mapToLong(one -> ranksPerNode(one).size()).sum();
    return ways * study.offers().size() * (study.models().size() + study.whatIfs().size());
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
        + ranksPerNode.map(ranks -> " with " + ranks + " ranks per node").orElse("")
        + whatIf.map(world -> ", " + world.name()).orElse("")
        + " under "
        + model;
  }
}
