package org.foretell.runner;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BiConsumer;
import java.util.function.Supplier;
import org.foretell.engine.Simulation;
import org.foretell.failure.FailureKind;
import org.foretell.failure.ForetellException;
import org.foretell.input.OpenTrace;
import org.foretell.input.TraceReading;
import org.foretell.pool.HeldTrace;
import org.foretell.pool.ReplayPool;
import org.foretell.report.RunsListener;
import org.foretell.scenario.Experiment;
import org.foretell.scenario.Scenario;
import org.foretell.scenario.TraceContent;
import org.foretell.trace.TraceException;
import org.foretell.trace.TraceSource;

/**
 * Runs scenarios of any number of traces and machines on all cores. A trace is opened, hashed and
 * converted once, and what a scenario predicts is remembered by its hash, so that no run is made
 * twice.
 *
 * <p>Any number of threads may use a runner, and a question may ask others of the same runner:
 * there are never more runs at once than it has threads. Outcomes do not depend on how many these
 * are. An interrupt ends the wait of the thread that asked, and leaves its flag set.
 */
public final class Runner implements AutoCloseable {
  private final ReplayPool pool;
  private final Map<TraceContent, Watched> traces = new ConcurrentHashMap<>();
  private final Map<String, CompletableFuture<Outcome>> known = new ConcurrentHashMap<>();
  private final int checkedOf;
  private final RunsListener progress;
  private final AtomicLong done = new AtomicLong();
  private final AtomicLong planned = new AtomicLong();
  private final AtomicLong remembered = new AtomicLong();

  /** A trace that is open here, and the file that it was read from, if that is to stay as it is. */
  private record Watched(HeldTrace trace, Optional<WatchedFile> file, boolean isOwn) {}

  Runner(ReplayPool pool, int checkedOf, RunsListener progress) {
    this.pool = pool;
    this.checkedOf = checkedOf;
    this.progress = progress;
  }

  /** {@return settings of a runner, all as they are usual} */
  public static RunnerBuilder builder() {
    return new RunnerBuilder();
  }

  /**
   * Opens a trace of any format, for scenarios of it. One that was opened before is not read again.
   *
   * @param trace file or folder
   * @return what scenarios say of it
   * @throws TraceException if it is missing, cannot be read, or is damaged
   * @throws ForetellException if there is no room for its native form
   */
  public TraceContent open(Path trace) {
    WatchedFile file = new WatchedFile(Objects.requireNonNull(trace, "trace"));
    OpenTrace opened = new TraceReading().open(trace);
    file.expect(opened.sha256());
    return hold(opened, Optional.of(file));
  }

  /**
   * Takes a trace that a program made; its native form is written to a temporary file.
   *
   * @param trace used by the calling thread until this returns; stays open
   * @param name in messages
   * @return what scenarios say of it
   * @throws TraceException if it is damaged
   */
  public TraceContent open(TraceSource trace, String name) {
    Objects.requireNonNull(trace, "trace");
    Objects.requireNonNull(name, "name");
    return hold(TraceReading.open(trace, name), Optional.empty());
  }

  /**
   * Uses a trace that is open already, and leaves it open, so that it need not be opened again.
   *
   * @param opened stays open until this runner is closed, and is used by nobody else meanwhile; the
   *     caller closes it
   * @return what scenarios say of it
   */
  @SuppressWarnings("exports") // Setups open traces, and nobody else.
  public TraceContent borrow(OpenTrace opened) {
    TraceContent content = TraceContent.of(opened);
    HeldTrace trace = HeldTrace.of(opened);
    if (traces.putIfAbsent(content, new Watched(trace, Optional.empty(), false)) == null) {
      pool.lend(trace);
    }
    return content;
  }

  /**
   * {@return a trace that this runner has opened, for replays that are no scenarios}
   *
   * @param content of it
   * @throws NoSuchElementException if it is not open here
   */
  @SuppressWarnings("exports") // For questions of Foretell's own.
  public HeldTrace trace(TraceContent content) {
    return Optional.ofNullable(traces.get(content)).orElseThrow().trace();
  }

  private TraceContent hold(OpenTrace opened, Optional<WatchedFile> file) {
    TraceContent content = TraceContent.of(opened);
    Watched trace = new Watched(HeldTrace.of(opened), file, true);
    if (traces.putIfAbsent(content, trace) != null) {
      opened.close();
    }
    return content;
  }

  /**
   * Refuses a trace whose file has other content than when it was opened.
   *
   * @param content of a trace that this runner has opened
   * @throws ForetellException if it has
   * @throws TraceException if the file is gone, or cannot be read
   * @throws NoSuchElementException if the trace is not open here
   */
  public void checkUnchanged(TraceContent content) {
    Optional.ofNullable(traces.get(content)).orElseThrow().file().ifPresent(WatchedFile::check);
  }

  /** {@return the threads and traces of this runner, for replays that are no scenarios} */
  @SuppressWarnings("exports") // For questions of Foretell's own.
  public ReplayPool pool() {
    return pool;
  }

  /**
   * Runs a scenario, unless its outcome is known.
   *
   * @param scenario of a trace that this runner has opened
   * @return its outcome; that a model or a machine cannot replay the trace is one too
   * @throws ForetellException if the trace is not open here, or its file has changed since, or if a
   *     model answers differently each time
   * @throws TraceException if the trace cannot be read
   * @throws CancellationException if the runner was cancelled or closed
   */
  public Outcome run(Scenario scenario) {
    return run(List.of(scenario)).get(0);
  }

  /**
   * Runs scenarios, as many at once as there are threads. Equal ones are run once.
   *
   * @param scenarios of traces that this runner has opened
   * @return their outcomes, in the same order
   * @throws ForetellException as {@link #run(Scenario)}
   * @throws TraceException if a trace cannot be read
   * @throws CancellationException if the runner was cancelled or closed
   */
  public List<Outcome> run(List<Scenario> scenarios) {
    return run(scenarios, (scenario, outcome) -> {});
  }

  /**
   * Runs scenarios, and tells of each as soon as it is over.
   *
   * @param scenarios of traces that this runner has opened; equal ones are run once
   * @param each hears of each different scenario once, from the thread that ran it; what it throws
   *     ends the runs, and is thrown
   * @return their outcomes, in the same order
   * @throws ForetellException as {@link #run(Scenario)}
   * @throws TraceException if a trace cannot be read
   * @throws CancellationException if the runner was cancelled or closed
   */
  public List<Outcome> run(List<Scenario> scenarios, BiConsumer<Scenario, Outcome> each) {
    List<Scenario> distinct = List.copyOf(new LinkedHashSet<>(scenarios));
    List<Supplier<Outcome>> tasks = new ArrayList<>();
    for (Scenario scenario : distinct) {
      tasks.add(
          () -> {
            Outcome outcome = outcome(scenario);
            each.accept(scenario, outcome);
            return outcome;
          });
    }
    planned.addAndGet(distinct.size());
    List<Outcome> found = pool.all(tasks);
    Map<Scenario, Outcome> outcomes = new HashMap<>();
    for (int i = 0; i < distinct.size(); i++) {
      outcomes.put(distinct.get(i), found.get(i));
    }
    return scenarios.stream().map(one -> Objects.requireNonNull(outcomes.get(one))).toList();
  }

  /**
   * Asks a question: makes the runs that it wants, round by round.
   *
   * @param question used by the calling thread only
   * @param <A> what the answer is
   * @return what it concludes; what it throws is thrown, and the runner stays as it was
   * @throws CancellationException if the runner was cancelled or closed
   */
  public <A> A ask(Question<A> question) {
    return ask(question, (done, wanted) -> {});
  }

  /**
   * Asks a question, as {@link #ask(Question)} does, and tells how far it is.
   *
   * @param question used by the calling thread only
   * @param told hears how many runs of the question are done, of those that it wanted so far;
   *     called by the threads that run
   * @param <A> what the answer is
   * @return what it concludes; what it throws is thrown, and the runner stays as it was
   * @throws CancellationException if the runner was cancelled or closed
   */
  public <A> A ask(Question<A> question, RunsListener told) {
    Objects.requireNonNull(question, "question");
    Objects.requireNonNull(told, "told");
    AtomicLong answered = new AtomicLong();
    long asked = 0;
    Answers answers = new Answers();
    for (List<Scenario> round = question.next(answers);
        !round.isEmpty();
        round = question.next(answers)) {
      List<Scenario> wanted =
          new LinkedHashSet<>(round).stream().filter(one -> !answers.has(one)).toList();
      if (wanted.isEmpty()) {
        throw new IllegalStateException(
            question.getClass().getName() + " asks for nothing but what it knows, without an end");
      }
      asked += wanted.size();
      long total = asked;
      List<Outcome> outcomes =
          run(wanted, (scenario, outcome) -> told.runs(answered.incrementAndGet(), total));
      for (int i = 0; i < wanted.size(); i++) {
        answers.add(wanted.get(i), outcomes.get(i));
      }
    }
    return question.conclude(answers);
  }

  /**
   * Asks several questions at once, which share the threads of the runner.
   *
   * @param questions each used by one thread
   * @param <A> what the answers are
   * @return the answers, in the same order
   * @throws CancellationException if the runner was cancelled or closed
   */
  public <A> List<A> askAll(List<? extends Question<? extends A>> questions) {
    List<Supplier<A>> tasks = new ArrayList<>();
    questions.forEach(question -> tasks.add(() -> ask(question)));
    return pool.all(tasks);
  }

  private Outcome outcome(Scenario scenario) {
    pool.throwIfCancelled();
    Watched trace = traces.get(scenario.trace());
    if (trace == null) {
      throw ForetellException.usage(
          "the trace of "
              + scenario
              + " is not open in this runner; call open(..) of the runner with its file first");
    }
    trace.file().ifPresent(WatchedFile::check);
    try {
      CompletableFuture<Outcome> own = new CompletableFuture<>();
      CompletableFuture<Outcome> before = known.putIfAbsent(scenario.hash(), own);
      if (before == null) {
        return first(scenario, trace.trace(), own);
      }
      Outcome first = known(before);
      if (isToBeChecked()) {
        Outcome now = replayed(scenario, trace.trace());
        if (!first.equals(now)) {
          throw ForetellException.badInput(answersDiffer(scenario, first, now));
        }
      }
      return first;
    } finally {
      progress.runs(done.incrementAndGet(), planned.get());
    }
  }

  /** Those who want the same meanwhile wait for it; a failure is not remembered. */
  private Outcome first(Scenario scenario, HeldTrace trace, CompletableFuture<Outcome> own) {
    try {
      Outcome now = replayed(scenario, trace);
      own.complete(now);
      return now;
    } catch (RuntimeException | Error failure) {
      known.remove(scenario.hash(), own);
      own.completeExceptionally(failure);
      throw failure;
    }
  }

  /** What another thread finds, or has found. Who finds it waits for nobody. */
  private static Outcome known(CompletableFuture<Outcome> before) {
    try {
      return before.join();
    } catch (CompletionException failed) {
      if (failed.getCause() instanceof RuntimeException unchecked) {
        throw unchecked;
      }
      if (failed.getCause() instanceof Error error) {
        throw error;
      }
      throw failed;
    }
  }

  private boolean isToBeChecked() {
    return checkedOf > 0 && remembered.getAndIncrement() % checkedOf == 0;
  }

  private static String answersDiffer(Scenario scenario, Outcome first, Outcome now) {
    return "model "
        + scenario.model().provider().name()
        + " ("
        + scenario.model().provider().getClass().getName()
        + ") answers differently each time it is asked: "
        + shown(first)
        + " at first and "
        + shown(now)
        + " now, for the same scenario; its results cannot be used until it depends on nothing but"
        + " its parameters, machine and messages";
  }

  private static String shown(Outcome outcome) {
    return outcome.failure().orElseGet(() -> outcome.ps() + " ps");
  }

  private Outcome replayed(Scenario scenario, HeldTrace trace) {
    try {
      // What is wrong with the scenario is said before it waits for room.
      scenario.experiment();
    } catch (RuntimeException failure) {
      return failed(failure, false);
    }
    AtomicBoolean begun = new AtomicBoolean();
    try {
      return pool.withTrace(
          trace,
          source -> {
            Experiment.Ready ready = scenario.experiment().simulation(source, scenario.seed());
            SummedCompute bursts = new SummedCompute(ready.bursts());
            Simulation.Builder simulation = ready.builder().compute(bursts);
            pool.heedCancellation(simulation);
            begun.set(true);
            return Outcome.of(simulation.build().run(), bursts.sumPs());
          });
    } catch (RuntimeException failure) {
      return failed(failure, begun.get());
    }
  }

  /** Neither a trace that cannot be read nor a defect is an outcome. */
  private static Outcome failed(RuntimeException failure, boolean begun) {
    if (!FailureKind.isOfRun(failure)) {
      throw failure;
    }
    return Outcome.failed(failure, begun);
  }

  /**
   * Ends all runs soon; who waits for one gets a {@link CancellationException}. Called by any
   * thread, any number of times. No further run begins.
   */
  public void cancel() {
    pool.cancel();
  }

  /** {@return the most runs at once} */
  public int threads() {
    return pool.threads();
  }

  /** {@return how many outcomes were found so far, those that were known among them} */
  public long runs() {
    return done.get();
  }

  /** {@return how many different scenarios have an outcome here} */
  public int distinctRuns() {
    return known.size();
  }

  int idleSources() {
    return pool.idleSources();
  }

  /**
   * Cancels what is under way, waits for it, and closes all traces.
   *
   * @throws IllegalStateException if a run or a question of this runner calls it, which would wait
   *     for itself; these may {@link #cancel}
   */
  @Override
  public void close() {
    pool.close();
    traces.values().stream().filter(Watched::isOwn).forEach(one -> one.trace().trace().close());
    traces.clear();
  }
}
