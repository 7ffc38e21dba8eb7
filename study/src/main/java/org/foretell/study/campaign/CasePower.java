package org.foretell.study.campaign;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import org.foretell.machine.Machine;
import org.foretell.study.description.Estimate;
import org.foretell.study.description.Offer;
import org.foretell.study.evaluation.PowerFactors;
import org.foretell.study.simulation.OfferedPower;

/**
 * How the power of an offer, if it is that of its machine, follows from the figures of a case. It
 * is linear in each of them.
 *
 * @param stated factors of the offer's power with all figures as stated
 * @param slopes of figures that move it; none if no figure does
 */
public record CasePower(PowerFactors stated, List<Slope> slopes) {
  /** Of a case whose figures leave the power alone. */
  public static final CasePower NONE = new CasePower(PowerFactors.NONE, List.of());

  /**
   * A figure that moves the power.
   *
   * @param figure name of it
   * @param stated its value in the study
   * @param idle by how much the factor of an idle node grows with one unit of the figure
   * @param busy the same of a busy node
   * @param network the same of the network
   */
  public record Slope(String figure, double stated, double idle, double busy, double network) {}

  /** Copies. */
  public CasePower {
    slopes = List.copyOf(slopes);
  }

  /**
   * {@return the factors at values of figures}
   *
   * @param values by name
   */
  PowerFactors at(Map<String, Double> values) {
    double idle = stated.idle();
    double busy = stated.busy();
    double network = stated.network();
    for (Slope slope : slopes) {
      double by = values.getOrDefault(slope.figure, slope.stated) - slope.stated;
      idle += by * slope.idle;
      busy += by * slope.busy;
      network += by * slope.network;
    }
    return new PowerFactors(Math.max(0, idle), Math.max(0, busy), Math.max(0, network));
  }

  /**
   * {@return the power of a case}
   *
   * @param offer whose power is that of its machine
   * @param figures of the case by name
   * @param moving names of those that move the power
   * @param machines the machine at values of all figures
   */
  static CasePower of(
      Offer offer,
      Map<String, Estimate> figures,
      List<String> moving,
      Function<Map<String, Double>, Machine> machines) {
    Map<String, Double> middle = new TreeMap<>();
    figures.forEach((name, estimate) -> middle.put(name, estimate.value()));
    Optional<PowerFactors> stated = factors(offer, machines.apply(middle));
    if (stated.isEmpty()) {
      return NONE;
    }
    List<Slope> slopes = new ArrayList<>();
    for (String name : moving) {
      Estimate estimate = figures.get(name);
      if (estimate != null && estimate.isUncertain()) {
        double range = estimate.to() - estimate.from();
        PowerFactors low = at(offer, machines, middle, name, estimate.from());
        PowerFactors high = at(offer, machines, middle, name, estimate.to());
        slopes.add(
            new Slope(
                name,
                estimate.value(),
                (high.idle() - low.idle()) / range,
                (high.busy() - low.busy()) / range,
                (high.network() - low.network()) / range));
      }
    }
    return new CasePower(stated.get(), slopes);
  }

  private static PowerFactors at(
      Offer offer,
      Function<Map<String, Double>, Machine> machines,
      Map<String, Double> middle,
      String name,
      double value) {
    Map<String, Double> moved = new TreeMap<>(middle);
    moved.put(name, value);
    return factors(offer, machines.apply(moved)).orElse(PowerFactors.NONE);
  }

  private static Optional<PowerFactors> factors(Offer offer, Machine machine) {
    return OfferedPower.of(machine, offer.nodes())
        .map(
            power ->
                new PowerFactors(
                    ratio(power.idle().value(), offer.idleWatts()),
                    ratio(power.busy().value(), offer.busyWatts()),
                    ratio(power.network().value(), offer.networkWatts())));
  }

  private static double ratio(double watts, Estimate stated) {
    return stated.value() == 0 ? 1 : watts / stated.value();
  }
}
