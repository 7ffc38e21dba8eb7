package org.foretell.runner;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.concurrent.CancellationException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.foretell.engine.Simulation;
import org.foretell.failure.ForetellException;
import org.foretell.failure.words.FailureKind;
import org.foretell.input.OpenTrace;
import org.foretell.input.TraceReading;
import org.foretell.pool.HeldTrace;
import org.foretell.pool.ReplayPool;
import org.foretell.report.RunsListener;
import org.foretell.scenario.Experiment;
import org.foretell.scenario.Replay;
import org.foretell.scenario.Scenario;
import org.foretell.scenario.TraceContent;
import org.foretell.scenario.Wanted;
import org.foretell.trace.TraceException;
import org.foretell.trace.TraceSource;

/**
 * Runs scenarios of any number of traces and machines on all cores. A trace is opened, hashed and
 * converted once, and what a scenario predicts is remembered by its hash, so that no run is made
 * twice.
 *
 * <p>Any number of threads may use a runner, and a question may ask others of the same runner:
 * there are never more runs at once than it has threads. Outcomes do not depend on how many these
 * are. An interrupt ends the wait of the thread that asked, and leaves its flag set; the runs that
 * it waited for end soon. So do those of a list or a question of which another run throws.
 */
public final class Runner implements AutoCloseable {
  private final ReplayPool pool;
  private final WatchedTraces traces = new WatchedTraces();
  private final FoundOnce<Outcome> known = new FoundOnce<>();
  private final Replays replays;
  private final SteadyCheck steady;
  private final RunsListener progress;
  private final Consumer<RunsProgress> watcher;
  private final RunCount count = new RunCount(System::nanoTime);

  Runner(
      ReplayPool pool, SteadyCheck steady, RunsListener progress, Consumer<RunsProgress> watcher) {
    this.pool = pool;
    replays = new Replays(pool);
    this.steady = steady;
    this.progress = progress;
    this.watcher = watcher;
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
    Objects.requireNonNull(trace, "trace");
    pool.throwIfCancelled();
    return traces.open(trace);
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
    pool.throwIfCancelled();
    return traces.hold(TraceReading.open(trace, name), Optional.empty());
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
    return borrow(opened, true);
  }

  /**
   * Uses a trace that is open already, and leaves it open.
   *
   * @param opened stays open until this runner is closed; the caller closes it
   * @param withSource whether its source is used too, by nobody else meanwhile; if not, others are
   *     opened
   * @return what scenarios say of it
   */
  @SuppressWarnings("exports") // Setups open traces, and nobody else.
  public TraceContent borrow(OpenTrace opened, boolean withSource) {
    TraceContent content = TraceContent.of(Objects.requireNonNull(opened, "opened"));
    HeldTrace trace = HeldTrace.of(opened);
    if (traces.borrow(content, trace) && withSource) {
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
    return traces.get(Objects.requireNonNull(content, "content"));
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
    traces.check(Objects.requireNonNull(content, "content"));
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
    return run(List.of(Objects.requireNonNull(scenario, "scenario"))).get(0);
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
   * Runs scenarios, and calls a listener with each as soon as it is over.
   *
   * @param scenarios of traces that this runner has opened; equal ones are run once
   * @param each called once for each different scenario, by the thread that ran it; what it throws
   *     ends the runs, and is thrown
   * @return their outcomes, in the same order
   * @throws ForetellException as {@link #run(Scenario)}
   * @throws TraceException if a trace cannot be read
   * @throws CancellationException if the runner was cancelled or closed
   */
  public List<Outcome> run(List<Scenario> scenarios, BiConsumer<Scenario, Outcome> each) {
    Objects.requireNonNull(each, "each");
    List<Scenario> distinct =
        List.copyOf(new LinkedHashSet<>(Objects.requireNonNull(scenarios, "scenarios")));
    List<Object> found =
        make(distinct, (wanted, ended) -> each.accept((Scenario) wanted, (Outcome) ended));
    Map<Scenario, Outcome> outcomes = new HashMap<>();
    for (int i = 0; i < distinct.size(); i++) {
      outcomes.put(distinct.get(i), (Outcome) found.get(i));
    }
    return scenarios.stream().map(one -> Objects.requireNonNull(outcomes.get(one))).toList();
  }

  /**
   * Makes a replay of a scenario, unless what it finds is known.
   *
   * @param replay of a trace that this runner has opened
   * @param <R> what it finds
   * @return what it found
   * @throws RuntimeException what the replay threw
   * @throws CancellationException if the runner was cancelled or closed
   */
  public <R> R run(Replay<R> replay) {
    Answers answers = new Answers();
    answers.add(replay, make(List.of(replay), (one, ended) -> {}).get(0));
    return answers.of(replay);
  }

  /** Makes all of them, each once. */
  private List<Object> make(List<? extends Wanted> distinct, BiConsumer<Wanted, Object> each) {
    pool.throwIfCancelled();
    firstOfEachTrace(distinct).forEach(scenario -> traces.of(scenario, true));
    AtomicInteger begun = new AtomicInteger();
    List<Supplier<Object>> tasks = new ArrayList<>();
    for (Wanted one : distinct) {
      tasks.add(
          () -> {
            begun.incrementAndGet();
            Object found = one instanceof Scenario run ? outcome(run) : ended((Replay<?>) one);
            each.accept(one, found);
            return found;
          });
    }
    count.plan(distinct.size());
    List<Object> found;
    try {
      found = pool.all(tasks);
    } finally {
      count.withdraw(distinct.size() - begun.get());
    }
    firstOfEachTrace(distinct).forEach(scenario -> traces.of(scenario, false));
    return found;
  }

  private static Collection<Scenario> firstOfEachTrace(List<? extends Wanted> wanted) {
    Map<TraceContent, Scenario> first = new LinkedHashMap<>();
    for (Wanted one : wanted) {
      Scenario scenario = one instanceof Replay<?> replay ? replay.scenario() : (Scenario) one;
      first.putIfAbsent(scenario.trace(), scenario);
    }
    return first.values();
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
    for (List<? extends Wanted> round = question.next(answers);
        !round.isEmpty();
        round = question.next(answers)) {
      Map<Object, Wanted> distinct = new LinkedHashMap<>();
      round.forEach(one -> distinct.putIfAbsent(Answers.key(one), one));
      List<Wanted> wanted = distinct.values().stream().filter(one -> !answers.has(one)).toList();
      if (wanted.isEmpty()) {
        throw new IllegalStateException(
            question.getClass().getName() + " keeps requesting runs whose results it already has");
      }
      asked += wanted.size();
      long total = asked;
      List<Object> found =
          make(wanted, (one, ended) -> told.runs(answered.incrementAndGet(), total));
      for (int i = 0; i < wanted.size(); i++) {
        answers.add(wanted.get(i), found.get(i));
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
    Objects.requireNonNull(questions, "questions");
    questions.forEach(question -> tasks.add(() -> ask(question)));
    return pool.all(tasks);
  }

  private Outcome outcome(Scenario scenario) {
    try {
      HeldTrace trace = traces.of(scenario, false);
      AtomicBoolean isNew = new AtomicBoolean();
      Outcome found =
          known.of(
              scenario.hash(),
              () -> {
                isNew.set(true);
                return replayed(scenario, trace);
              },
              pool::throwIfCancelled);
      if (!isNew.get() && steady.isDue(scenario)) {
        SteadyCheck.compare(scenario, found, replayed(scenario, trace));
      }
      return found;
    } finally {
      countOne();
    }
  }

  private Replays.Ended ended(Replay<?> replay) {
    try {
      return replays.of(replay, traces.of(replay.scenario(), false));
    } finally {
      countOne();
    }
  }

  private void countOne() {
    count.end();
    progress.runs(count.done(), count.planned());
    watcher.accept(count.progress());
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
            return Outcome.of(simulation.build().run(), OptionalDouble.of(bursts.sumPs()));
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
   * Ends all runs soon, those under way within some thousand events; who waits for one gets a
   * {@link CancellationException}. Called by any thread, any number of times. No further run
   * begins, and idle threads end.
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
    return count.done();
  }

  /** {@return how far this is with what it was asked for} */
  public RunsProgress progress() {
    return count.progress();
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
    traces.close();
  }
}
