package org.foretell.setting;

import java.util.Collections;
import java.util.DoubleSummaryStatistics;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.foretell.failure.ForetellException;
import org.foretell.machine.Machine;
import org.foretell.machine.NodeGroup;
import org.foretell.machine.Placement;
import org.foretell.models.compute.BurstWork;
import org.foretell.models.compute.HistogramChoice;
import org.foretell.models.compute.Roof;
import org.foretell.models.compute.ScaledCompute;
import org.foretell.time.Quantity;
import org.foretell.trace.Capability;
import org.foretell.trace.OpView;
import org.foretell.trace.TraceSource;
import org.jspecify.annotations.Nullable;

/**
 * What says how long bursts take.
 *
 * @param histograms what to take for bursts that were recorded as histograms
 * @param tracedCoreSpeed as text with its unit; null for what the trace says
 * @param tracedMachine on which the trace was taken; null if that is not known
 * @param tracedRanksPerNode how many of its ranks were on a node; null for one on each core
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
    Map<String, BurstWork> work,
    Map<String, Double> measuredRatios,
    Map<String, Double> callSiteFactors,
    Map<String, Double> phaseFactors) {
  /** Where nothing was asked for. */
  public static final ComputeChoice USUAL =
      new ComputeChoice(
          HistogramChoice.MEAN, null, null, null, Map.of(), Map.of(), Map.of(), Map.of());

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
    return new ComputeChoice(
        value,
        tracedCoreSpeed,
        tracedMachine,
        tracedRanksPerNode,
        work,
        measuredRatios,
        callSiteFactors,
        phaseFactors);
  }

  /** The same with another speed of traced cores. */
  public ComputeChoice withTracedCoreSpeed(@Nullable String value) {
    return new ComputeChoice(
        histograms,
        value,
        tracedMachine,
        tracedRanksPerNode,
        work,
        measuredRatios,
        callSiteFactors,
        phaseFactors);
  }

  /** The same with another machine on which the trace was taken. */
  public ComputeChoice withTracedMachine(@Nullable Machine value) {
    return new ComputeChoice(
        histograms,
        tracedCoreSpeed,
        value,
        tracedRanksPerNode,
        work,
        measuredRatios,
        callSiteFactors,
        phaseFactors);
  }

  /** The same with another number of traced ranks on a node. */
  public ComputeChoice withTracedRanksPerNode(@Nullable Integer value) {
    return new ComputeChoice(
        histograms,
        tracedCoreSpeed,
        tracedMachine,
        value,
        work,
        measuredRatios,
        callSiteFactors,
        phaseFactors);
  }

  /** The same with the work of some call sites. */
  public ComputeChoice withWork(Map<String, BurstWork> value) {
    return new ComputeChoice(
        histograms,
        tracedCoreSpeed,
        tracedMachine,
        tracedRanksPerNode,
        joined(work, value),
        measuredRatios,
        callSiteFactors,
        phaseFactors);
  }

  /** The same with the measured ratios of some call sites. */
  public ComputeChoice withMeasuredRatios(Map<String, Double> value) {
    return new ComputeChoice(
        histograms,
        tracedCoreSpeed,
        tracedMachine,
        tracedRanksPerNode,
        work,
        joined(measuredRatios, value),
        callSiteFactors,
        phaseFactors);
  }

  /** The same with the factors of some call sites. */
  public ComputeChoice withCallSiteFactors(Map<String, Double> value) {
    return new ComputeChoice(
        histograms,
        tracedCoreSpeed,
        tracedMachine,
        tracedRanksPerNode,
        work,
        measuredRatios,
        joined(callSiteFactors, value),
        phaseFactors);
  }

  /** The same with the factors of some phases. */
  public ComputeChoice withPhaseFactors(Map<String, Double> value) {
    return new ComputeChoice(
        histograms,
        tracedCoreSpeed,
        tracedMachine,
        tracedRanksPerNode,
        work,
        measuredRatios,
        callSiteFactors,
        joined(phaseFactors, value));
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

  private void roofline(
      ScaledCompute.Builder builder, TraceSource trace, @Nullable Machine machine) {
    if (takesStatedWork(trace, machine)) {
      builder.tracedRoof(tracedRoof(Objects.requireNonNull(tracedMachine))).workOfBursts();
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
    return statesWork(trace) && whyNotTaken(machine).isEmpty();
  }

  private static boolean statesWork(TraceSource trace) {
    return trace.capabilities().contains(Capability.BURST_WORK);
  }

  /** What is missing for stated work to count; empty if nothing is. */
  private String whyNotTaken(@Nullable Machine machine) {
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
  private Roof tracedRoof(Machine machine) {
    NodeGroup group = machine.groups().get(0);
    requireRoof(machine, group);
    return Roof.of(group, tracedRanks(group)).orElseThrow();
  }

  private int tracedRanks(NodeGroup group) {
    return tracedRanksPerNode == null ? group.coresPerNode() : tracedRanksPerNode;
  }

  private static void requireRoof(Machine machine, NodeGroup group) {
    if (Roof.of(group, 1).isEmpty()) {
      String missing = missingFigure(group);
      throw ForetellException.usage(
          "work of call sites needs %s of the nodes \"%s\" of %s, which its file does not say; write it there%s"
              .formatted(
                  missing,
                  group.name(),
                  machine.name(),
                  ", or give it with --set nodeGroups." + group.name() + "." + missing));
    }
  }

  /** How bursts are scaled, for the report. */
  public Map<String, String> describe(
      ScaledCompute compute, TraceSource trace, @Nullable Machine machine, Placement placement) {
    Map<String, String> described = new LinkedHashMap<>();
    double lowest = Double.POSITIVE_INFINITY;
    double highest = 0;
    for (int rank = 0; rank < placement.ranks(); rank++) {
      lowest = Math.min(lowest, compute.cpuRatio(rank));
      highest = Math.max(highest, compute.cpuRatio(rank));
    }
    String ratio = number(lowest) + (highest > lowest ? " to " + number(highest) : "");
    described.put("cpuRatio", ratio + (compute.warnings().isEmpty() ? "" : " (assumed)"));
    if (!trace.tables().histograms().isEmpty()) {
      described.put("histograms", histograms.name().toLowerCase(Locale.ROOT));
    }
    describeRatios(described, compute, trace, placement.ranks());
    describeStatedWork(described, compute, trace, machine, placement.ranks());
    callSiteFactors.forEach((site, factor) -> described.put("callSite " + site, "x " + factor));
    phaseFactors.forEach((phase, factor) -> described.put("phase " + phase, "x " + factor));
    return described;
  }

  private void describeRatios(
      Map<String, String> described, ScaledCompute compute, TraceSource trace, int ranks) {
    if (tracedMachine != null) {
      NodeGroup group = tracedMachine.groups().get(0);
      described.put(
          "traced on",
          tracedMachine.name()
              + ", "
              + Quantity.formatFlopsPerSecond(tracedFlopsPerSecond(trace))
              + (compute.roof(0).isEmpty()
                  ? ""
                  : ", "
                      + Quantity.formatBytesPerSecond(tracedRoof(tracedMachine).bytesPerSecond())
                      + " each of "
                      + tracedRanks(group)
                      + " on a node"));
    }
    compute
        .roof(0)
        .ifPresent(
            roof ->
                described.put(
                    "roof of rank 0",
                    Quantity.formatFlopsPerSecond(roof.flopsPerSecond())
                        + ", "
                        + Quantity.formatBytesPerSecond(roof.bytesPerSecond())));
    List<String> sites = trace.tables().callSites();
    Map<Integer, BurstWork> done = CallSiteNames.byId(work, sites);
    Set<Integer> ids = new LinkedHashSet<>(done.keySet());
    measuredRatios.keySet().stream().filter(sites::contains).map(sites::indexOf).forEach(ids::add);
    for (int id : ids) {
      String range =
          range(
              IntStream.range(0, ranks)
                  .mapToObj(rank -> compute.ratioOfCallSite(rank, id))
                  .flatMapToDouble(OptionalDouble::stream));
      String why =
          measuredRatios.containsKey(sites.get(id))
              ? "measured"
              : compute.roof(0).orElseThrow().isBoundByMemory(Objects.requireNonNull(done.get(id)))
                  ? "bound by memory"
                  : "bound by the core";
      described.put("bursts of " + sites.get(id), range + " (" + why + ")");
    }
  }

  /** What is taken of the work that bursts say themselves, or why nothing is. */
  private void describeStatedWork(
      Map<String, String> described,
      ScaledCompute compute,
      TraceSource trace,
      @Nullable Machine machine,
      int ranks) {
    if (!statesWork(trace)) {
      return;
    }
    String why = whyNotTaken(machine);
    if (!why.isEmpty()) {
      described.put("work in the trace", "not used: " + why);
      return;
    }
    List<String> sites = trace.tables().callSites();
    Set<Integer> others = CallSiteNames.byId(work, sites).keySet();
    Map<String, String> taken = new LinkedHashMap<>();
    StatedWork.of(trace)
        .forEach(
            (id, works) -> {
              String site = id == OpView.NONE ? "" : sites.get(id);
              if (!others.contains(id) && !measuredRatios.containsKey(site)) {
                taken.put(
                    id == OpView.NONE ? "bursts without call site" : "bursts of " + site,
                    taken(compute, works, ranks));
              }
            });
    described.put(
        "work in the trace",
        taken.isEmpty()
            ? "not used: other settings say what all its call sites do"
            : "used, of %d call site%s".formatted(taken.size(), taken.size() == 1 ? "" : "s"));
    described.putAll(taken);
  }

  private static String taken(ScaledCompute compute, StatedWork.Range works, int ranks) {
    String range =
        range(
            IntStream.range(0, ranks)
                .boxed()
                .flatMapToDouble(
                    rank ->
                        DoubleStream.of(
                            compute.ratioOfWork(rank, works.least()),
                            compute.ratioOfWork(rank, works.most()))));
    Roof roof = compute.roof(0).orElseThrow();
    boolean memory = roof.isBoundByMemory(works.least());
    boolean core = !roof.isBoundByMemory(works.most());
    return "%s (bound by %s, by the trace)"
        .formatted(range, memory && core ? "memory or the core" : memory ? "memory" : "the core");
  }

  private static String range(DoubleStream values) {
    DoubleSummaryStatistics ratios = values.summaryStatistics();
    return "x "
        + number(ratios.getMin())
        + (ratios.getMax() > ratios.getMin() ? " to " + number(ratios.getMax()) : "");
  }

  private double tracedFlopsPerSecond(TraceSource trace) {
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

  private static String number(double value) {
    return String.format(Locale.US, "%.4g", value).replaceAll("\\.?0+$", "");
  }
}
