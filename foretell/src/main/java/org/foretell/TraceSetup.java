package org.foretell;

import java.nio.file.Path;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.function.Supplier;
import org.foretell.input.OpenTrace;
import org.foretell.input.TraceReading;
import org.foretell.observe.ProgressListener;
import org.foretell.report.TraceSummary;
import org.foretell.trace.TraceSource;
import org.jspecify.annotations.Nullable;

/**
 * Settings shared by all jobs: the trace, and how to read it. Settings that take text accept the
 * values of the options of {@code sim}, with units; {@code run()} checks them.
 *
 * <p>A setup belongs to one thread. It may run several times; each run reads the trace again.
 *
 * @param <S> the kind of setup, which every setting returns
 */
public abstract class TraceSetup<S extends TraceSetup<S>> {
  private @Nullable Path traceFile;
  private @Nullable TraceSource traceSource;
  private @Nullable Supplier<OpenTrace> traceLender;
  private String traceName = "";
  private TraceReading traceReading = new TraceReading();
  private ProgressListener progress = (timePs, operations, totalOperations) -> {};
  private long progressOps = Long.MAX_VALUE;

  TraceSetup() {}

  abstract S self();

  /**
   * Sets the trace: a file or folder of any known format.
   *
   * @param file read by {@code run()}
   * @return this
   */
  public S trace(Path file) {
    Objects.requireNonNull(file, "file");
    traceFile = file;
    traceSource = null;
    traceLender = null;
    return self();
  }

  /**
   * Sets the trace: one created by a program. {@code run()} copies it to a temporary file and
   * leaves it open.
   *
   * @param trace used by the thread that calls {@code run()}, until that returns
   * @param name shown in the result
   * @return this
   */
  public S trace(TraceSource trace, String name) {
    Objects.requireNonNull(trace, "trace");
    Objects.requireNonNull(name, "name");
    traceSource = trace;
    traceName = name;
    traceFile = null;
    traceLender = null;
    return self();
  }

  /** The trace is one that is open already, of which each run gets a source of its own. */
  final S opened(String name, Supplier<OpenTrace> lender) {
    traceName = name;
    traceLender = lender;
    traceFile = null;
    traceSource = null;
    return self();
  }

  /**
   * Adds trace formats of a jar, as {@code docs/formats.md} describes them; may be called several
   * times. Their classes stay loaded as long as the process runs.
   *
   * @param jar file
   * @return this
   */
  public S formatsOf(Path jar) {
    traceReading.formatsOf(Objects.requireNonNull(jar, "jar"));
    return self();
  }

  /**
   * Sets the format of the trace, instead of finding it out.
   *
   * @param id such as {@code "goal"}; null to find out
   * @return this
   */
  public S traceFormat(@Nullable String id) {
    traceReading.format(id);
    return self();
  }

  /**
   * Sets whether the result names the trace by the hash of its file, as it does by default. That
   * takes as long as a short replay of a large file.
   *
   * @param wanted whether; if not, the hash is empty
   * @return this
   */
  public S hash(boolean wanted) {
    traceReading.hash(wanted);
    return self();
  }

  /**
   * Sets the speed that converts the flop of SimGrid's traces to durations.
   *
   * @param speed {@code "3Gflop/s"}; null for 1 Gflop/s
   * @return this
   */
  public S baseFlops(@Nullable String speed) {
    traceReading.baseFlops(speed);
    return self();
  }

  /**
   * Sets how to treat unknown actions in SimGrid's traces.
   *
   * @param treatment {@code "refuse"}, or {@code "pass"} to count them and give them no time; null
   *     for refuse
   * @return this
   */
  public S unknownActions(@Nullable String treatment) {
    traceReading.unknownActions(treatment);
    return self();
  }

  /**
   * Sets the unit of time in GOAL schedules.
   *
   * @param unit {@code "1us"}, at least 1 ps; null for 1 ns
   * @return this
   */
  public S timeUnit(@Nullable String unit) {
    traceReading.timeUnit(unit);
    return self();
  }

  /**
   * Sets the rate that converts the instructions of ScalaTrace's traces to durations.
   *
   * @param rate {@code "2Ginstr/s"}; null for 1 Ginstr/s
   * @return this
   */
  public S instructionRate(@Nullable String rate) {
    traceReading.instructionRate(rate);
    return self();
  }

  /**
   * Sets which times of DUMPI traces become bursts.
   *
   * @param clock {@code "wall"} or {@code "processor"}; null for elapsed times
   * @return this
   */
  public S burstClock(@Nullable String clock) {
    traceReading.burstClock(clock);
    return self();
  }

  /**
   * Sets how the collectives of Chakra traces become messages.
   *
   * @param name {@code "ring"}, {@code "tree"}, {@code "halving-doubling"}, {@code "direct"}, or
   *     {@code "nccl/g8"} for 8 GPUs in a node; null for rings
   * @return this
   */
  public S lowering(@Nullable String name) {
    traceReading.lowering(name);
    return self();
  }

  /**
   * Sets whether receives in ScalaTrace's traces, which have no tags, match only messages of the
   * same size.
   *
   * @param match false by default
   * @return this
   */
  public S matchSizes(boolean match) {
    traceReading.matchSizes(match);
    return self();
  }

  /**
   * Reports progress to a listener. A prediction reports the run that the result describes; a
   * comparison its replays, several of which run at once; a check its counting and then each of its
   * replays; an inspection its counting; an analysis of structure its reading and then its timing.
   *
   * @param listener called by one thread at a time
   * @param everyOps number of ops between two calls, at least 1
   * @return this
   */
  public S progress(ProgressListener listener, long everyOps) {
    Objects.requireNonNull(listener, "listener");
    progress = listener;
    progressOps = everyOps;
    return self();
  }

  final ProgressListener progress() {
    return progress;
  }

  /** {@link Long#MAX_VALUE} without a listener. */
  final long progressOps() {
    return progressOps;
  }

  /** Lets another setup read its trace as this one does. */
  final <T extends TraceSetup<T>> T readAs(T other) {
    TraceSetup<T> setup = other;
    setup.traceReading = traceReading;
    return other;
  }

  /** Opens the trace; the caller closes it. */
  final OpenTrace openTrace() {
    if (traceLender != null) {
      return traceLender.get();
    }
    if (traceSource != null) {
      return TraceReading.open(traceSource, traceName);
    }
    if (traceFile == null) {
      throw new IllegalStateException("no trace was given: call trace(..) before run()");
    }
    return traceReading.open(traceFile);
  }

  /** Opens a trace as this setup reads its own; the caller closes it. */
  final OpenTrace openTrace(Path file) {
    return traceReading.open(file);
  }

  /** The file of the trace, null if a program made it. */
  final @Nullable Path traceFile() {
    return traceFile;
  }

  /** The trace in a message. */
  final String traceShown() {
    return traceFile == null ? traceName : traceFile.toString();
  }

  /** The summary of a trace for a result. */
  static TraceSummary summary(OpenTrace trace, OptionalLong scheduledOps) {
    return new TraceSummary(
        trace.name(),
        trace.sha256(),
        trace.format(),
        trace.source().info(),
        trace.source().tables(),
        trace.source().capabilities(),
        trace.source().countedBursts(),
        scheduledOps);
  }
}
