package org.foretell.study.decision;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import org.foretell.procurement.decision.JointSample;
import org.foretell.study.description.Offer;
import org.foretell.study.evaluation.Evaluation;
import org.foretell.study.evaluation.Figures;
import org.foretell.study.evaluation.OfferValues;

/**
 * The offers in each of many possible states of the world, which are the same for all of them.
 *
 * <p>Immutable.
 */
final class SampledValues {
  private final List<Offer> offers;
  private final List<Figures> worlds;
  private final List<List<OfferValues>> values;
  private final Map<String, double[]> drawn;

  private SampledValues(
      List<Offer> offers,
      List<Figures> worlds,
      List<List<OfferValues>> values,
      Map<String, double[]> drawn) {
    this.offers = offers;
    this.worlds = worlds;
    this.values = values;
    this.drawn = drawn;
  }

  /**
   * {@return the values of all draws}
   *
   * @param evaluation of the study
   * @param offers that can run all programs
   */
  static SampledValues of(Evaluation evaluation, List<Offer> offers) {
    DrawnFigures drawn = new DrawnFigures(evaluation.study());
    List<Figures> worlds = IntStream.range(0, drawn.count()).mapToObj(drawn::world).toList();
    List<List<OfferValues>> values =
        worlds.parallelStream()
            .map(
                world ->
                    offers.stream()
                        .map(offer -> evaluation.of(offer, world).orElseThrow())
                        .toList())
            .toList();
    return new SampledValues(offers, worlds, values, drawn.unknown());
  }

  /** {@return the values of the uncertain figures by name, one for each draw} */
  Map<String, double[]> drawn() {
    return drawn;
  }

  /** {@return how many draws there are} */
  int draws() {
    return worlds.size();
  }

  /**
   * {@return how good each offer is in each draw; empty if a metric is missing somewhere}
   *
   * @param metric of an offer
   * @param isLessBetter whether the least is the best
   */
  Optional<JointSample> sample(Function<OfferValues, OptionalDouble> metric, boolean isLessBetter) {
    double[][] sample = new double[values.size()][offers.size()];
    for (int draw = 0; draw < sample.length; draw++) {
      for (int offer = 0; offer < offers.size(); offer++) {
        OptionalDouble value = metric.apply(values.get(draw).get(offer));
        if (value.isEmpty()) {
          return Optional.empty();
        }
        sample[draw][offer] = isLessBetter ? -value.getAsDouble() : value.getAsDouble();
      }
    }
    return Optional.of(JointSample.of(offers.stream().map(Offer::name).toList(), sample));
  }

  /**
   * {@return values of one offer, from the least}
   *
   * @param offer from 0
   * @param what of it
   */
  double[] sorted(int offer, ToDoubleFunction<OfferValues> what) {
    return values.stream()
        .mapToDouble(row -> what.applyAsDouble(row.get(offer)))
        .sorted()
        .toArray();
  }

  /**
   * {@return in how many draws an offer is within all limits of the study}
   *
   * @param offer from 0
   */
  int withinLimits(int offer) {
    return (int) values.stream().filter(row -> row.get(offer).meetsAllLimits()).count();
  }

  /**
   * {@return in how many draws an offer has enough nodes for the demand}
   *
   * @param offer from 0
   */
  int servesDemand(int offer) {
    long nodes = offers.get(offer).nodes();
    return (int) values.stream().filter(row -> row.get(offer).nodesForDemand() <= nodes).count();
  }
}
