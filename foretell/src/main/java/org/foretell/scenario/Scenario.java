package org.foretell.scenario;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
import org.foretell.failure.ForetellException;
import org.foretell.machine.Machine;
import org.foretell.machine.Placement;
import org.foretell.model.FigureValue;
import org.foretell.model.ModelContext;
import org.foretell.model.ModelProvider;
import org.foretell.models.noise.Noise;
import org.foretell.result.UnsupportedOps;
import org.foretell.setting.CollectiveChoice;
import org.foretell.setting.ComputeChoice;
import org.foretell.setting.GivenParameters;
import org.foretell.setting.PlacementChoice;
import org.jspecify.annotations.Nullable;

/**
 * All that decides a prediction: trace, machine, model, placement, computation, collectives, noise
 * and seed. Immutable; two are equal if their hashes are, and then their predictions are. Used by
 * any number of threads.
 */
@SuppressWarnings("exports") // What setups fill in is made by them, and by nobody else.
public final class Scenario implements Wanted {
  private final Parts parts;

  /** Those of the parameters that were given as values, by name; their text is among the others. */
  private final Map<String, FigureValue> figures;

  private final Made made;
  private @Nullable String hash;

  /** What is made of the parts but the seed, for all scenarios that differ in their seeds only. */
  private static final class Made {
    private @Nullable Experiment experiment;

    private @Nullable SeedlessHash hash;
  }

  /** All of which count, for the hash too. */
  private record Parts(
      TraceContent trace,
      Optional<MachineContent> machine,
      ModelContent model,
      PlacementChoice placement,
      Map<String, String> parameters,
      ComputeChoice compute,
      CollectiveChoice collectives,
      Noise noise,
      UnsupportedOps unsupported,
      long seed) {}

  /** Parts that one of is exchanged. */
  private static final class Draft {
    private TraceContent trace;
    private Optional<MachineContent> machine;
    private ModelContent model;
    private PlacementChoice placement;
    private Map<String, String> parameters;
    private ComputeChoice compute;
    private CollectiveChoice collectives;
    private Noise noise;
    private UnsupportedOps unsupported;
    private long seed;

    Draft(Parts parts) {
      trace = parts.trace;
      machine = parts.machine;
      model = parts.model;
      placement = parts.placement;
      parameters = parts.parameters;
      compute = parts.compute;
      collectives = parts.collectives;
      noise = parts.noise;
      unsupported = parts.unsupported;
      seed = parts.seed;
    }

    Parts parts() {
      return new Parts(
          trace,
          machine,
          model,
          placement,
          parameters,
          compute,
          collectives,
          noise,
          unsupported,
          seed);
    }
  }

  private Scenario(Parts parts, Map<String, FigureValue> figures, Made made) {
    this.parts = parts;
    this.figures = figures;
    this.made = made;
  }

  /** The same but for what is exchanged. */
  private Scenario copy(Consumer<Draft> exchange) {
    Draft draft = new Draft(parts);
    exchange.accept(draft);
    return new Scenario(draft.parts(), figures, new Made());
  }

  /**
   * {@return the run of a trace under a model with default settings: without a machine, with seed
   * 1}
   *
   * @param trace which
   * @param model under which
   */
  public static Scenario of(TraceContent trace, ModelContent model) {
    Objects.requireNonNull(trace, "trace");
    Objects.requireNonNull(model, "model");
    return new Scenario(
        new Parts(
            trace,
            Optional.empty(),
            model,
            PlacementChoice.USUAL,
            Map.of(),
            ComputeChoice.USUAL,
            CollectiveChoice.UNSAID,
            Noise.NONE,
            UnsupportedOps.REFUSE,
            1),
        Map.of(),
        new Made());
  }

  /**
   * {@return this scenario with another trace}
   *
   * @param value which
   */
  public Scenario withTrace(TraceContent value) {
    Objects.requireNonNull(value, "value");
    return copy(draft -> draft.trace = value);
  }

  /**
   * {@return this scenario on another machine}
   *
   * @param value empty for none
   */
  public Scenario withMachine(Optional<MachineContent> value) {
    Objects.requireNonNull(value, "value");
    return copy(draft -> draft.machine = value);
  }

  /**
   * {@return this scenario under another model}
   *
   * @param value which
   */
  public Scenario withModel(ModelContent value) {
    Objects.requireNonNull(value, "value");
    return copy(draft -> draft.model = value);
  }

  /**
   * {@return this scenario with another placement of the ranks}
   *
   * @param value where
   */
  public Scenario withPlacement(PlacementChoice value) {
    Objects.requireNonNull(value, "value");
    return copy(draft -> draft.placement = value);
  }

  /**
   * {@return this scenario with other parameters of models and settings of collectives}
   *
   * @param value value by name, as in {@code -P}, replacing all previous ones
   */
  public Scenario withParameters(Map<String, String> value) {
    return withParameters(Objects.requireNonNull(value, "value"), Map.of());
  }

  private Scenario withParameters(Map<String, String> value, Map<String, FigureValue> typed) {
    Scenario other =
        copy(draft -> draft.parameters = Collections.unmodifiableMap(new LinkedHashMap<>(value)));
    return new Scenario(other.parts, Map.copyOf(typed), new Made());
  }

  /** The same with one parameter or setting at another value, as a user writes it. */
  Scenario withParameter(String name, String value) {
    Map<String, String> all = new LinkedHashMap<>(parts.parameters);
    all.put(name, value);
    Map<String, FigureValue> typed = new LinkedHashMap<>(figures);
    typed.remove(name);
    return withParameters(all, typed);
  }

  /** The same with one parameter or setting at another value. */
  Scenario withFigure(String name, FigureValue value) {
    Map<String, String> all = new LinkedHashMap<>(parts.parameters);
    all.put(name, value.text());
    Map<String, FigureValue> typed = new LinkedHashMap<>(figures);
    typed.put(name, value);
    return withParameters(all, typed);
  }

  /**
   * {@return this scenario with other durations of bursts}
   *
   * @param value how long
   */
  public Scenario withCompute(ComputeChoice value) {
    Objects.requireNonNull(value, "value");
    return copy(draft -> draft.compute = value);
  }

  /**
   * {@return this scenario with another execution of collectives}
   *
   * @param value how
   */
  public Scenario withCollectives(CollectiveChoice value) {
    Objects.requireNonNull(value, "value");
    return copy(draft -> draft.collectives = value);
  }

  /** {@return whether the times of messages have noise} */
  public boolean hasNetworkNoise() {
    return parts.noise.network() != null;
  }

  /**
   * {@return this scenario with other noise}
   *
   * @param value the noise
   */
  public Scenario withNoise(Noise value) {
    Objects.requireNonNull(value, "value");
    return copy(draft -> draft.noise = value);
  }

  /**
   * {@return this scenario with another treatment of ops that the engine does not replay}
   *
   * @param value the treatment
   */
  public Scenario withUnsupported(UnsupportedOps value) {
    Objects.requireNonNull(value, "value");
    return copy(draft -> draft.unsupported = value);
  }

  /**
   * {@return this scenario with another seed}
   *
   * @param value of everything random
   */
  public Scenario withSeed(long value) {
    Draft draft = new Draft(parts);
    draft.seed = value;
    return new Scenario(draft.parts(), figures, parts.placement.isFixed() ? made : new Made());
  }

  /** {@return the trace} */
  public TraceContent trace() {
    return parts.trace;
  }

  /** {@return the machine; empty if there is none} */
  public Optional<MachineContent> machine() {
    return parts.machine;
  }

  /** {@return the model} */
  public ModelContent model() {
    return parts.model;
  }

  /** {@return the placement of the ranks} */
  public PlacementChoice placement() {
    return parts.placement;
  }

  /** {@return the parameters of models and settings of collectives, by name} */
  public Map<String, String> parameters() {
    return parts.parameters;
  }

  /** {@return the durations of bursts} */
  public ComputeChoice compute() {
    return parts.compute;
  }

  /** {@return how collectives are executed} */
  public CollectiveChoice collectives() {
    return parts.collectives;
  }

  /** {@return the noise} */
  public Noise noise() {
    return parts.noise;
  }

  /** {@return the treatment of ops that the engine does not replay} */
  public UnsupportedOps unsupported() {
    return parts.unsupported;
  }

  /** {@return the seed of all random numbers} */
  public long seed() {
    return parts.seed;
  }

  /**
   * {@return this scenario with figures, or groups of them, at other values}
   *
   * @param changes applied together: none sees the effect of another, except within one object
   * @throws ForetellException if there is no such figure, a value is not allowed, or two changes
   *     contradict each other
   * @throws org.foretell.machines.file.MachineFileException likewise, of figures of the machine
   */
  public Scenario with(Change... changes) {
    return with(List.of(Objects.requireNonNull(changes, "changes")));
  }

  /**
   * {@return this scenario with figures, or groups of them, at other values}
   *
   * @param changes applied together: none sees the effect of another, except within one object
   * @throws ForetellException if there is no such figure, a value is not allowed, or two changes
   *     contradict each other
   * @throws org.foretell.machines.file.MachineFileException likewise, of figures of the machine
   */
  public Scenario with(List<Change> changes) {
    return Changed.by(this, Objects.requireNonNull(changes, "changes"));
  }

  /**
   * {@return the simulation: placed ranks, the machine, and the parameters as the model sees them}
   *
   * @throws ForetellException if the ranks cannot be placed
   */
  public Experiment experiment() {
    synchronized (made) {
      Experiment known = made.experiment;
      if (known == null) {
        known = placed();
        made.experiment = known;
      }
      return known;
    }
  }

  private Experiment placed() {
    ModelProvider provider = parts.model.provider();
    Optional<Machine> machine = parts.machine.map(MachineContent::machine);
    boolean queues = provider.ranksQueue();
    int ranks = parts.trace.ranks();
    Placement places =
        parts
            .machine
            .map(one -> one.placement(parts.placement, queues, ranks, parts.seed))
            .orElseGet(() -> parts.placement.place(machine, queues, ranks, parts.seed));
    ModelContext context =
        new ModelContext(
            parts.placement.machineFor(provider, machine, places),
            places,
            new GivenParameters(parts.parameters).of(provider),
            GivenParameters.valuesOf(provider, figures));
    return new Experiment(
        provider,
        context,
        parts.collectives,
        parts.parameters,
        figures,
        parts.compute,
        parts.noise,
        parts.unsupported);
  }

  /**
   * {@return the SHA-256 of the contents of everything that decides the prediction, and of {@link
   * Semantics#VERSION}; 64 hexadecimal digits}
   */
  public synchronized String hash() {
    String known = hash;
    if (known == null) {
      synchronized (made) {
        made.hash = Objects.requireNonNullElseGet(made.hash, this::hashOfOthers);
        known = made.hash.with(parts.seed);
      }
      hash = known;
    }
    return known;
  }

  /**
   * Parameters count under the names that the model knows, those of other models not at all; of a
   * file of places its text does, and not its path.
   */
  private SeedlessHash hashOfOthers() {
    Map<String, String> own =
        new LinkedHashMap<>(new GivenParameters(parts.parameters).of(parts.model.provider()));
    parts.parameters.forEach(
        (name, value) -> {
          if (CollectiveChoice.knows(name)) {
            own.put(name, value);
          }
        });
    Scenario plain = withParameters(own).withPlacement(parts.placement.withoutFile());
    return new SeedlessHash(
        "scenario 1, semantics " + Semantics.VERSION + Canonical.of(plain.parts),
        "seed=" + parts.seed,
        Canonical.of(parts.placement.fileText()));
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Scenario that && hash().equals(that.hash());
  }

  @Override
  public int hashCode() {
    return hash().hashCode();
  }

  @Override
  public String toString() {
    return "scenario " + hash().substring(0, 12);
  }
}
