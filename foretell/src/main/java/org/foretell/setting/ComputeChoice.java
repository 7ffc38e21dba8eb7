package org.foretell.setting;

import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.Consumer;
import org.foretell.failure.ForetellException;
import org.foretell.machine.Machine;
import org.foretell.machine.NodeGroup;
import org.foretell.machine.Placement;
import org.foretell.models.compute.BurstWork;
import org.foretell.models.compute.HistogramChoice;
import org.foretell.models.compute.Roof;
import org.foretell.models.compute.ScaledCompute;
import org.foretell.time.Quantity;
import org.foretell.trace.BurstKind;
import org.foretell.trace.TraceSource;
import org.jspecify.annotations.Nullable;

/**
 * What says how long bursts take.
 *
 * @param histograms what to take for bursts that were recorded as histograms
 * @param tracedCoreSpeed as text with its unit; null for what the trace says
 * @param tracedMachine on which the trace was taken; null if that is not known
 * @param tracedRanksPerNode how many of its ranks were on a node; null for one on each core
 * @param memoryBound which share of the time of bursts is bound by memory
 * @param work what the bursts of call sites do
 * @param measuredRatios time on the simulated machine over the traced one, by call site; only those
 *     of the trace count
 * @param callSiteFactors by text or number of the call site
 * @param phaseFactors by name or number of the phase
 */
public record ComputeChoice(
    HistogramChoice histograms,
    @Nullable String tracedCoreSpeed,
    @Nullable Machine tracedMachine,
    @Nullable Integer tracedRanksPerNode,
    MemoryBound memoryBound,
    Map<String, BurstWork> work,
    Map<String, Double> measuredRatios,
    Map<String, Double> callSiteFactors,
    Map<String, Double> phaseFactors) {
  /** Where nothing was asked for. */
  public static final ComputeChoice USUAL =
      new ComputeChoice(
          HistogramChoice.MEAN,
          null,
          null,
          null,
          MemoryBound.NONE,
          Map.of(),
          Map.of(),
          Map.of(),
          Map.of());

  /** Settings that one of is exchanged. */
  private static final class Draft {
    private HistogramChoice histograms;
    private @Nullable String tracedCoreSpeed;
    private @Nullable Machine tracedMachine;
    private @Nullable Integer tracedRanksPerNode;
    private MemoryBound memoryBound;
    private Map<String, BurstWork> work;
    private Map<String, Double> measuredRatios;
    private Map<String, Double> callSiteFactors;
    private Map<String, Double> phaseFactors;

    Draft(ComputeChoice choice) {
      histograms = choice.histograms;
      tracedCoreSpeed = choice.tracedCoreSpeed;
      tracedMachine = choice.tracedMachine;
      tracedRanksPerNode = choice.tracedRanksPerNode;
      memoryBound = choice.memoryBound;
      work = choice.work;
      measuredRatios = choice.measuredRatios;
      callSiteFactors = choice.callSiteFactors;
      phaseFactors = choice.phaseFactors;
    }
  }

  /** The same but for what is exchanged. */
  private ComputeChoice copy(Consumer<Draft> exchange) {
    Draft draft = new Draft(this);
    exchange.accept(draft);
    return new ComputeChoice(
        draft.histograms,
        draft.tracedCoreSpeed,
        draft.tracedMachine,
        draft.tracedRanksPerNode,
        draft.memoryBound,
        draft.work,
        draft.measuredRatios,
        draft.callSiteFactors,
        draft.phaseFactors);
  }

  /** Copies the maps; their order stays, in which results show them. */
  public ComputeChoice {
    if (tracedRanksPerNode != null && tracedRanksPerNode < 1) {
      throw ForetellException.usage(
          "traced ranks per node must be at least 1, but are " + tracedRanksPerNode);
    }
    work = Collections.unmodifiableMap(new LinkedHashMap<>(work));
    measuredRatios = Collections.unmodifiableMap(new LinkedHashMap<>(measuredRatios));
    callSiteFactors = Collections.unmodifiableMap(new LinkedHashMap<>(callSiteFactors));
    phaseFactors = Collections.unmodifiableMap(new LinkedHashMap<>(phaseFactors));
  }

  /**
   * What to take for bursts that were recorded as histograms.
   *
   * @param text mean, max or sampled
   * @throws ForetellException if it is none of these
   */
  public static HistogramChoice histograms(String text) {
    return switch (text) {
      case "mean" -> HistogramChoice.MEAN;
      case "max" -> HistogramChoice.MAX;
      case "sampled" -> HistogramChoice.SAMPLED;
      default ->
          throw ForetellException.usage(
              "compute " + text + " is unknown; write mean, max or sampled");
    };
  }

  /** The same with another choice for histograms. */
  public ComputeChoice withHistograms(HistogramChoice value) {
    return copy(draft -> draft.histograms = value);
  }

  /** The same with another speed of traced cores. */
  public ComputeChoice withTracedCoreSpeed(@Nullable String value) {
    return copy(draft -> draft.tracedCoreSpeed = value);
  }

  /** The same with another machine on which the trace was taken. */
  public ComputeChoice withTracedMachine(@Nullable Machine value) {
    return copy(draft -> draft.tracedMachine = value);
  }

  /** The same with another number of traced ranks on a node. */
  public ComputeChoice withTracedRanksPerNode(@Nullable Integer value) {
    return copy(draft -> draft.tracedRanksPerNode = value);
  }

  /** The same with another share of bursts that is bound by memory. */
  public ComputeChoice withMemoryBound(double share) {
    return copy(draft -> draft.memoryBound = memoryBound.with(share));
  }

  /** The same with another share of the bursts of a call site that is bound by memory. */
  public ComputeChoice withMemoryBound(String callSite, double share) {
    return copy(draft -> draft.memoryBound = memoryBound.with(callSite, share));
  }

  /**
   * The same on a machine that is taken for the traced one where nobody names that.
   *
   * @param isCounted whether the trace says what the processor counted during bursts
   */
  public ComputeChoice assumedOn(@Nullable Machine machine, boolean isCounted) {
    return (isCounted || memoryBound.isStated()) && tracedMachine == null
        ? copy(draft -> draft.memoryBound = memoryBound.tracedOn(machine))
        : this;
  }

  /** The same with the work of some call sites. */
  public ComputeChoice withWork(Map<String, BurstWork> value) {
    return copy(draft -> draft.work = joined(work, value));
  }

  /** The same with the measured ratios of some call sites. */
  public ComputeChoice withMeasuredRatios(Map<String, Double> value) {
    return copy(draft -> draft.measuredRatios = joined(measuredRatios, value));
  }

  /** The same with the factors of some call sites. */
  public ComputeChoice withCallSiteFactors(Map<String, Double> value) {
    return copy(draft -> draft.callSiteFactors = joined(callSiteFactors, value));
  }

  /** The same with the factors of some phases. */
  public ComputeChoice withPhaseFactors(Map<String, Double> value) {
    return copy(draft -> draft.phaseFactors = joined(phaseFactors, value));
  }

  private static <T> Map<String, T> joined(Map<String, T> known, Map<String, T> more) {
    Map<String, T> all = new LinkedHashMap<>(known);
    all.putAll(more);
    return all;
  }

  /** What it makes of a trace on a machine. */
  public ScaledCompute scale(
      TraceSource trace, @Nullable Machine machine, Placement placement, long seed) {
    ScaledCompute.Builder builder =
        ScaledCompute.builder(placement)
            .machine(machine)
            .tracedFlopsPerSecond(tracedFlopsPerSecond(trace))
            .histograms(trace.tables().histograms(), histograms, seed);
    callSiteFactors.forEach(
        (site, factor) ->
            builder.factorOfCallSite(
                CallSiteNames.index("call site", site, trace.tables().callSites()),
                checked(site, factor)));
    phaseFactors.forEach(
        (phase, factor) ->
            builder.factorOfMarker(
                CallSiteNames.index("phase", phase, trace.tables().markers()),
                checked(phase, factor)));
    roofline(builder, trace, machine);
    Map<Integer, BurstKind> kinds = new HashMap<>();
    trace.countedBursts().forEach((site, counted) -> kinds.put(site, counted.kind()));
    builder.kinds(kinds);
    builder.memoryBound(
        memoryBound.isStated()
            ? memoryBound.on(
                new MemoryBound.Traced(tracedMachine, knownTracedRanks(trace)),
                trace,
                machine,
                placement)
            : countedMemory(trace, machine).shares(placement).orElse(null));
    List<String> sites = trace.tables().callSites();
    if (!measuredRatios.isEmpty() && Collections.disjoint(measuredRatios.keySet(), sites)) {
      throw ForetellException.usage(
          "the trace has none of the call sites of the measured pair, like \"%s\"; %s"
              .formatted(measuredRatios.keySet().iterator().next(), CallSiteNames.known(sites)));
    }
    measuredRatios.forEach(
        (site, ratio) -> {
          if (sites.contains(site)) {
            builder.measuredRatio(sites.indexOf(site), ratio);
          }
        });
    return builder.build();
  }

  /** The bursts that share the memory of their node because counters say so. */
  CountedMemory countedMemory(TraceSource trace, @Nullable Machine machine) {
    return new CountedMemory(
        trace,
        machine,
        memoryBound,
        new MemoryBound.Traced(tracedMachine, knownTracedRanks(trace)),
        sitesOfKnownRatio(trace, machine));
  }

  /** Call sites whose bursts are scaled by their work or by a measured ratio. */
  private Set<Integer> sitesOfKnownRatio(TraceSource trace, @Nullable Machine machine) {
    List<String> sites = trace.tables().callSites();
    Set<Integer> known = new HashSet<>();
    if (trace.countedBursts().isEmpty()) {
      return known;
    }
    known.addAll(CallSiteNames.byId(work, sites).keySet());
    measuredRatios.keySet().stream()
        .filter(sites::contains)
        .map(sites::indexOf)
        .forEach(known::add);
    if (whyNotTaken(machine).isEmpty()) {
      known.addAll(CountedWork.of(trace).keySet());
      if (StatedWork.isIn(trace)) {
        known.addAll(StatedWork.of(trace).keySet());
      }
    }
    return known;
  }

  private void roofline(
      ScaledCompute.Builder builder, TraceSource trace, @Nullable Machine machine) {
    if (takesStatedWork(trace, machine)) {
      builder.tracedRoof(tracedRoof(Objects.requireNonNull(tracedMachine))).workOfBursts();
    }
    Map<Integer, BurstWork> counted = CountedWork.of(trace);
    if (!counted.isEmpty() && whyNotTaken(machine).isEmpty()) {
      builder.tracedRoof(tracedRoof(Objects.requireNonNull(tracedMachine)));
      counted.forEach(builder::work);
    }
    if (work.isEmpty()) {
      return;
    }
    if (machine == null) {
      throw ForetellException.usage("work of call sites needs a machine, and none is given");
    }
    if (tracedMachine == null) {
      throw ForetellException.usage(
          "work of call sites needs the machine on which the trace was taken; name it with"
              + " --traced-machine");
    }
    machine.groups().forEach(group -> requireRoof(machine, group));
    builder.tracedRoof(tracedRoof(tracedMachine));
    CallSiteNames.byId(work, trace.tables().callSites()).forEach(builder::work);
  }

  /**
   * Whether the work that bursts of the trace say themselves counts: if it is known where the trace
   * was taken, and both machines state their roofs.
   */
  private boolean takesStatedWork(TraceSource trace, @Nullable Machine machine) {
    return StatedWork.isIn(trace) && whyNotTaken(machine).isEmpty();
  }

  /** What is missing for stated work to count; empty if nothing is. */
  String whyNotTaken(@Nullable Machine machine) {
    if (machine == null) {
      return "no machine is given";
    } else if (tracedMachine == null) {
      return "name the machine on which the trace was taken with --traced-machine";
    }
    NodeGroup first = tracedMachine.groups().get(0);
    if (Roof.of(first, 1).isEmpty()) {
      return missing(tracedMachine, first);
    }
    for (NodeGroup group : machine.groups()) {
      if (Roof.of(group, 1).isEmpty()) {
        return missing(machine, group);
      }
    }
    return "";
  }

  private static String missing(Machine machine, NodeGroup group) {
    return "%s states no %s of its nodes \"%s\""
        .formatted(machine.name(), missingFigure(group), group.name());
  }

  private static String missingFigure(NodeGroup group) {
    return group.coreFlopsPerSecond().isEmpty() ? "coreSpeed" : "streamBandwidth";
  }

  /** Of a rank on the first nodes of a machine. */
  Roof tracedRoof(Machine machine) {
    NodeGroup group = machine.groups().get(0);
    requireRoof(machine, group);
    return Roof.of(group, tracedRanks(group)).orElseThrow();
  }

  /** How many ranks shared a node when the trace was taken, if the user or the trace says it. */
  public OptionalInt knownTracedRanks(TraceSource trace) {
    if (tracedRanksPerNode != null) {
      return OptionalInt.of(tracedRanksPerNode);
    }
    int said = trace.info().ranksPerNode();
    return said == 0 ? OptionalInt.empty() : OptionalInt.of(said);
  }

  int tracedRanks(NodeGroup group) {
    return tracedRanksPerNode == null ? group.coresPerNode() : tracedRanksPerNode;
  }

  private static void requireRoof(Machine machine, NodeGroup group) {
    if (Roof.of(group, 1).isEmpty()) {
      String missing = missingFigure(group);
      throw ForetellException.usage(
          "work of call sites needs %s of the nodes \"%s\" of %s, which its file does not state; add it there%s"
              .formatted(
                  missing,
                  group.name(),
                  machine.name(),
                  ", or give it with --set nodeGroups." + group.name() + "." + missing));
    }
  }

  double tracedFlopsPerSecond(TraceSource trace) {
    if (tracedCoreSpeed != null) {
      return SettingValue.parse("traced core speed", tracedCoreSpeed, Quantity::parseFlopPerSecond);
    }
    double said = trace.info().baseFlopsPerSecond();
    return said == 0 && tracedMachine != null
        ? tracedMachine.groups().get(0).coreFlopsPerSecond().orElse(0)
        : said;
  }

  /** Whether durations that were recorded as histograms are drawn. */
  public boolean samples() {
    return histograms == HistogramChoice.SAMPLED;
  }

  private static double checked(String what, double factor) {
    if (!(factor >= 0) || Double.isInfinite(factor)) {
      throw ForetellException.usage(
          "the factor of " + what + " must be finite and not negative, but is " + factor);
    }
    return factor;
  }
}
