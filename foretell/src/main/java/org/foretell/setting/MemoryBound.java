package org.foretell.setting;

import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalInt;
import org.foretell.failure.ForetellException;
import org.foretell.machine.Machine;
import org.foretell.machine.NodeGroup;
import org.foretell.machine.Placement;
import org.foretell.models.compute.MemoryShares;
import org.foretell.trace.TraceSource;
import org.jspecify.annotations.Nullable;

/**
 * Which share of the time of bursts is bound by memory.
 *
 * @param ofAll 0 to 1
 * @param ofCallSites by text or number of the call site, in place of that of all
 * @param assumedMachine the machine of the traced run where nobody names it: the simulated one
 *     before any figure of it is moved; null if nothing is to be assumed
 */
public record MemoryBound(
    double ofAll, Map<String, Double> ofCallSites, @Nullable Machine assumedMachine) {
  /** Where nothing is stated. */
  public static final MemoryBound NONE = new MemoryBound(0, Map.of(), null);

  /** Checks the shares and copies the map. */
  public MemoryBound {
    checked("bursts", ofAll);
    ofCallSites.forEach((site, share) -> checked("bursts of " + site, share));
    ofCallSites = Collections.unmodifiableMap(new LinkedHashMap<>(ofCallSites));
  }

  private static void checked(String what, double share) {
    if (!(share >= 0 && share <= 1)) {
      throw ForetellException.usage(
          "the memory-bound share of " + what + " must be 0 to 1 (0% to 100%), but is " + share);
    }
  }

  /** The same with another share of all bursts. */
  MemoryBound with(double share) {
    return new MemoryBound(share, ofCallSites, assumedMachine);
  }

  /** The same with the share of a call site. */
  MemoryBound with(String callSite, double share) {
    Map<String, Double> all = new LinkedHashMap<>(ofCallSites);
    all.put(callSite, share);
    return new MemoryBound(ofAll, all, assumedMachine);
  }

  /** The same with what is assumed of the traced run. */
  MemoryBound tracedOn(@Nullable Machine machine) {
    return new MemoryBound(ofAll, ofCallSites, machine);
  }

  /** Whether any share is stated. */
  boolean isStated() {
    return ofAll > 0 || !ofCallSites.isEmpty();
  }

  /**
   * Where the trace was taken, as far as that is known.
   *
   * @param machine named by the user; null if none is
   * @param ranksPerNode stated by the user or the trace
   */
  record Traced(@Nullable Machine machine, OptionalInt ranksPerNode) {}

  /**
   * What the shares do to bursts; null if none is stated.
   *
   * @throws ForetellException if something is missing for it
   */
  @Nullable MemoryShares on(
      Traced traced, TraceSource trace, @Nullable Machine machine, Placement placement) {
    if (!isStated()) {
      return null;
    }
    if (machine == null) {
      throw ForetellException.usage("memory-bound bursts need a machine, and none is given");
    }
    Arrays.stream(placement.nodes())
        .mapToObj(machine::groupOf)
        .distinct()
        .forEach(group -> requireStream(machine, group));
    Machine tracedMachine =
        Objects.requireNonNullElse(
            traced.machine(), Objects.requireNonNullElse(assumedMachine, machine));
    NodeGroup group = tracedMachine.groups().get(0);
    requireStream(tracedMachine, group);
    if (traced.ranksPerNode().isEmpty() && traced.machine() == null) {
      throw ForetellException.usage(
          "memory-bound bursts need the number of ranks per node of the traced run, which the trace"
              + " does not state; give it with --traced-ranks-per-node");
    }
    int ranks = traced.ranksPerNode().orElse(group.coresPerNode());
    return new MemoryShares(
        ofAll,
        CallSiteNames.byId(ofCallSites, trace.tables().callSites()),
        MemoryShares.bytesPerSecond(group, ranks).orElseThrow(),
        machine,
        placement);
  }

  private static void requireStream(Machine machine, NodeGroup group) {
    if (group.streamBytesPerSecond().isEmpty()) {
      throw ForetellException.usage(
          "memory-bound bursts need streamBandwidth of the nodes \"%s\" of %s, which its file does not state; add it there, or give it with --set nodeGroups.%s.streamBandwidth"
              .formatted(group.name(), machine.name(), group.name()));
    }
  }

  /** The shares as text. */
  String text() {
    StringBuilder text = new StringBuilder(percent(ofAll));
    ofCallSites.forEach(
        (site, share) -> text.append(", ").append(site).append(' ').append(percent(share)));
    return text.toString();
  }

  private static String percent(double share) {
    return String.format(Locale.ROOT, "%.4g", 100 * share).replaceAll("\\.?0+$", "") + "%";
  }
}
