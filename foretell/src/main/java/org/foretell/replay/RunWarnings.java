package org.foretell.replay;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeSet;
import org.foretell.input.OpenTrace;
import org.foretell.machine.CollectiveTable;
import org.foretell.machine.Machine;
import org.foretell.machine.MpiLibrary;
import org.foretell.machine.Placement;
import org.foretell.machines.file.LoadedMachine;
import org.foretell.machines.file.SetValue;
import org.foretell.model.BusLinkModel;
import org.foretell.model.CommunicationModel;
import org.foretell.model.ModelContext;
import org.foretell.model.ModelProvider;
import org.foretell.model.ModelTrait;
import org.foretell.model.ParameterPlace;
import org.foretell.model.ParameterSpec;
import org.foretell.models.compute.ScaledCompute;
import org.foretell.models.parameters.Parameters;
import org.foretell.observe.EventSummary;
import org.foretell.observe.RankSummary;
import org.foretell.observe.Statistics;
import org.foretell.scenario.Experiment;
import org.foretell.setting.CollectiveChoice;
import org.foretell.setting.ComputeChoice;
import org.foretell.setting.GivenParameters;
import org.foretell.setting.ModelRegistry;
import org.foretell.trace.OpCode;
import org.foretell.trace.TraceInfo;
import org.foretell.trace.TraceSource;
import org.jspecify.annotations.Nullable;

/** What makes a prediction doubtful, in the order of weight. */
public final class RunWarnings {
  /** A rank that takes in this many times the mean is a hot spot. */
  private static final double HOT_SPOT = 8;

  /** Notes of machine files with these words are repeated by each run. */
  private static final String NOT_MODELLED = "not modelled";

  private final List<String> warnings = new ArrayList<>();

  public RunWarnings trace(OpenTrace trace) {
    warnings.addAll(trace.warnings());
    warnings.addAll(trace.source().info().notes());
    return this;
  }

  public RunWarnings compute(List<String> assumed) {
    warnings.addAll(assumed);
    return this;
  }

  /** Faster cores that change nothing, since nobody says how fast those were that were traced. */
  public RunWarnings unusedCoreSpeed(List<SetValue> set, ScaledCompute compute) {
    if (!compute.warnings().isEmpty() && compute.roof(0).isEmpty()) {
      set.stream()
          .filter(one -> one.path().equals("cpu") || one.path().endsWith(".coreSpeed"))
          .map(
              one ->
                  one.path()
                      + "="
                      + one.value()
                      + " has no effect: the speed of the traced cores is unknown, so the CPU ratio"
                      + " is assumed to be 1; set cpuRatio of the node group, or state the traced"
                      + " core speed or machine")
          .forEach(warnings::add);
    }
    return this;
  }

  /**
   * Bursts that take as long as traced although more or fewer ranks share the memory of a node, and
   * traced nodes that are assumed to be like the simulated ones.
   */
  public RunWarnings sharedNodes(
      ComputeChoice choice, TraceSource trace, ScaledCompute compute, Placement placement) {
    OptionalInt traced = choice.knownTracedRanks(trace);
    if (compute.memory().isPresent()) {
      if (choice.tracedMachine() == null) {
        warnings.add(
            "the memory-bound part of bursts is scaled as if the traced nodes were like the"
                + " simulated ones; name the traced machine with --traced-machine");
      }
      return this;
    }
    int most = 0;
    Map<Integer, Integer> ranksOfNode = new HashMap<>();
    for (int node : placement.nodes()) {
      most = Math.max(most, ranksOfNode.merge(node, 1, Integer::sum));
    }
    boolean known = compute.roof(0).isPresent() || !choice.measuredRatios().isEmpty();
    if (!known && traced.isPresent() && traced.getAsInt() != most) {
      warnings.add(
          "the trace was taken with "
              + traced.getAsInt()
              + (traced.getAsInt() == 1 ? " rank" : " ranks")
              + " per node, and here up to "
              + most
              + (most == 1 ? " runs" : " share")
              + " a node: bursts keep their traced durations, although the ranks of a node share"
              + " its memory; --memory-bound 40% (with your share), --work or --measured-pair scale"
              + " them");
    }
    return this;
  }

  /** Noise that changes nothing, random runs that are not repeated, and the other way round. */
  public RunWarnings randomness(Experiment experiment, TraceSource trace, boolean replicated) {
    if (experiment.isNetworkNoiseIdle()) {
      warnings.add(
          "network noise has no effect: it delays messages between nodes, and all ranks are on one"
              + " node; fewer ranks per node spread them");
    }
    boolean isRandom = experiment.isRandom(trace);
    if (isRandom && !replicated) {
      warnings.add(
          "the prediction is one random sample; replications, for example 30, show how much it"
              + " varies");
    } else if (replicated && !isRandom) {
      warnings.add(
          "all replications are equal, because nothing is random; compute noise, network noise, a"
              + " noise trace or compute sampled make them differ");
    }
    return this;
  }

  /** An interval that was asked for, and that such a run has not. */
  public RunWarnings interval(IntervalChoice choice, boolean hasMachine) {
    if (choice.isAskedFor()) {
      warnings.add(
          hasMachine
              ? "no interval: the run is random, has replications (with an interval of their own),"
                  + " or does not complete"
              : "no interval: it needs a machine description, and none was given");
    }
    return this;
  }

  /** What may have stopped a replay other than the program, before all else. */
  public RunWarnings stopped(List<String> causes) {
    warnings.addAll(0, causes);
    return this;
  }

  /** What makes models differ much, in a sentence. */
  public RunWarnings disagreement(String sentence) {
    warnings.add(sentence);
    return this;
  }

  public RunWarnings machine(Optional<Machine> machine) {
    machine
        .filter(m -> !m.unverified().isEmpty())
        .ifPresent(
            m ->
                warnings.add(
                    "figures of "
                        + m.name()
                        + " that no source confirms: "
                        + m.unverified().size()
                        + " (sim run -v and the JSON list them)"));
    return this;
  }

  /** Results that steered the traced run, and steer its replay as they did. */
  public RunWarnings steered(Statistics statistics) {
    long fetches =
        statistics.events().stream()
            .filter(
                event ->
                    event.code() == OpCode.SHMEM_ATOMIC_FETCH
                        || event.code() == OpCode.SHMEM_ATOMIC_FETCH_NBI)
            .mapToLong(EventSummary::count)
            .sum();
    if (fetches > 0) {
      warnings.add(
          String.format(
              Locale.ROOT,
              "%,d fetching atomics: the replay repeats the traced run's use of their results, such"
                  + " as work distribution, although results depend on timing",
              fetches));
    }
    return this;
  }

  /** Cores for each rank, of which nothing depends. */
  public void idleCores() {
    warnings.add(
        "cores per rank have no effect: they change the energy, and the machine does not state the"
            + " power of all nodes in use");
  }

  /** Settings of the machine that nothing in this run looks at. */
  public RunWarnings unusedSettings(
      Optional<Machine> machine, ModelRegistry registry, ModelProvider provider) {
    machine.ifPresent(
        m -> {
          String model = provider.name();
          boolean isRead = provider.readsSites();
          if (!isRead && m.busLinks().isPresent() && m.busLinks().get().sites().size() > 1) {
            warnings.add(
                "model "
                    + model
                    + " ignores the sites of "
                    + m.name()
                    + ": it treats all nodes as one site; compare with model "
                    + registry.ofSites());
          }
          if (!isRead && m.buses().count() > 0) {
            warnings.add(
                "model "
                    + model
                    + " ignores the number of buses of "
                    + m.name()
                    + " ("
                    + m.buses().count()
                    + "): any number of messages can be under way at once");
          }
          m.modelParameters().keySet().stream()
              .filter(name -> !registry.knows(name))
              .sorted()
              .forEach(
                  name ->
                      warnings.add(
                          "no model has the parameter " + name + " that " + m.name() + " sets"));
        });
    return this;
  }

  /** What a machine file says that it leaves out, such as accelerators. */
  public RunWarnings notModelled(Optional<LoadedMachine> machine) {
    machine.ifPresent(
        loaded ->
            loaded.notes().stream()
                .filter(note -> note.contains(NOT_MODELLED))
                .map(note -> loaded.machine().name() + ": " + note)
                .forEach(warnings::add));
    return this;
  }

  /** A network that no message passes, and figures that the model takes otherwise than stated. */
  public RunWarnings network(
      Optional<Machine> machine, ModelProvider provider, ModelContext context) {
    int ranks = context.placement().ranks();
    machine
        .filter(m -> m.nodes() > 1 && ranks > 1 && context.placement().nodesUsed() == 1)
        .ifPresent(
            m ->
                warnings.add(
                    "all "
                        + ranks
                        + " ranks run on one node of "
                        + m.name()
                        + ", so no message uses its network and no figure of the network affects"
                        + " the time; --ranks-per-node spreads the ranks over nodes"));
    warnings.addAll(provider.warnings(context));
    return this;
  }

  /**
   * The trace has the calls of one library, the machine states the algorithms of another. A user
   * who chooses algorithms knows.
   */
  public RunWarnings library(
      TraceInfo trace, Optional<Machine> machine, CollectiveChoice collectives) {
    if (!collectives.leftToMachine()) {
      return this;
    }
    machine
        .flatMap(Machine::collectives)
        .map(CollectiveTable::profile)
        .filter(MpiLibrary.PROFILES::contains)
        .ifPresent(
            profile ->
                MpiLibrary.profile(trace.origin())
                    .filter(traced -> !traced.equals(profile))
                    .ifPresent(
                        traced ->
                            warnings.add(
                                "the trace was taken with "
                                    + MpiLibrary.name(trace.origin()).orElse(traced)
                                    + ", and the machine has the collectives of "
                                    + profile
                                    + ": recorded times are those of another library"
                                    + " (--collectives "
                                    + traced
                                    + " chooses the algorithms of the traced one)")));
    return this;
  }

  /** Settings of collectives are for algorithms only. */
  public RunWarnings unusedCollectiveSettings(
      Map<String, String> parameters, CommunicationModel model) {
    if (model.expanded() == null) {
      parameters.keySet().stream()
          .filter(CollectiveChoice::knowsOfSteps)
          .forEach(
              name ->
                  warnings.add(
                      "parameter "
                          + name
                          + " has no effect: collectives use formulas (the setting collectives"
                          + " chooses algorithms)"));
    }
    if (model.mpi() instanceof BusLinkModel && !model.calls().isNone()) {
      warnings.add(
          "settings calls.* have no effect: model "
              + model.name()
              + " does not charge calls beside their messages");
    }
    return this;
  }

  public RunWarnings unusedParameters(
      ModelProvider provider, GivenParameters given, ModelContext context) {
    Set<String> unused = new TreeSet<>(given.unknownTo(List.of(provider)));
    unused.addAll(Parameters.unused(provider, context));
    for (String name : unused) {
      warnings.add("model " + provider.name() + " does not use parameter " + name);
    }
    if (!hasWideArea(context.machine())) {
      provider.parameters().stream()
          .filter(parameter -> parameter.place() == ParameterPlace.WIDE_AREA)
          .map(ParameterSpec::name)
          .filter(context.parameters()::containsKey)
          .sorted()
          .forEach(
              name ->
                  warnings.add(
                      "parameter "
                          + name
                          + " has no effect: "
                          + (context.machine() == null
                              ? "no machine with several sites is given"
                              : context.machine().name() + " has no second site")));
    }
    return this;
  }

  private static boolean hasWideArea(@Nullable Machine machine) {
    return machine != null
        && machine.busLinks().filter(links -> links.sites().size() > 1).isPresent();
  }

  public RunWarnings hotSpot(CommunicationModel model, Statistics statistics) {
    if (!model.mpi().traits().contains(ModelTrait.KNOWN_AT_START)) {
      return this;
    }
    List<RankSummary> ranks = statistics.ranks();
    double sum = 0;
    RankSummary hottest = ranks.get(0);
    for (RankSummary rank : ranks) {
      double bytes = received(rank);
      sum += bytes;
      hottest = bytes > received(hottest) ? rank : hottest;
    }
    double times = received(hottest) * ranks.size() / sum;
    if (times >= HOT_SPOT) {
      warnings.add(
          String.format(
              Locale.US,
              "rank %d receives %.0f times the mean traffic, and model %s lets messages arrive at"
                  + " one rank without delaying each other; compare with model %s",
              hottest.rank(),
              times,
              model.name(),
              ModelRegistry.DEFAULT));
    }
    return this;
  }

  public List<String> list() {
    return List.copyOf(warnings);
  }

  private static double received(RankSummary rank) {
    return rank.receivedOffNode().bytes().toDouble();
  }
}
