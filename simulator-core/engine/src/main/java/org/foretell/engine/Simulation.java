package org.foretell.engine;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
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
 * <p>For a single thread, which may have others help it, see {@link Builder#threads}. Several
 * simulations may run at once, each on its own thread, if they share neither trace source nor
 * models with state.
 */
public final class Simulation {
  private final RunSettings settings;

  /** Null where one thread replays. */
  private final @Nullable PartedReplay parts;

  private final @Nullable Supplier<Share> another;
  private boolean started;
  private boolean inParts;

  private Simulation(
      RunSettings settings, @Nullable PartedReplay parts, @Nullable Supplier<Share> another) {
    this.settings = settings;
    this.parts = parts;
    this.another = another;
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
    start();
    if (!settings.trace().capabilities().contains(Capability.TASK_GRAPHS)) {
      Optional<Prediction> byParts =
          parts == null ? Optional.empty() : parts.run(Objects.requireNonNull(another));
      inParts = byParts.isPresent();
      return byParts.orElseGet(() -> new SequenceReplay(settings).run());
    }
    return settings.communication().mpi() instanceof BusLinkModel model
        ? new BusLinkGraphReplay(settings, model).run()
        : new GraphReplay(settings).run();
  }

  /** What it was built with, to be run once. */
  RunSettings start() {
    if (started) {
      throw new IllegalStateException("a simulation runs once; build another one");
    }
    started = true;
    return settings;
  }

  /** Whether several threads have made the replay, and one thread did not have to repeat it. */
  boolean wasInParts() {
    return inParts;
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
    private int mostThreads = 1;
    private @Nullable Supplier<Share> another;
    private PartsPay pay = PartsPay.USUALLY;

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
     * org.foretell.model.DirectModel}s and {@code OccupancyModel}s.
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
     * Lets several threads make the replay, each with some of the ranks. The result is the same to
     * the picosecond. Several threads are used if ranks can run ahead, or if the model is an {@link
     * org.foretell.model.OccupancyModel} that states its {@link
     * org.foretell.model.OccupancyModel#leastFlightPs}; if all observers are {@link
     * org.foretell.observe.PartedObserver}s, if no path and no sensitivities are requested, and if
     * the trace is long enough for it to pay and has enough ranks. One thread replays the trace
     * again, and progress begins again, if the trace turns out to deadlock, or to have other
     * defects than messages that nobody receives; under an occupancy model also if it has what
     * concerns several nodes at once, as some rendezvous do. Files and noise need one thread there.
     * The calling thread alone calls listeners and conditions.
     *
     * @param most threads, the calling one among them; 1 by default
     * @param share makes what each thread needs, called by the calling thread when the simulation
     *     runs
     * @return this
     */
    public Builder threads(int most, Supplier<Share> share) {
      if (most < 1) {
        throw new IllegalArgumentException("threads: " + most);
      }
      mostThreads = most;
      another = Objects.requireNonNull(share, "share");
      return this;
    }

    /** Sets when several threads are used; for tests. */
    Builder severalThreadsFrom(PartsPay size) {
      pay = size;
      return this;
    }

    /** Lets several threads replay traces of any length and size; for tests. */
    Builder severalThreadsAlways() {
      return severalThreadsFrom(PartsPay.ALWAYS);
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
        Obstacles.refuseMoves(moved, source, model);
      }
      Obstacles.refusePlacement(places, source);
      RunSettings settings =
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
              null,
              chosenSchedule(source, model),
              unsupported,
              progress,
              progressEvery,
              stop,
              sequences -> new SequenceReplay(sequences).run());
      return new Simulation(settings, PartedReplay.of(settings, mostThreads, pay), another);
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
              : Obstacles.toRunningAhead(source, model, shmem);
      if (schedule == ReplayOrder.RUN_AHEAD && !obstacle.isEmpty()) {
        throw new IllegalStateException("the ranks cannot run ahead: " + obstacle);
      }
      return Objects.requireNonNullElse(
          schedule, obstacle.isEmpty() ? ReplayOrder.RUN_AHEAD : ReplayOrder.STRICT);
    }
  }
}
