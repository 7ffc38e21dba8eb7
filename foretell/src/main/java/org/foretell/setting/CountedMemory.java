package org.foretell.setting;

import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import org.foretell.machine.Machine;
import org.foretell.machine.NodeGroup;
import org.foretell.machine.Placement;
import org.foretell.models.compute.MemoryShares;
import org.foretell.trace.BurstKind;
import org.foretell.trace.TraceSource;
import org.jspecify.annotations.Nullable;

/**
 * Bursts that share the memory of their node without being asked: those of call sites that {@link
 * BurstKind the counters} show to be bound by memory, unless a share is stated or other settings
 * say how the call site scales. All of their time is taken to depend on memory.
 *
 * @param machine that is simulated; null if there is none
 * @param stated shares that were asked for
 * @param traced where the trace was taken
 * @param known call sites that other settings scale
 */
record CountedMemory(
    TraceSource trace,
    @Nullable Machine machine,
    MemoryBound stated,
    MemoryBound.Traced traced,
    Set<Integer> known) {
  private static final double WHOLE = 1;

  /** The call sites, {@link org.foretell.trace.OpView#NONE} for bursts without one. */
  SortedSet<Integer> sites() {
    SortedSet<Integer> sites = new TreeSet<>();
    if (stated.isStated() || hasMeasuredRatio()) {
      return sites;
    }
    trace
        .countedBursts()
        .forEach(
            (site, counted) -> {
              if (counted.kind() == BurstKind.MEMORY) {
                sites.add(site);
              }
            });
    sites.removeAll(known);
    return sites;
  }

  /** Measured on full nodes or not: a ratio of such bursts has what their memory does. */
  private boolean hasMeasuredRatio() {
    return machine != null
        && machine.groups().stream()
            .allMatch(group -> group.cpuRatio(BurstKind.MEMORY).isPresent());
  }

  /** What is missing for these bursts to share the memory of their node; empty if nothing is. */
  String whyNot() {
    if (machine == null) {
      return "no machine is given";
    }
    for (NodeGroup group : machine.groups()) {
      if (group.streamBytesPerSecond().isEmpty()) {
        return missing(machine, group);
      }
    }
    Machine tracedMachine = tracedOr(machine);
    if (firstGroup(tracedMachine).streamBytesPerSecond().isEmpty()) {
      return missing(tracedMachine, firstGroup(tracedMachine));
    }
    return traced.ranksPerNode().isEmpty() && traced.machine() == null
        ? "state how many ranks a traced node had with --traced-ranks-per-node"
        : "";
  }

  private static String missing(Machine machine, NodeGroup group) {
    return "%s states no streamBandwidth of its nodes \"%s\""
        .formatted(machine.name(), group.name());
  }

  /** Nodes like the simulated ones, before any figure of them is moved, where nobody names any. */
  private Machine tracedOr(Machine simulated) {
    return Objects.requireNonNullElse(
        traced.machine(), Objects.requireNonNullElse(stated.assumedMachine(), simulated));
  }

  private static NodeGroup firstGroup(Machine machine) {
    return machine.groups().get(0);
  }

  /** What these bursts do; empty if there are none, or something is missing. */
  Optional<MemoryShares> shares(Placement placement) {
    SortedSet<Integer> sites = sites();
    Machine simulated = machine;
    if (sites.isEmpty() || simulated == null || !whyNot().isEmpty()) {
      return Optional.empty();
    }
    Map<Integer, Double> shares = new HashMap<>();
    sites.forEach(site -> shares.put(site, WHOLE));
    NodeGroup group = firstGroup(tracedOr(simulated));
    int ranks = traced.ranksPerNode().orElse(group.coresPerNode());
    return Optional.of(
        new MemoryShares(
            0,
            shares,
            MemoryShares.bytesPerSecond(group, ranks).orElseThrow(),
            simulated,
            placement));
  }

  /** The call sites in words. */
  String text() {
    int count = sites().size();
    return "bursts of %d call site%s, by counters".formatted(count, count == 1 ? "" : "s");
  }
}
