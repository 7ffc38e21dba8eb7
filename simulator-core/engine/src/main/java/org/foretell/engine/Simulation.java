package org.foretell.engine;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;
import org.foretell.engine.cause.MovedParameters;
import org.foretell.engine.graph.BusLinkGraphReplay;
import org.foretell.engine.graph.GraphReplay;
import org.foretell.engine.state.RunSettings;
import org.foretell.machine.FileSystem;
import org.foretell.machine.Placement;
import org.foretell.machine.ShmemSupport;
import org.foretell.model.BusLinkModel;
import org.foretell.model.CommunicationModel;
import org.foretell.model.ComputeModel;
import org.foretell.model.DirectModel;
import org.foretell.model.MpiModel;
import org.foretell.model.OccupancyModel;
import org.foretell.model.ParameterMove;
import org.foretell.observe.PathObserver;
import org.foretell.observe.ProgressListener;
import org.foretell.observe.SensitivityObserver;
import org.foretell.observe.SimObserver;
import org.foretell.result.Prediction;
import org.foretell.result.ReplayOrder;
import org.foretell.result.UnsupportedOps;
import org.foretell.trace.Capability;
import org.foretell.trace.TraceSource;
import org.jspecify.annotations.Nullable;

/**
 * Replays a trace against models.
 *
 * <pre>{@code
 * Prediction prediction = Simulation.builder()
 *     .trace(trace).placement(placement).communication(model).compute(bursts)
 *     .build().run();
 * }</pre>
 *
 * <p>A defect of the program in the trace (a deadlock, collectives that do not agree) is a result,
 * see {@link Prediction}. Exceptions are of three families: the input cannot be read or replayed
 * ({@link org.foretell.trace.TraceException}, {@code InputException}, {@link
 * org.foretell.time.TimeOverflowException}), the caller misuses this class or a model breaks its
 * contract ({@link IllegalStateException}, {@link IllegalArgumentException}), or the engine is at
 * fault ({@link AssertionError}).
 *
 * <p>For a single thread. Several simulations may run at once, each on its own thread, if they
 * share neither trace source nor models with state.
 */
public final class Simulation {
  private final RunSettings settings;
  private boolean started;

  private Simulation(RunSettings settings) {
    this.settings = settings;
  }

  /** {@return an empty builder} */
  public static Builder builder() {
    return new Builder();
  }

  /**
   * Runs the simulation, once. The trace stays open.
   *
   * <p>Time is linear in the number of ops, memory in the number of ranks and of pending ops and
   * messages.
   *
   * @return times, and why it stopped if it did
   * @throws org.foretell.trace.TraceException if the trace is damaged
   * @throws org.foretell.result.InputException if the trace holds ops that are refused, or exceeds
   *     a limit
   * @throws org.foretell.time.TimeOverflowException if simulated time exceeds its range
   * @throws IllegalStateException if called again, or if a model breaks its contract
   * @throws java.util.concurrent.CancellationException if it was stopped, see {@link
   *     Builder#stopWhen}
   */
  public Prediction run() {
    if (started) {
      throw new IllegalStateException("a simulation runs once; build another one");
    }
    started = true;
    if (!settings.trace().capabilities().contains(Capability.TASK_GRAPHS)) {
      return new SequenceReplay(settings).run();
    }
    return settings.communication().mpi() instanceof BusLinkModel model
        ? new BusLinkGraphReplay(settings, model).run()
        : new GraphReplay(settings).run();
  }

  /** Collects the inputs of a simulation. */
  public static final class Builder {
    private @Nullable TraceSource trace;
    private @Nullable Placement placement;
    private @Nullable CommunicationModel communication;
    private @Nullable ComputeModel compute;
    private @Nullable FileSystem files;
    private ShmemSupport shmem = ShmemSupport.HARDWARE;
    private @Nullable ReplayOrder schedule;
    private final List<SimObserver> observers = new ArrayList<>();
    private @Nullable PathObserver path;
    private @Nullable MovedParameters moved;
    private UnsupportedOps unsupported = UnsupportedOps.REFUSE;
    private ProgressListener progress = (timePs, operations, totalOperations) -> {};
    private long progressEvery = Long.MAX_VALUE;
    private BooleanSupplier stop = () -> false;

    private Builder() {}

    /**
     * Sets the trace; required. It may decide its ops while it is replayed, see {@link
     * org.foretell.trace.RankCursor#next}.
     *
     * @param source stays open; not used by anybody else while the simulation runs
     * @return this
     */
    public Builder trace(TraceSource source) {
      trace = source;
      return this;
    }

    /**
     * Sets the placement of the ranks; required.
     *
     * @param ranksToNodes of as many ranks as the trace has
     * @return this
     */
    public Builder placement(Placement ranksToNodes) {
      placement = ranksToNodes;
      return this;
    }

    /**
     * Sets the model of messages and collectives; required.
     *
     * @param model used by this simulation alone, since models may keep state
     * @return this
     */
    public Builder communication(CommunicationModel model) {
      communication = model;
      return this;
    }

    /**
     * Sets the model of bursts; required.
     *
     * @param model used by this simulation alone, since models may keep state
     * @return this
     */
    public Builder compute(ComputeModel model) {
      compute = model;
      return this;
    }

    /**
     * Adds an observer; observers are called in the order in which they were added.
     *
     * @param observer called by the thread that runs the simulation
     * @return this
     */
    public Builder observer(SimObserver observer) {
      observers.add(observer);
      return this;
    }

    /**
     * Requests the critical path. A replay then takes up to twice as long, and needs memory for the
     * activity that may still turn out to be on the path: that of all ranks between two points on
     * which all of them depend.
     *
     * <p>If a message or burst had to wait for a resource, the path leads through the activity that
     * occupied it; this leg has the kind of a queue. A flow that shares a link under a flow model
     * counts its own time, however many flows share the link. A direct model that is not
     * independent gives times only, so the effect of its messages on each other is unknown.
     *
     * @param observer called by the thread that runs the simulation
     * @return this
     */
    public Builder criticalPath(PathObserver observer) {
      path = observer;
      return this;
    }

    /**
     * Requests the effects of parameter steps on the predicted time, to first order: their effects
     * along the critical path, from this one replay. For models in which the time of a message
     * follows from the message, or from occupied CPUs and interfaces: independent {@link
     * DirectModel}s and {@code OccupancyModel}s.
     *
     * <p>If another path takes over after a step, the time changes by more, see {@link
     * org.foretell.result.Sensitivity}. Each step makes the replay slower.
     *
     * @param still a second instance of the communication model, for exclusive use
     * @param moves the parameters and their steps
     * @param observer called by the thread that runs the simulation, if it completes
     * @return this
     */
    public Builder sensitivities(
        CommunicationModel still, List<ParameterMove> moves, SensitivityObserver observer) {
      moved = new MovedParameters(still, List.copyOf(moves), observer);
      return this;
    }

    /**
     * Sets the file system; by default there is none, so that ops on files are not replayed.
     *
     * @param system servers and their speeds
     * @return this
     */
    public Builder fileSystem(FileSystem system) {
      files = system;
      return this;
    }

    /**
     * Sets how to interleave ranks; by default ranks run ahead if that is allowed.
     *
     * @param wanted does not change the times
     * @return this
     */
    public Builder schedule(ReplayOrder wanted) {
      schedule = wanted;
      return this;
    }

    /**
     * Sets the machine's support for OpenSHMEM; by default {@link ShmemSupport#HARDWARE}.
     *
     * @param support at the target of one-sided ops
     * @return this
     */
    public Builder shmem(ShmemSupport support) {
      shmem = support;
      return this;
    }

    /**
     * Sets the treatment of ops on files without a file system; by default they are refused.
     *
     * @param policy whether they are refused or passed
     * @return this
     */
    public Builder unsupported(UnsupportedOps policy) {
      unsupported = policy;
      return this;
    }

    /**
     * Reports progress to a listener.
     *
     * @param listener called by the thread that runs the simulation
     * @param everyOps number of ops between two calls, at least 1; calls may be some hundred ops
     *     late
     * @return this
     */
    public Builder progress(ProgressListener listener, long everyOps) {
      if (everyOps < 1) {
        throw new IllegalArgumentException("progress every " + everyOps + " ops");
      }
      progress = listener;
      progressEvery = everyOps;
      return this;
    }

    /**
     * Sets a condition for cancelling the replay; by default there is none.
     *
     * @param condition called at the start and every few thousand events, by the thread that runs
     *     the simulation; once it returns true, {@link Simulation#run} throws a {@link
     *     java.util.concurrent.CancellationException}
     * @return this
     */
    public Builder stopWhen(BooleanSupplier condition) {
      stop = condition;
      return this;
    }

    /**
     * Creates the simulation.
     *
     * @return a simulation that can run once, in any thread
     * @throws IllegalStateException if something required is missing, if the placement does not
     *     have a place for each rank, or if running ahead is requested but not allowed
     */
    public Simulation build() {
      TraceSource source = required(trace, "trace");
      Placement places = required(placement, "placement");
      CommunicationModel model = required(communication, "communication model");
      ComputeModel bursts = required(compute, "compute model");
      if (moved != null) {
        if (source.capabilities().contains(Capability.TASK_GRAPHS)) {
          throw new IllegalStateException("the sensitivities of task graphs are not known");
        }
        checkMoves(moved, model);
      }
      if (places.ranks() != source.info().ranks()) {
        throw new IllegalStateException(
            "the trace has "
                + source.info().ranks()
                + " ranks, but the placement places "
                + places.ranks());
      }
      return new Simulation(
          new RunSettings(
              source,
              places,
              model,
              bursts,
              files,
              shmem,
              List.copyOf(observers),
              path,
              moved,
              chosenSchedule(source, model),
              unsupported,
              progress,
              progressEvery,
              stop,
              sequences -> new SequenceReplay(sequences).run()));
    }

    private static void checkMoves(MovedParameters parameters, CommunicationModel model) {
      MpiModel mpi = model.mpi();
      if (!(mpi instanceof OccupancyModel)
          && !(mpi instanceof DirectModel direct && direct.independent())) {
        throw new IllegalStateException(
            "in the model "
                + model.name()
                + " messages share what they need, so that no first-order sensitivities are known");
      }
      if (mpi.withoutNoise() != mpi) {
        throw new IllegalStateException(
            "the model " + model.name() + " has noise, which hides what a parameter does");
      }
      boolean alike = parameters.still().mpi().getClass() == mpi.getClass();
      for (ParameterMove move : parameters.moves()) {
        CommunicationModel other = move.communication();
        alike &= other == null || other.mpi().getClass() == mpi.getClass();
      }
      if (!alike) {
        throw new IllegalStateException(
            "moved models must be of the same kind as " + model.name() + " itself");
      }
    }

    private static <T> T required(@Nullable T value, String what) {
      if (value == null) {
        throw new IllegalStateException("a simulation needs a " + what);
      }
      return value;
    }

    private ReplayOrder chosenSchedule(TraceSource source, CommunicationModel model) {
      String obstacle =
          source.capabilities().contains(Capability.TASK_GRAPHS)
              ? "the trace holds task graphs"
              : obstacleToRunningAhead(source, model, shmem);
      if (schedule == ReplayOrder.RUN_AHEAD && !obstacle.isEmpty()) {
        throw new IllegalStateException("the ranks cannot run ahead: " + obstacle);
      }
      return Objects.requireNonNullElse(
          schedule, obstacle.isEmpty() ? ReplayOrder.RUN_AHEAD : ReplayOrder.STRICT);
    }

    private static String obstacleToRunningAhead(
        TraceSource source, CommunicationModel model, ShmemSupport shmem) {
      if (!(model.mpi() instanceof DirectModel direct) || !direct.independent()) {
        return "in the model " + model.name() + " messages share resources";
      }
      Set<Capability> ordered =
          EnumSet.of(
              Capability.UNRESOLVED_WILDCARDS,
              Capability.UNRESOLVED_COMPLETIONS,
              Capability.PROBES,
              Capability.SHMEM,
              Capability.RMA,
              Capability.FILE_IO);
      if (source.capabilities().contains(Capability.UNORDERED_SHMEM) && shmem.servesAllAtOnce()) {
        ordered.remove(Capability.SHMEM);
      }
      ordered.retainAll(source.capabilities());
      return ordered.isEmpty()
          ? ""
          : "the outcome of some ops depends on who is first ("
              + ordered.stream()
                  .map(one -> one.name().toLowerCase(java.util.Locale.ROOT))
                  .collect(Collectors.joining(", "))
              + ")";
    }
  }
}
