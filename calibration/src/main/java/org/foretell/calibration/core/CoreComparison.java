package org.foretell.calibration.core;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.LongStream;
import org.foretell.calibration.measurement.MeasurementException;
import org.foretell.trace.BurstKind;
import org.foretell.trace.Capability;
import org.foretell.trace.DurationHistogram;
import org.foretell.trace.OpCode;
import org.foretell.trace.OpView;
import org.foretell.trace.RankCursor;
import org.foretell.trace.TraceSource;
import org.jspecify.annotations.Nullable;

/**
 * Compares the bursts of runs of one program on two machines: the n-th burst of a rank at a call
 * site here with the n-th of this rank at this call site there. Bursts recorded as histograms have
 * the mean of their histogram. Memory holds the bursts of one rank. For one thread.
 */
public final class CoreComparison {
  private final Map<String, RatioSum> sums = new TreeMap<>();
  private final Set<String> leftOut = new TreeSet<>();

  /** By call site what its runs agree on; mixed where they do not, or do not know. */
  private final Map<String, BurstKind> kinds = new HashMap<>();

  /** Creates a comparison without runs. */
  public CoreComparison() {}

  /**
   * Adds a run on each machine; reads both traces once.
   *
   * @param hereName of the first trace, for messages
   * @param here on the machine on which programs are traced
   * @param thereName of the second trace, for messages
   * @param there on the machine to be predicted
   * @return this
   * @throws MeasurementException if the traces differ in their ranks, or have no ops
   * @throws org.foretell.trace.TraceException if a trace is damaged
   */
  public CoreComparison add(
      String hereName, TraceSource here, String thereName, TraceSource there) {
    refuseGraphs(hereName, here);
    refuseGraphs(thereName, there);
    if (here.info().ranks() != there.info().ranks()) {
      throw new MeasurementException(
          "%s has %d ranks and %s has %d; expected runs of one program with equal numbers of ranks"
              .formatted(hereName, here.info().ranks(), thereName, there.info().ranks()));
    }
    kinds(here, there);
    for (int rank = 0; rank < here.info().ranks(); rank++) {
      Map<String, LongStream.Builder> before = bursts(here, rank);
      Map<String, LongStream.Builder> after = bursts(there, rank);
      Set<String> sites = new TreeSet<>(before.keySet());
      sites.addAll(after.keySet());
      for (String site : sites) {
        pair(site, before.get(site), after.get(site));
      }
    }
    return this;
  }

  private void kinds(TraceSource here, TraceSource there) {
    Map<String, BurstKind> before = kinds(here);
    Map<String, BurstKind> after = kinds(there);
    Set<String> sites = new TreeSet<>(before.keySet());
    sites.addAll(after.keySet());
    for (String site : sites) {
      BurstKind kind = before.get(site);
      boolean agree = kind != null && kind == after.get(site);
      kinds.merge(
          site,
          agree ? kind : BurstKind.MIXED,
          (known, other) -> known == other ? known : BurstKind.MIXED);
    }
  }

  private static Map<String, BurstKind> kinds(TraceSource trace) {
    List<String> sites = trace.tables().callSites();
    Map<String, BurstKind> kinds = new HashMap<>();
    trace
        .countedBursts()
        .forEach(
            (site, counted) ->
                kinds.put(site == OpView.NONE ? "" : sites.get(site), counted.kind()));
    return kinds;
  }

  private static void refuseGraphs(String name, TraceSource trace) {
    if (trace.capabilities().contains(Capability.TASK_GRAPHS)) {
      throw new MeasurementException(
          name
              + ": the ranks of this trace are task graphs, whose bursts have no order; expected a"
              + " trace of ops, as sim trace records it");
    }
  }

  private void pair(
      String site, LongStream.@Nullable Builder before, LongStream.@Nullable Builder after) {
    long[] here = before == null ? new long[0] : before.build().toArray();
    long[] there = after == null ? new long[0] : after.build().toArray();
    if (here.length != there.length) {
      leftOut.add(site);
      return;
    }
    RatioSum sum = sums.computeIfAbsent(site, any -> new RatioSum());
    for (int i = 0; i < here.length; i++) {
      sum.add(here[i], there[i]);
    }
  }

  private static Map<String, LongStream.Builder> bursts(TraceSource trace, int rank) {
    List<String> sites = trace.tables().callSites();
    List<DurationHistogram> histograms = trace.tables().histograms();
    Map<String, LongStream.Builder> bursts = new HashMap<>();
    OpView op = new OpView();
    try (RankCursor cursor = trace.open(rank)) {
      while (cursor.next(op)) {
        if (op.code() == OpCode.COMPUTE) {
          long durationPs =
              op.histogram() == OpView.NONE
                  ? op.durationPs()
                  : histograms.get(op.histogram()).meanPs();
          String site = op.callSite() == OpView.NONE ? "" : sites.get(op.callSite());
          bursts.computeIfAbsent(site, any -> LongStream.builder()).add(durationPs);
        }
      }
    }
    return bursts;
  }

  /**
   * {@return the ratios of all runs that were added}
   *
   * @throws MeasurementException if the runs have no call site with equal numbers of bursts, or
   *     these take no time
   */
  public CoreRatios ratios() {
    RatioSum whole = new RatioSum();
    Map<BurstKind, RatioSum> ofKinds = new EnumMap<>(BurstKind.class);
    List<BurstRatio> ratios = new ArrayList<>();
    sums.forEach(
        (site, sum) -> {
          if (!leftOut.contains(site)) {
            whole.add(sum);
            BurstKind kind = kinds.getOrDefault(site, BurstKind.UNKNOWN);
            if (kind == BurstKind.COMPUTE || kind == BurstKind.MEMORY) {
              ofKinds.computeIfAbsent(kind, any -> new RatioSum()).add(sum);
            }
            if (sum.hasRatio()) {
              ratios.add(sum.ratio(site));
            }
          }
        });
    if (!whole.hasRatio()) {
      throw new MeasurementException(
          "no call site has equal numbers of bursts on both machines, with times above 0"
              + (leftOut.isEmpty() ? "" : " (" + leftOut.size() + " call sites differ)")
              + "; expected traces of one program with the same input and the same ranks");
    }
    ratios.sort(Comparator.comparingDouble(BurstRatio::hereSeconds).reversed());
    Map<BurstKind, BurstRatio> measured = new EnumMap<>(BurstKind.class);
    ofKinds.forEach(
        (kind, sum) -> {
          if (sum.hasRatio()) {
            measured.put(kind, sum.ratio(""));
          }
        });
    return new CoreRatios(whole.ratio(""), ratios, measured, List.copyOf(leftOut));
  }
}
