package org.foretell;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.function.BooleanSupplier;
import org.foretell.engine.Simulation;
import org.foretell.failure.ForetellException;
import org.foretell.input.MachineArgument;
import org.foretell.input.OpenTrace;
import org.foretell.input.TraceReading;
import org.foretell.inspection.BurstTimes;
import org.foretell.machine.CollectiveTable;
import org.foretell.machine.Machine;
import org.foretell.machine.Oversubscription;
import org.foretell.machine.Placement;
import org.foretell.machines.file.LoadedMachine;
import org.foretell.model.ModelProvider;
import org.foretell.models.compute.HistogramChoice;
import org.foretell.models.noise.Noise;
import org.foretell.result.UnsupportedOps;
import org.foretell.scenario.Change;
import org.foretell.scenario.MachineContent;
import org.foretell.scenario.ModelContent;
import org.foretell.scenario.Scenario;
import org.foretell.scenario.TraceContent;
import org.foretell.setting.CollectiveChoice;
import org.foretell.setting.ComputeChoice;
import org.foretell.setting.GivenParameters;
import org.foretell.setting.ModelRegistry;
import org.foretell.setting.PlacementChoice;
import org.foretell.setting.WorkTable;
import org.foretell.trace.Capability;
import org.jspecify.annotations.Nullable;

/**
 * Settings shared by predictions and comparisons: the machine, and how the trace is mapped to it.
 *
 * @param <S> the kind of setup, which every setting returns
 */
public abstract class Setup<S extends Setup<S>> extends TraceSetup<S> {

  private BooleanSupplier cancelled = () -> false;
  private boolean mayBeCancelled;

  final MachineSetting machineSetting = new MachineSetting();
  private ComputeChoice compute = ComputeChoice.USUAL;
  private @Nullable String histograms;
  PlacementChoice placement = PlacementChoice.USUAL;
  CollectiveChoice collectives = CollectiveChoice.UNSAID;
  final Map<String, String> parameters = new LinkedHashMap<>();
  final List<Path> jars = new ArrayList<>();
  final List<ModelProvider> providers = new ArrayList<>();
  UnsupportedOps unsupportedOps = UnsupportedOps.REFUSE;
  long seed = 1;

  Setup() {}

  /**
   * Sets the machine.
   *
   * @param nameOrFile a name of the catalogue, the path of a machine file of any known format, or
   *     {@code "-"} for none, so that all values come from the model's parameters
   * @return this
   */
  public S machine(String nameOrFile) {
    Objects.requireNonNull(nameOrFile, "nameOrFile");
    machineSetting.named(nameOrFile);
    return self();
  }

  /**
   * Sets a machine that a program created.
   *
   * @param described with {@link Machine#builder}; its hash is that of the equivalent machine file
   * @return this
   */
  public S machine(Machine described) {
    Objects.requireNonNull(described, "described");
    machineSetting.made(described);
    return self();
  }

  /**
   * Sets a machine that was read before; its hash is that of its file.
   *
   * @param loaded by {@link org.foretell.machines.MachineFiles} or {@link
   *     org.foretell.machines.Catalogue}
   * @return this
   */
  public S machine(LoadedMachine loaded) {
    Objects.requireNonNull(loaded, "loaded");
    machineSetting.read(loaded);
    return self();
  }

  /**
   * Changes a figure of the machine before use, as {@code --set} does. The machine has to be one of
   * the catalogue, or a file in JSON.
   *
   * @param path the place of the value: names joined by dots, elements of arrays by index or name,
   *     {@code "nodeGroups.compute.nics"} or {@code "nodeGroups[0].nics"}; or a group, {@code
   *     "network"}, {@code "memory"} or {@code "cpu"}
   * @param value as text, {@code "2"} or {@code "1.8us"}; JSON for an array or an object; relative
   *     to the current value, {@code "x0.5"} or {@code "+10%"}
   * @return this
   */
  public S set(String path, String value) {
    Objects.requireNonNull(path, "path");
    Objects.requireNonNull(value, "value");
    machineSetting.set(path, value);
    return self();
  }

  /**
   * Replaces values of the machine file, as {@link #set(String, String)} does for each.
   *
   * @param values value by path
   * @return this
   */
  public S set(Map<String, String> values) {
    Objects.requireNonNull(values, "values");
    values.forEach(this::set);
    return self();
  }

  /**
   * Sets a parameter of the model, as {@code -P} does.
   *
   * @param name of the parameter, or model, dot and name, or a setting of collectives
   * @param value with its unit, {@code "2us"}; relative to its value otherwise, {@code "x0.5"} or
   *     {@code "+10%"}
   * @return this
   */
  public S parameter(String name, String value) {
    Objects.requireNonNull(name, "name");
    Objects.requireNonNull(value, "value");
    parameters.put(name, value);
    return self();
  }

  /**
   * Sets a parameter of the model to a value with a unit.
   *
   * @param name of the parameter, or model, dot and name, or a setting of collectives
   * @param value a number with its unit
   * @return this
   */
  public S parameter(String name, ParameterValue value) {
    Objects.requireNonNull(name, "name");
    Objects.requireNonNull(value, "value");
    return parameter(name, value.text());
  }

  /**
   * Sets parameters of the model, as {@link #parameter(String, String)} does for each.
   *
   * @param values value by name
   * @return this
   */
  public S parameters(Map<String, String> values) {
    Objects.requireNonNull(values, "values");
    parameters.putAll(values);
    return self();
  }

  /**
   * Adds the models of a jar, as {@code --models} does.
   *
   * @param jar its classes stay loaded as long as the process runs
   * @return this
   */
  public S modelsOf(Path jar) {
    Objects.requireNonNull(jar, "jar");
    jars.add(jar);
    return self();
  }

  /**
   * Sets where ranks run.
   *
   * @param policy {@code round-robin}, {@code block}, {@code random}, {@code file:FILE}; null for
   *     the policy of the machine, or block if it has none
   * @return this
   */
  public S placement(@Nullable String policy) {
    placement = placement.withPolicy(policy);
    return self();
  }

  /**
   * Sets where each rank runs.
   *
   * @param places for as many ranks as the trace has
   * @return this
   */
  public S placement(Placement places) {
    Objects.requireNonNull(places, "places");
    placement = placement.withGiven(places);
    return self();
  }

  /**
   * Sets how many ranks run on each node; null for as many as the node has cores.
   *
   * @param ranks at least 1
   * @return this
   */
  public S ranksPerNode(@Nullable Integer ranks) {
    placement = placement.withRanksPerNode(ranks);
    return self();
  }

  /**
   * Sets how to treat more ranks than cores; null for the model's default.
   *
   * @param treatment an error, turns on the core, or as if each rank had a core of its own
   * @return this
   */
  public S oversubscription(@Nullable Oversubscription treatment) {
    placement = placement.withOversubscription(treatment);
    return self();
  }

  /**
   * Sets which duration to use for bursts that were recorded as histograms.
   *
   * @param what {@code "mean"}, {@code "max"} or {@code "sampled"}
   * @return this
   */
  public S compute(String what) {
    Objects.requireNonNull(what, "what");
    histograms = what;
    return self();
  }

  /**
   * Sets which duration to use for bursts that were recorded as histograms.
   *
   * @param what the mean, the longest, or a draw by the seed
   * @return this
   */
  public S compute(HistogramChoice what) {
    Objects.requireNonNull(what, "what");
    histograms = null;
    compute = compute.withHistograms(what);
    return self();
  }

  /**
   * Sets the core speed of the machine on which the trace was taken.
   *
   * @param speed {@code "9.2Gflop/s"}; null for the speed in the trace
   * @return this
   */
  public S tracedCoreSpeed(@Nullable String speed) {
    compute = compute.withTracedCoreSpeed(speed);
    return self();
  }

  /**
   * Sets the machine on which the trace was taken. It supplies the core speed if no other source
   * does, and the roofline that {@link #work} needs.
   *
   * @param nameOrFile a name of the catalogue or a machine file, whose first node group is used;
   *     null if unknown
   * @return this
   */
  public S tracedMachine(@Nullable String nameOrFile) {
    compute =
        compute.withTracedMachine(
            nameOrFile == null ? null : MachineArgument.load(nameOrFile, Map.of()).machine());
    return self();
  }

  /**
   * Sets how many ranks ran on each node of the machine on which the trace was taken.
   *
   * @param ranks at least 1; null for one on each core
   * @return this
   */
  public S tracedRanksPerNode(@Nullable Integer ranks) {
    compute = compute.withTracedRanksPerNode(ranks);
    return self();
  }

  /**
   * Sets which share of the time of bursts is memory-bound: ranks of a node share its stream
   * bandwidth, so this share takes longer if more ranks share a node than in the traced run. Bursts
   * with known work, or measured on both machines, use that instead.
   *
   * @param share 0, the default, to 1
   * @return this
   */
  public S memoryBound(double share) {
    compute = compute.withMemoryBound(share);
    return self();
  }

  /**
   * Sets which share of the time of the bursts of a call site is memory-bound, overriding {@link
   * #memoryBound(double)}.
   *
   * @param callSite its text or number
   * @param share 0 to 1
   * @return this
   */
  public S memoryBound(String callSite, double share) {
    Objects.requireNonNull(callSite, "callSite");
    compute = compute.withMemoryBound(callSite, share);
    return self();
  }

  /**
   * Sets the work of the bursts of call sites, so that the rooflines of both machines give their
   * durations instead of one CPU ratio.
   *
   * @param table CSV with the columns call_site (text or number), flops and bytes; only their ratio
   *     matters; read at once
   * @return this
   */
  public S work(Path table) {
    Objects.requireNonNull(table, "table");
    compute = compute.withWork(WorkTable.read(table));
    return self();
  }

  /**
   * Sets how long the bursts of call sites took on two machines, instead of one CPU ratio: two
   * traces of one program, perhaps of a small run. Both are read at once.
   *
   * @param base taken on the machine on which the trace was taken
   * @param other taken on the simulated one
   * @return this
   */
  public S measuredPair(Path base, Path other) {
    Objects.requireNonNull(base, "base");
    Objects.requireNonNull(other, "other");
    compute = compute.withMeasuredRatios(ratios(base, other));
    return self();
  }

  private static Map<String, BurstTimes> burstTimes(Path file) {
    try (OpenTrace trace = new TraceReading().open(file)) {
      if (trace.source().capabilities().contains(Capability.TASK_GRAPHS)) {
        throw ForetellException.badInput(
            file
                + ": the ranks of this trace are task graphs, whose bursts have no call sites;"
                + " expected a trace of a measured pair");
      }
      return BurstTimes.of(trace.source());
    }
  }

  private static Map<String, Double> ratios(Path base, Path other) {
    Map<String, BurstTimes> before = burstTimes(base);
    Map<String, BurstTimes> after = burstTimes(other);
    Map<String, Double> ratios = new LinkedHashMap<>();
    before.forEach(
        (site, times) -> {
          BurstTimes there = after.get(site);
          if (there != null && times.meanPs() > 0) {
            ratios.put(site, there.meanPs() / times.meanPs());
          }
        });
    if (ratios.isEmpty()) {
      throw ForetellException.badInput(
          base
              + " and "
              + other
              + ": have no call site with bursts in common; expected two traces of one program,"
              + " with call sites");
    }
    return ratios;
  }

  /**
   * Multiplies the bursts of a call site, by its text or number.
   *
   * @param site as the trace names or numbers it
   * @param factor finite, at least 0; 0.5 makes bursts take half as long
   * @return this
   */
  public S scaleCallSite(String site, double factor) {
    Objects.requireNonNull(site, "site");
    compute = compute.withCallSiteFactors(Map.of(site, factor));
    return self();
  }

  /**
   * Multiplies the bursts of a phase marker, by its name or number.
   *
   * @param phase as the trace names or numbers it
   * @param factor finite, at least 0; 0.5 makes bursts take half as long
   * @return this
   */
  public S scalePhase(String phase, double factor) {
    Objects.requireNonNull(phase, "phase");
    compute = compute.withPhaseFactors(Map.of(phase, factor));
    return self();
  }

  /**
   * Sets how collectives are executed: by the algorithms of a library, or by {@code formula}.
   *
   * @param profile null for the profile of the machine, or by formula if it has none
   * @return this
   */
  public S collectives(@Nullable String profile) {
    collectives = collectives.withProfile(profile);
    return self();
  }

  /**
   * Sets how collectives are executed: by custom rules.
   *
   * @param table a profile and exceptions from it
   * @return this
   */
  public S collectives(CollectiveTable table) {
    Objects.requireNonNull(table, "table");
    collectives = collectives.withRules(table);
    return self();
  }

  /**
   * Sets how to treat ops that the engine does not replay; by default they are refused.
   *
   * @param treatment refuse them, or pass to count them and give them no time
   * @return this
   */
  public S unsupported(UnsupportedOps treatment) {
    Objects.requireNonNull(treatment, "treatment");
    unsupportedOps = treatment;
    return self();
  }

  /**
   * Sets the seed of all random numbers, 1 by default.
   *
   * @param value equal seeds give equal results
   * @return this
   */
  public S seed(long value) {
    seed = value;
    return self();
  }

  /**
   * Ends the prediction or comparison early when a condition holds.
   *
   * @param condition called every few thousand events by the replaying threads; once it returns
   *     true, {@code run()} throws a {@link CancellationException}
   * @return this
   */
  public S cancelWhen(BooleanSupplier condition) {
    Objects.requireNonNull(condition, "condition");
    cancelled = condition;
    mayBeCancelled = true;
    return self();
  }

  /** Makes a simulation report its progress, and end when it is cancelled. */
  final void watch(Simulation.Builder simulation) {
    if (progressOps() != Long.MAX_VALUE) {
      simulation.progress(progress(), progressOps());
    }
    heedCancellation(simulation);
  }

  /** Has a simulation end when it is cancelled. */
  final void heedCancellation(Simulation.Builder simulation) {
    if (mayBeCancelled) {
      simulation.stopWhen(
          () -> {
            throwIfCancelled();
            return false;
          });
    }
  }

  /** Whether what this setup runs is to end, for those who run it. */
  final boolean isCancelled() {
    return cancelled.getAsBoolean();
  }

  private void throwIfCancelled() {
    if (isCancelled()) {
      throw new CancellationException("cancelled by cancelWhen(..)");
    }
  }

  /**
   * All that decides a run.
   *
   * @param noise what is random
   */
  final Scenario scenario(
      OpenTrace trace,
      ModelContent model,
      Optional<MachineContent> machine,
      ComputeChoice bursts,
      Noise noise) {
    machineSetting
        .networkChange()
        .ifPresent(
            change -> new GivenParameters(parameters).refuseBeside(change, model.provider()));
    Map<String, String> absolute = new LinkedHashMap<>();
    List<Change> relative = new ArrayList<>();
    parameters.forEach(
        (name, value) -> {
          Change change = new Change(GivenParameters.addressOf(name, model.provider()), value);
          if (!change.isRelative()) {
            absolute.put(name, value);
          } else if (GivenParameters.isOf(name, model.provider())) {
            relative.add(change);
          }
        });
    return Scenario.of(TraceContent.of(trace), model)
        .withMachine(machine)
        .withPlacement(placement)
        .withParameters(absolute)
        .withCompute(
            bursts.assumedOn(
                machine.map(MachineContent::machine).orElse(null),
                trace.source().capabilities().contains(Capability.BURST_COUNTS)))
        .withCollectives(collectives)
        .withNoise(noise)
        .withUnsupported(unsupportedOps)
        .withSeed(seed)
        .with(relative);
  }

  /** How long bursts take; reports errors in the settings. */
  final ComputeChoice compute() {
    return histograms == null
        ? compute
        : compute.withHistograms(ComputeChoice.histograms(histograms));
  }

  final ModelRegistry registry() {
    return ModelRegistry.load(jars).with(providers);
  }
}
