package org.foretell.runner;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.foretell.engine.Simulation;
import org.foretell.failure.FailureKind;
import org.foretell.failure.FailureText;
import org.foretell.failure.ForetellException;
import org.foretell.input.OpenTrace;
import org.foretell.input.TraceReading;
import org.foretell.report.RunsListener;
import org.foretell.result.Prediction;
import org.foretell.scenario.Scenario;
import org.foretell.scenario.TraceContent;
import org.foretell.trace.TraceException;
import org.foretell.trace.TraceSource;
import org.jspecify.annotations.Nullable;

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
  /** Of all runs at once; ranks decide how much memory a run takes. */
  private static final int MOST_RANKS = 1 << 18;

  private static final int CANCELLATION_OPS = 1 << 14;
  private static final long PATIENCE_SECONDS = 60;

  private final ForkJoinPool pool;
  private final RankRoom room = new RankRoom(MOST_RANKS);
  private final TraceSources sources;
  private final Map<TraceContent, HeldTrace> traces = new ConcurrentHashMap<>();
  private final Map<String, Outcome> known = new ConcurrentHashMap<>();
  private final int checkedOf;
  private final RunsListener progress;
  private final AtomicLong done = new AtomicLong();
  private final AtomicLong planned = new AtomicLong();
  private final AtomicLong remembered = new AtomicLong();
  private volatile boolean cancelled;

  Runner(int threads, long memoryBytes, int checkedOf, RunsListener progress) {
    // No thread is added for one that waits, so that there are never more than these.
    pool =
        new ForkJoinPool(
            threads,
            ForkJoinPool.defaultForkJoinWorkerThreadFactory,
            null,
            false,
            threads,
            threads,
            1,
            any -> true,
            PATIENCE_SECONDS,
            TimeUnit.SECONDS);
    sources = new TraceSources(memoryBytes);
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
    Objects.requireNonNull(trace, "trace");
    return hold(new TraceReading().open(trace), Optional.of(trace));
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
   * Takes a trace that is open already, and closes it in the end.
   *
   * @param opened read by this runner alone from now on, but for those who open its file again
   * @param file what was opened, watched for changes; empty if a program made the trace
   * @return what scenarios say of it
   */
  @SuppressWarnings("exports") // Opened traces are made by the face, and by nobody else.
  public TraceContent open(OpenTrace opened, Optional<Path> file) {
    return hold(opened, file);
  }

  private TraceContent hold(OpenTrace opened, Optional<Path> file) {
    TraceContent content = TraceContent.of(opened);
    HeldTrace trace =
        HeldTrace.of(opened, file.map(path -> new WatchedFile(path, opened.sha256())));
    HeldTrace before = traces.putIfAbsent(content, trace);
    if (before != null) {
      opened.close();
    }
    return content;
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
    List<Scenario> each = List.copyOf(new LinkedHashSet<>(scenarios));
    Map<Scenario, Outcome> outcomes = new ConcurrentHashMap<>();
    List<Callable<Outcome>> tasks = new ArrayList<>();
    for (Scenario scenario : each) {
      tasks.add(
          () -> {
            Outcome outcome = outcome(scenario);
            outcomes.put(scenario, outcome);
            return outcome;
          });
    }
    planned.addAndGet(each.size());
    all(tasks);
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
    Objects.requireNonNull(question, "question");
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
      List<Outcome> outcomes = run(wanted);
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
    List<Callable<A>> tasks = new ArrayList<>();
    questions.forEach(question -> tasks.add(() -> ask(question)));
    return all(tasks);
  }

  /** Does tasks on the pool, from within it too; what the first one throws is thrown. */
  private <T> List<T> all(List<Callable<T>> tasks) {
    throwIfCancelled();
    List<ForkJoinTask<T>> forked = new ArrayList<>();
    tasks.forEach(task -> forked.add(ForkJoinTask.adapt(task)));
    if (ForkJoinTask.getPool() == pool) {
      forked.forEach(ForkJoinTask::fork);
    } else {
      forked.forEach(pool::execute);
    }
    @Nullable Throwable failure = null;
    List<T> results = new ArrayList<>();
    for (ForkJoinTask<T> one : forked) {
      try {
        results.add(one.get());
      } catch (ExecutionException failed) {
        failure = failure == null ? original(failed) : failure;
      } catch (CancellationException ended) {
        failure = failure == null ? ended : failure;
      } catch (InterruptedException interrupted) {
        forked.forEach(task -> task.cancel(false));
        Thread.currentThread().interrupt();
        throw new CancellationException("interrupted while runs are made");
      }
    }
    if (failure instanceof RuntimeException unchecked) {
      throw unchecked;
    }
    if (failure instanceof Error error) {
      throw error;
    }
    if (failure != null) {
      throw new IllegalStateException(failure);
    }
    return results;
  }

  /** What the task threw, without what the pool put around it. */
  private static Throwable original(ExecutionException failed) {
    Throwable cause = Objects.requireNonNull(failed.getCause());
    while (cause.getCause() != null
        && (cause instanceof ExecutionException || cause.getClass() == RuntimeException.class)) {
      cause = cause.getCause();
    }
    return cause;
  }

  private Outcome outcome(Scenario scenario) {
    throwIfCancelled();
    HeldTrace trace = traces.get(scenario.trace());
    if (trace == null) {
      throw ForetellException.usage(
          "the trace of "
              + scenario
              + " is not open in this runner; call open(..) of the runner with its file first");
    }
    trace.watched().ifPresent(WatchedFile::check);
    Outcome before = known.get(scenario.hash());
    try {
      if (before != null && !isToBeChecked()) {
        return before;
      }
      Outcome now = replayed(scenario, trace);
      Outcome first = before == null ? known.putIfAbsent(scenario.hash(), now) : before;
      if (first != null && !first.equals(now)) {
        throw ForetellException.badInput(answersDiffer(scenario, first, now));
      }
      return now;
    } finally {
      progress.runs(done.incrementAndGet(), planned.get());
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
      return failed(failure);
    }
    room.take(trace.ranks());
    TraceSource source = sources.take(trace);
    boolean whole = false;
    try {
      Simulation.Builder simulation =
          scenario.experiment().simulation(source, scenario.seed()).builder();
      simulation.progress((timePs, ops, all) -> throwIfCancelled(), CANCELLATION_OPS);
      Prediction prediction = simulation.build().run();
      whole = true;
      return prediction.outcome() == Prediction.Outcome.COMPLETED
          ? Outcome.of(prediction.makespanPs())
          : Outcome.failed("the program does not come to its end");
    } catch (RuntimeException failure) {
      return failed(failure);
    } finally {
      room.giveBack(trace.ranks());
      if (whole) {
        sources.giveBack(trace, source);
      } else {
        source.close();
      }
    }
  }

  /** Only what is a model's or a machine's fault is an outcome. */
  private static Outcome failed(RuntimeException failure) {
    if (failure instanceof CancellationException || !FailureKind.isOfModel(failure)) {
      throw failure;
    }
    return Outcome.failed(FailureText.inALine(failure));
  }

  private void throwIfCancelled() {
    if (cancelled) {
      throw new CancellationException("the runner was cancelled or closed");
    }
  }

  /**
   * Ends all runs soon; who waits for one gets a {@link CancellationException}. Called by any
   * thread, any number of times. No further run begins.
   */
  public void cancel() {
    cancelled = true;
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
    return sources.idle();
  }

  /** Cancels what is under way, waits for it, and closes all traces. */
  @Override
  public void close() {
    cancel();
    pool.shutdown();
    boolean interrupted = false;
    while (!pool.isTerminated()) {
      try {
        if (pool.awaitTermination(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
          break;
        }
      } catch (InterruptedException asked) {
        interrupted = true;
        Thread.interrupted();
      }
    }
    sources.close();
    traces.values().forEach(held -> held.trace().close());
    traces.clear();
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
