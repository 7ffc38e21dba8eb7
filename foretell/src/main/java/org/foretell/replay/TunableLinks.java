package org.foretell.replay;

import java.util.ArrayList;
import java.util.List;
import java.util.function.IntPredicate;
import org.foretell.machine.Machine;
import org.foretell.machine.Placement;
import org.foretell.machine.Topology;
import org.foretell.machine.topology.ScaledLinks;
import org.foretell.time.Quantity;

/**
 * The links of a machine that messages share, as parameters: of each kind latency and bandwidth.
 */
final class TunableLinks {
  private static final double PS_PER_SECOND = 1e12;

  private final Machine machine;

  TunableLinks(Machine machine) {
    this.machine = machine;
  }

  /**
   * The kinds of links of the topology.
   *
   * @param placement of the ranks between which messages go
   * @param alsoWithin whether messages within a node pass links of it
   */
  List<TunableFigure> ofTopology(Placement placement, boolean alsoWithin) {
    Topology network = machine.topology().orElseThrow();
    List<TunableFigure> found = new ArrayList<>();
    new LinkClasses(network, placement, alsoWithin)
        .each(
            (name, latencyPs, bytesPerSecond, links) ->
                add(found, name, latencyPs, bytesPerSecond, links));
    return found;
  }

  /** Some links of a machine, scaled. */
  static Machine scaled(Machine machine, IntPredicate links, double latency, double bandwidth) {
    return machine.withTopology(
        new ScaledLinks(machine.topology().orElseThrow(), links, latency, bandwidth));
  }

  /** Latency and bandwidth, unless they are 0 or unlimited. */
  private static void add(
      List<TunableFigure> found,
      String name,
      long latencyPs,
      double bytesPerSecond,
      IntPredicate links) {
    if (latencyPs > 0) {
      found.add(
          TunableFigure.ofMachine(
              "latency of " + name,
              Quantity.formatTime(latencyPs),
              latencyPs / PS_PER_SECOND,
              "s",
              true,
              (machine, cost) -> scaled(machine, links, cost, 1)));
    }
    if (!Double.isInfinite(bytesPerSecond)) {
      found.add(
          TunableFigure.ofMachine(
              "bandwidth of " + name,
              Quantity.formatBytesPerSecond(bytesPerSecond),
              bytesPerSecond,
              "B/s",
              false,
              (machine, cost) -> scaled(machine, links, 1, 1 / cost)));
    }
  }
}
