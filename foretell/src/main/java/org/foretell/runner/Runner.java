package org.foretell.runner;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.foretell.failure.ForetellException;
import org.foretell.input.OpenTrace;
import org.foretell.input.TraceReading;
import org.foretell.pool.HeldTrace;
import org.foretell.pool.ReplayPool;
import org.foretell.report.RunsListener;
import org.foretell.scenario.Replay;
import org.foretell.scenario.Scenario;
import org.foretell.scenario.TraceContent;
import org.foretell.scenario.Wanted;
import org.foretell.trace.TraceException;
import org.foretell.trace.TraceSource;

/**
 * Runs scenarios of any number of traces and machines on all cores. It opens, hashes and converts a
 * trace once, and remembers the prediction of a scenario by its hash, so that no run is repeated.
 *
 * <p>Any number of threads may use a runner, and a question may ask further questions of the same
 * runner: it never makes more runs at once than it has threads. Outcomes do not depend on the
 * number of threads. An interrupt ends the wait of the calling thread, and leaves its flag set; the
 * runs that it waited for end soon. If a run of a list or a question throws, the other runs of it
 * end soon, too.
 */
public final class Runner implements AutoCloseable {
  private final ReplayPool pool;
  private final WatchedTraces traces = new WatchedTraces();
  private final FoundOnce<Outcome> known = new FoundOnce<>();
  private final ScenarioRuns runs;
  private final Replays replays;
  private final SteadyCheck steady;
  private final RunsListener progress;
  private final Consumer<RunsProgress> watcher;
  private final RunCount count = new RunCount(System::nanoTime);

  Runner(
      ReplayPool pool, SteadyCheck steady, RunsListener progress, Consumer<RunsProgress> watcher) {
    this.pool = pool;
    runs = new ScenarioRuns(pool);
    replays = new Replays(pool);
    this.steady = steady;
    this.progress = progress;
    this.watcher = watcher;
  }

  /** {@return the default settings of a runner} */
  public static RunnerBuilder builder() {
    return new RunnerBuilder();
  }

  /**
   * Opens a trace of any format, for its scenarios. A trace that was opened before is not read
   * again.
   *
   * @param trace file or folder
   * @return the content of the trace, for scenarios
   * @throws TraceException if it is missing, cannot be read, or is damaged
   * @throws ForetellException if there is no space for its native form
   */
  public TraceContent open(Path trace) {
    Objects.requireNonNull(trace, "trace");
    pool.throwIfCancelled();
    return traces.open(trace);
  }

  /**
   * Takes a trace that a program created; its native form is written to a temporary file.
   *
   * @param trace used by the calling thread until this returns; stays open
   * @param name in messages
   * @return the content of the trace, for scenarios
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
   * @param opened stays open until this runner is closed, for the runner's exclusive use; the
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
   * @param withSource whether its source is used too, exclusively; if not, others are opened
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
   * Refuses a trace if its file has changed since it was opened.
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
   * Runs a scenario, unless its outcome is already known.
   *
   * @param scenario of a trace that this runner has opened
   * @return its outcome; if the model or the machine cannot replay the trace, the outcome states
   *     that
   * @throws ForetellException if the trace is not open here, or its file has changed since, or if a
   *     model answers differently each time
   * @throws TraceException if the trace cannot be read
   * @throws CancellationException if the runner was cancelled or closed
   */
  public Outcome run(Scenario scenario) {
    return run(List.of(Objects.requireNonNull(scenario, "scenario"))).get(0);
  }

  /**
   * Runs scenarios on all threads. Equal scenarios are run once, and those that differ in figures
   * only may share a pass over their trace.
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
   * Runs scenarios, and calls a listener with each as soon as it is done. Those that share a pass
   * over their trace are done together.
   *
   * @param scenarios of traces that this runner has opened; equal scenarios are run once
   * @param each called once for each different scenario, by the thread that ran it; an exception
   *     that it throws ends the runs, and is rethrown
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
   * Makes a replay of a scenario, unless its result is already known.
   *
   * @param replay of a trace that this runner has opened
   * @param <R> the type of the result
   * @return the result
   * @throws RuntimeException if the replay throws it
   * @throws CancellationException if the runner was cancelled or closed
   */
  public <R> R run(Replay<R> replay) {
    Answers answers = new Answers();
    answers.add(replay, make(List.of(replay), (one, ended) -> {}).get(0));
    return answers.of(replay);
  }

  /**
   * Runs scenarios with what small changes of figures do to their times.
   *
   * @param runs of traces that this runner has opened; each is made
   * @param each called once for each run, by the thread that made it; an exception that it throws
   *     ends the runs, and is rethrown
   * @throws ForetellException as {@link #run(Scenario)}
   * @throws TraceException if a trace cannot be read
   * @throws CancellationException if the runner was cancelled or closed
   */
  public void runWithSlopes(List<SlopedRun> runs, BiConsumer<SlopedRun, SlopedRun.Result> each) {
    Objects.requireNonNull(each, "each");
    make(
        List.copyOf(Objects.requireNonNull(runs, "runs")),
        (wanted, ended) ->
            each.accept((SlopedRun) wanted, SlopedRun.Result.of((Replays.Ended) ended)));
  }

  /** Makes all of them, each once. */
  private List<Object> make(List<? extends Wanted> distinct, BiConsumer<Wanted, Object> each) {
    pool.throwIfCancelled();
    firstOfEachTrace(distinct).forEach(scenario -> traces.of(scenario, true));
    AtomicInteger ended = new AtomicInteger();
    List<List<Wanted>> parts = runs.parts(distinct);
    List<Supplier<List<Object>>> tasks = new ArrayList<>();
    for (List<Wanted> part : parts) {
      tasks.add(() -> makePart(part, each, ended));
    }
    count.plan(distinct.size());
    IdentityHashMap<Wanted, Object> found = new IdentityHashMap<>();
    try {
      List<List<Object>> results = pool.all(tasks);
      for (int i = 0; i < parts.size(); i++) {
        for (int j = 0; j < parts.get(i).size(); j++) {
          found.put(parts.get(i).get(j), results.get(i).get(j));
        }
      }
    } finally {
      count.withdraw(distinct.size() - ended.get());
    }
    firstOfEachTrace(distinct).forEach(scenario -> traces.of(scenario, false));
    return distinct.stream().map(one -> Objects.requireNonNull(found.get(one))).toList();
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
   * Answers a question: makes the runs that it requests, round by round.
   *
   * @param question used by the calling thread only
   * @param <A> the type of the answer
   * @return the answer; exceptions of the question are rethrown, and leave the runner unchanged
   * @throws CancellationException if the runner was cancelled or closed
   */
  public <A> A ask(Question<A> question) {
    return ask(question, (done, wanted) -> {});
  }

  /**
   * Answers a question, as {@link #ask(Question)} does, and reports progress.
   *
   * @param question used by the calling thread only
   * @param listener receives how many runs of the question are done, of those requested so far;
   *     called by the threads that run
   * @param <A> the type of the answer
   * @return the answer; exceptions of the question are rethrown, and leave the runner unchanged
   * @throws CancellationException if the runner was cancelled or closed
   */
  public <A> A ask(Question<A> question, RunsListener listener) {
    Objects.requireNonNull(question, "question");
    Objects.requireNonNull(listener, "listener");
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
          make(wanted, (one, ended) -> listener.runs(answered.incrementAndGet(), total));
      for (int i = 0; i < wanted.size(); i++) {
        answers.add(wanted.get(i), found.get(i));
      }
    }
    return question.conclude(answers);
  }

  /**
   * Answers several questions at once, which share the threads of the runner.
   *
   * @param questions each used by one thread
   * @param <A> the type of the answers
   * @return the answers, in the same order
   * @throws CancellationException if the runner was cancelled or closed
   */
  public <A> List<A> askAll(List<? extends Question<? extends A>> questions) {
    List<Supplier<A>> tasks = new ArrayList<>();
    Objects.requireNonNull(questions, "questions");
    questions.forEach(question -> tasks.add(() -> ask(question)));
    return pool.all(tasks);
  }

  /** Makes a part of the runs that are wanted: in one pass, and each of the others by itself. */
  private List<Object> makePart(
      List<Wanted> part, BiConsumer<Wanted, Object> each, AtomicInteger ended) {
    if (part.size() == 1) {
      return List.of(makeOne(part.get(0), each, ended));
    }
    Map<String, Outcome> shared = inOnePass(part);
    IdentityHashMap<Wanted, Object> found = new IdentityHashMap<>();
    List<Wanted> left = new ArrayList<>();
    for (Wanted one : part) {
      Outcome outcome = shared.get(((Scenario) one).hash());
      if (outcome == null) {
        left.add(one);
      } else {
        found.put(one, outcome);
        countOne(ended);
        each.accept(one, outcome);
      }
    }
    List<Supplier<Object>> tasks = new ArrayList<>();
    left.forEach(one -> tasks.add(() -> makeOne(one, each, ended)));
    List<Object> others = pool.all(tasks);
    for (int i = 0; i < left.size(); i++) {
      found.put(left.get(i), others.get(i));
    }
    return part.stream().map(one -> Objects.requireNonNull(found.get(one))).toList();
  }

  private Object makeOne(Wanted one, BiConsumer<Wanted, Object> each, AtomicInteger ended) {
    Object found;
    try {
      found = one instanceof Scenario scenario ? outcome(scenario) : result((Replay<?>) one);
    } finally {
      countOne(ended);
    }
    each.accept(one, found);
    return found;
  }

  /** Outcomes, by hash, of those scenarios that nobody has run and that one pass can find. */
  private Map<String, Outcome> inOnePass(List<Wanted> part) {
    Map<String, Scenario> scenarios = new LinkedHashMap<>();
    for (Wanted one : part) {
      Scenario scenario = (Scenario) one;
      scenarios.put(scenario.hash(), scenario);
    }
    HeldTrace trace = traces.of((Scenario) part.get(0), false);
    return known.tryAll(
        scenarios.keySet(),
        hashes -> {
          Map<String, Outcome> outcomes = new HashMap<>();
          runs.inOnePass(
                  hashes.stream().map(hash -> Objects.requireNonNull(scenarios.get(hash))).toList(),
                  trace)
              .forEach((scenario, outcome) -> outcomes.put(scenario.hash(), outcome));
          return outcomes;
        });
  }

  private Outcome outcome(Scenario scenario) {
    HeldTrace trace = traces.of(scenario, false);
    AtomicBoolean isNew = new AtomicBoolean();
    Outcome found =
        known.of(
            scenario.hash(),
            () -> {
              isNew.set(true);
              return runs.of(scenario, trace);
            },
            pool::throwIfCancelled);
    if (!isNew.get() && steady.isDue(scenario)) {
      SteadyCheck.compare(scenario, found, runs.of(scenario, trace));
    }
    return found;
  }

  private Replays.Ended result(Replay<?> replay) {
    return replays.of(replay, traces.of(replay.scenario(), false));
  }

  private void countOne(AtomicInteger ended) {
    ended.incrementAndGet();
    count.end();
    progress.runs(count.done(), count.planned());
    watcher.accept(count.progress());
  }

  /**
   * Cancels all runs; current ones end within some thousand events, and threads that wait for a run
   * get a {@link CancellationException}. Any thread may call this, any number of times. No further
   * run begins, and idle threads end.
   */
  public void cancel() {
    pool.cancel();
  }

  /**
   * Ends what a question computes itself, if nobody waits for it any more.
   *
   * @throws CancellationException if the runner was cancelled or closed, or the calling thread
   *     works for a question that was stopped
   */
  public void throwIfCancelled() {
    pool.throwIfCancelled();
  }

  /** {@return the maximum number of runs at once} */
  public int threads() {
    return pool.threads();
  }

  /** {@return how many outcomes were found so far, including those already known} */
  public long runs() {
    return count.done();
  }

  /** {@return the progress of the requested runs} */
  public RunsProgress progress() {
    return count.progress();
  }

  /** {@return for how many different scenarios the runner has an outcome} */
  public int distinctRuns() {
    return known.size();
  }

  int idleSources() {
    return pool.idleSources();
  }

  /**
   * Cancels current runs, waits for them, and closes all traces.
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
