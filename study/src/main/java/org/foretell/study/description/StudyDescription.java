package org.foretell.study.description;

import java.util.List;
import java.util.Optional;
import org.foretell.procurement.metric.Points;

/**
 * A capacity study.
 *
 * @param name of it, short
 * @param title for people
 * @param currency of all money, such as {@code EUR}
 * @param site where the machine will stand
 * @param programs that it is bought for, at least one
 * @param offers to choose from, at least one, all of different names
 * @param whatIfs other worlds
 * @param variables figures of the machines that may be any between two bounds
 * @param choices figures of the machines that are one of several values
 * @param models under which programs are replayed, at least one, equally likely
 * @param rankBy what decides
 * @param referenceNodes of the machine that offers are compared with, for SSI
 * @param points weights of capacity and price in points; empty if no points are wanted
 * @param sample how uncertain figures are sampled
 */
public record StudyDescription(
    String name,
    String title,
    String currency,
    Site site,
    List<Program> programs,
    List<Offer> offers,
    List<WhatIf> whatIfs,
    List<Variable> variables,
    List<Choice> choices,
    List<String> models,
    RankBy rankBy,
    Optional<Long> referenceNodes,
    Optional<Points> points,
    SampleSettings sample) {
  /** Copies. */
  public StudyDescription {
    programs = List.copyOf(programs);
    offers = List.copyOf(offers);
    whatIfs = List.copyOf(whatIfs);
    variables = List.copyOf(variables);
    choices = List.copyOf(choices);
    models = List.copyOf(models);
    if (programs.isEmpty() || offers.isEmpty() || models.isEmpty()) {
      throw new IllegalArgumentException("a study needs a program, an offer and a model");
    }
  }

  /**
   * {@return the same study of other programs}
   *
   * @param others at least one
   */
  public StudyDescription withPrograms(List<Program> others) {
    return new StudyDescription(
        name,
        title,
        currency,
        site,
        others,
        offers,
        whatIfs,
        variables,
        choices,
        models,
        rankBy,
        referenceNodes,
        points,
        sample);
  }

  /**
   * {@return the same study with other offers}
   *
   * @param others in their place
   */
  public StudyDescription withOffers(List<Offer> others) {
    return new StudyDescription(
        name,
        title,
        currency,
        site,
        programs,
        others,
        whatIfs,
        variables,
        choices,
        models,
        rankBy,
        referenceNodes,
        points,
        sample);
  }
}
