package org.foretell.replay;

import java.util.ArrayList;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.IntPredicate;
import org.foretell.machine.Machine;
import org.foretell.machine.Placement;
import org.foretell.machine.Topology;
import org.foretell.machine.topology.ScaledLinks;
import org.foretell.scenario.Experiment;
import org.foretell.time.Quantity;

/**
 * The links of a machine that messages share, as parameters: of each kind latency and bandwidth.
 */
final class LinkLevers {
  private static final double PS_PER_SECOND = 1e12;

  private final Machine machine;
  private final Function<Machine, Experiment> experiment;

  /**
   * Of a machine.
   *
   * @param experiment with another machine
   */
  LinkLevers(Machine machine, Function<Machine, Experiment> experiment) {
    this.machine = machine;
    this.experiment = experiment;
  }

  /**
   * The kinds of links of the topology.
   *
   * @param placement of the ranks between which messages go
   * @param alsoWithin whether messages within a node pass links of it
   */
  List<Lever> ofTopology(Placement placement, boolean alsoWithin) {
    Topology network = machine.topology().orElseThrow();
    List<Lever> found = new ArrayList<>();
    new LinkClasses(network, placement, alsoWithin)
        .each(
            (name, latencyPs, bytesPerSecond, links) ->
                add(
                    found,
                    name,
                    latencyPs,
                    bytesPerSecond,
                    (latency, bandwidth) ->
                        machine.withTopology(moved(network, links, latency, bandwidth))));
    return found;
  }

  private static Topology moved(
      Topology network, IntPredicate links, double latency, double bandwidth) {
    return new ScaledLinks(network, links, latency, bandwidth);
  }

  /**
   * Latency and bandwidth, unless they are 0 or unlimited.
   *
   * @param moved gives the machine with factors of both
   */
  private void add(
      List<Lever> found,
      String name,
      long latencyPs,
      double bytesPerSecond,
      BiFunction<Double, Double, Machine> moved) {
    if (latencyPs > 0) {
      found.add(
          Lever.of(
              "latency of " + name,
              Quantity.formatTime(latencyPs),
              latencyPs / PS_PER_SECOND,
              "s",
              true,
              cost -> experiment.apply(moved.apply(cost, 1.0))));
    }
    if (!Double.isInfinite(bytesPerSecond)) {
      found.add(
          Lever.of(
              "bandwidth of " + name,
              Quantity.formatBytesPerSecond(bytesPerSecond),
              bytesPerSecond,
              "B/s",
              false,
              cost -> experiment.apply(moved.apply(1.0, 1 / cost))));
    }
  }
}
