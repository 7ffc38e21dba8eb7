package org.foretell.study.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.foretell.study.decision.OtherWorld;
import org.foretell.study.decision.Place;
import org.foretell.study.decision.StudyAnswer;
import org.foretell.study.evaluation.OfferValues;

/**
 * The effects of a named set of changes, in numbers.
 *
 * @param name of the set
 * @param first name of the offer that is first with the changes; empty if no offer can run all
 *     programs
 * @param isFirstElsewhere whether another offer is first than without the changes
 * @param effects on each offer that can run all programs with the changes, in the order of the
 *     ranking
 */
public record WhatIfEffects(
    String name, Optional<String> first, boolean isFirstElsewhere, List<Effect> effects) {
  /** Copies. */
  public WhatIfEffects {
    effects = List.copyOf(effects);
  }

  /**
   * The effect on an offer. Changes are relative: -0.05 is 5 % less.
   *
   * @param offer name of it
   * @param value mean of the metric of the ranking with the changes
   * @param change of the metric
   * @param leastTimeChange change of the run time of the program that becomes shorter by most
   * @param mostTimeChange change of the run time of the program that becomes longer by most, or
   *     shorter by least
   */
  public record Effect(
      String offer, double value, double change, double leastTimeChange, double mostTimeChange) {}

  /**
   * {@return the effects of each set of changes, in the order of the answer}
   *
   * @param answer of a study
   */
  public static List<WhatIfEffects> of(StudyAnswer answer) {
    return answer.otherWorlds().stream().map(world -> of(answer, world)).toList();
  }

  private static WhatIfEffects of(StudyAnswer answer, OtherWorld world) {
    List<Effect> effects = new ArrayList<>();
    for (Place place : answer.places()) {
      world.offers().stream()
          .filter(one -> one.offer().equals(place.offer()))
          .findFirst()
          .ifPresent(
              values -> effects.add(effect(answer.machinesAsStated(), world, place, values)));
    }
    return new WhatIfEffects(
        world.name(),
        world.offers().stream().findFirst().map(OfferValues::offer),
        world.isFirstElsewhere(),
        effects);
  }

  private static Effect effect(
      OtherWorld base, OtherWorld world, Place place, OfferValues changed) {
    OfferValues stated = place.values();
    double value = world.metricMean(place.offer()).orElseThrow();
    double[] times =
        IntStream.range(0, stated.programs().size())
            .mapToDouble(
                i -> changed.programs().get(i).seconds() / stated.programs().get(i).seconds() - 1)
            .toArray();
    return new Effect(
        stated.offer(),
        value,
        change(base.metricMean(place.offer()).orElseThrow(), value),
        DoubleStream.of(times).min().orElseThrow(),
        DoubleStream.of(times).max().orElseThrow());
  }

  /** What costs nothing before and after does not change. */
  private static double change(double stated, double value) {
    return value == stated ? 0 : value / stated - 1;
  }

  /** {@return the effect on an offer; empty if it cannot run all programs with the changes} */
  public Optional<Effect> on(String offer) {
    return effects.stream().filter(one -> one.offer().equals(offer)).findFirst();
  }
}
