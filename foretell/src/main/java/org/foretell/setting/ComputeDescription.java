package org.foretell.setting;

import java.util.DoubleSummaryStatistics;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.foretell.machine.Machine;
import org.foretell.machine.NodeGroup;
import org.foretell.models.compute.BurstWork;
import org.foretell.models.compute.Roof;
import org.foretell.models.compute.ScaledCompute;
import org.foretell.time.Quantity;
import org.foretell.trace.BurstKind;
import org.foretell.trace.OpView;
import org.foretell.trace.TraceSource;
import org.jspecify.annotations.Nullable;

/**
 * How bursts are scaled, in words for the report.
 *
 * @param choice what was asked for
 * @param compute what was made of it
 * @param machine that is simulated; null if there is none
 * @param ranks of the trace
 */
public record ComputeDescription(
    ComputeChoice choice,
    ScaledCompute compute,
    TraceSource trace,
    @Nullable Machine machine,
    int ranks) {
  /** By what is described, in the order of reports. */
  public Map<String, String> all() {
    Map<String, String> described = new LinkedHashMap<>();
    double lowest = Double.POSITIVE_INFINITY;
    double highest = 0;
    for (int rank = 0; rank < ranks; rank++) {
      lowest = Math.min(lowest, compute.cpuRatio(rank));
      highest = Math.max(highest, compute.cpuRatio(rank));
    }
    String ratio = number(lowest) + (highest > lowest ? " to " + number(highest) : "");
    described.put("cpuRatio", ratio + (compute.warnings().isEmpty() ? "" : " (assumed)"));
    if (!trace.tables().histograms().isEmpty()) {
      described.put("histograms", choice.histograms().name().toLowerCase(Locale.ROOT));
    }
    describeRatios(described);
    describeStatedWork(described);
    describeCountedWork(described);
    describeMemory(described);
    describeKinds(described);
    choice
        .callSiteFactors()
        .forEach((site, factor) -> described.put("callSite " + site, "x " + factor));
    choice
        .phaseFactors()
        .forEach((phase, factor) -> described.put("phase " + phase, "x " + factor));
    return described;
  }

  private void describeMemory(Map<String, String> described) {
    CountedMemory counted = choice.countedMemory(trace, machine);
    if (!counted.sites().isEmpty() && !counted.whyNot().isEmpty()) {
      described.put(
          "bound by memory", counted.text() + ", scaled by the CPU ratio: " + counted.whyNot());
    }
    compute
        .memory()
        .ifPresent(
            memory ->
                described.put(
                    "bound by memory",
                    (choice.memoryBound().isStated()
                            ? choice.memoryBound().text() + ", that part "
                            : counted.text() + ", ")
                        + range(IntStream.range(0, ranks).mapToDouble(memory::times))
                        + ", "
                        + (choice.tracedMachine() == null
                            ? "traced on nodes like these (assumed)"
                            : "traced on " + choice.tracedMachine().name())
                        + choice.knownTracedRanks(trace).stream()
                            .mapToObj(count -> " of " + count + (count == 1 ? " rank" : " ranks"))
                            .collect(Collectors.joining())));
  }

  /** Which call sites follow a ratio of their kind. */
  private void describeKinds(Map<String, String> described) {
    if (!compute.followsKinds() || machine == null) {
      return;
    }
    for (BurstKind kind : List.of(BurstKind.COMPUTE, BurstKind.MEMORY)) {
      double[] stated =
          machine.groups().stream()
              .flatMapToDouble(group -> group.cpuRatio(kind).stream())
              .toArray();
      long sites =
          trace.countedBursts().values().stream().filter(each -> each.kind() == kind).count();
      if (stated.length > 0 && sites > 0) {
        described.put(
            "cpuRatio of bursts bound by " + (kind == BurstKind.MEMORY ? "memory" : "the core"),
            range(DoubleStream.of(stated)).substring(2)
                + ", of %d call site%s by counters".formatted(sites, sites == 1 ? "" : "s"));
      }
    }
  }

  private void describeRatios(Map<String, String> described) {
    Machine tracedMachine = choice.tracedMachine();
    Map<String, Double> measuredRatios = choice.measuredRatios();
    if (tracedMachine != null) {
      NodeGroup group = tracedMachine.groups().get(0);
      described.put(
          "traced on",
          tracedMachine.name()
              + ", "
              + Quantity.formatFlopsPerSecond(choice.tracedFlopsPerSecond(trace))
              + (compute.roof(0).isEmpty()
                  ? ""
                  : ", "
                      + Quantity.formatBytesPerSecond(
                          choice.tracedRoof(tracedMachine).bytesPerSecond())
                      + " each of "
                      + choice.tracedRanks(group)
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
    Map<Integer, BurstWork> done = CallSiteNames.byId(choice.work(), sites);
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
  private void describeStatedWork(Map<String, String> described) {
    if (!StatedWork.isIn(trace)) {
      return;
    }
    String why = choice.whyNotTaken(machine);
    if (!why.isEmpty()) {
      described.put("work in the trace", "not used: " + why);
      return;
    }
    List<String> sites = trace.tables().callSites();
    Set<Integer> others = CallSiteNames.byId(choice.work(), sites).keySet();
    Map<String, String> taken = new LinkedHashMap<>();
    StatedWork.of(trace)
        .forEach(
            (id, works) -> {
              String site = id == OpView.NONE ? "" : sites.get(id);
              if (!others.contains(id) && !choice.measuredRatios().containsKey(site)) {
                taken.put(
                    id == OpView.NONE ? "bursts without call site" : "bursts of " + site,
                    taken(works));
              }
            });
    described.put(
        "work in the trace",
        taken.isEmpty()
            ? "not used: other settings give the work of all its call sites"
            : "used, of %d call site%s".formatted(taken.size(), taken.size() == 1 ? "" : "s"));
    described.putAll(taken);
  }

  /** What is taken of the work that was counted, or why nothing is. */
  private void describeCountedWork(Map<String, String> described) {
    Map<Integer, BurstWork> counted = CountedWork.of(trace);
    if (counted.isEmpty()) {
      return;
    }
    String why = choice.whyNotTaken(machine);
    if (!why.isEmpty()) {
      described.put("counted work", "not used: " + why);
      return;
    }
    List<String> sites = trace.tables().callSites();
    counted.keySet().removeAll(CallSiteNames.byId(choice.work(), sites).keySet());
    counted.keySet().removeIf(id -> choice.measuredRatios().containsKey(sites.get(id)));
    described.put(
        "counted work",
        counted.isEmpty()
            ? "not used: other settings give the work of all its call sites"
            : "used, of %d call site%s".formatted(counted.size(), counted.size() == 1 ? "" : "s"));
    Roof roof = compute.roof(0).orElseThrow();
    counted.forEach(
        (id, work) ->
            described.put(
                "bursts of " + sites.get(id),
                "%s (bound by %s, by counters)"
                    .formatted(
                        range(
                            IntStream.range(0, ranks)
                                .mapToDouble(rank -> compute.ratioOfWork(rank, work))),
                        roof.isBoundByMemory(work) ? "memory" : "the core")));
  }

  private String taken(StatedWork.Range works) {
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

  private static String number(double value) {
    return String.format(Locale.US, "%.4g", value).replaceAll("\\.?0+$", "");
  }
}
