package org.foretell.cli.shell;

import java.io.PrintWriter;
import java.util.Locale;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarStyle;
import org.foretell.EnergySetup;
import org.foretell.JobsSetup;
import org.foretell.PredictionSetup;
import org.foretell.TraceSetup;
import org.foretell.observe.ProgressListener;
import org.foretell.time.Quantity;
import org.jspecify.annotations.Nullable;

/**
 * A line on the terminal that says how far a long job is: ops, speed, time left, simulated time; or
 * how many of several replays are done. It appears after a moment, so that short runs stay quiet.
 * Of a job that will take minutes it says so once, on a terminal or not.
 */
public final class ProgressLine implements ProgressListener, AutoCloseable {
  private static final double QUIET_SECONDS = 0.5;

  /** After which the speed is known well enough to say how long the rest takes. */
  private static final double ESTIMATE_SECONDS = 1;

  /** A job that takes less than that is not announced. */
  private static final double LONG_SECONDS = 120;

  /** A job that takes longer is none that anybody means: a hundred years. */
  private static final double LONGEST_SECONDS = 100 * 365.25 * 86_400;

  /** Set by the launcher when standard error is a terminal. */
  private static final String PROPERTY = "sim.progress";

  private static final long OPERATIONS = 1 << 18;
  private static final long NONE = -1;

  private final boolean shown = Boolean.getBoolean(PROPERTY);
  private final PrintWriter err;
  private long startNanos = System.nanoTime();

  /**
   * What had been replayed then: reading the trace, which comes before, is no part of the speed.
   */
  private long startOperations = NONE;

  private long lastOperations;
  private boolean announced;
  private @Nullable ProgressBar bar;
  private String shownName = "";

  /**
   * Of a job that begins now.
   *
   * @param err where a long job is announced
   */
  public ProgressLine(PrintWriter err) {
    this.err = err;
  }

  /** Shows the progress of a job. */
  public void follow(TraceSetup<?> setup) {
    setup.progress(this, OPERATIONS);
  }

  /** Shows the progress of a prediction, or of its replications if there are any. */
  public void follow(PredictionSetup setup) {
    setup.progress(this, OPERATIONS);
    if (shown) {
      setup
          .replicationProgress((done, total) -> runs("replications", done, total))
          .intervalProgress((done, total) -> runs("interval", done, total));
    }
  }

  /** Shows how many replays of several jobs are done. */
  public void follow(JobsSetup setup) {
    if (shown) {
      setup.runsProgress((done, total) -> runs("replays", done, total));
    }
  }

  /** Shows the progress of a run, and how many replays with slower clocks are done. */
  public void follow(EnergySetup setup) {
    setup.progress(this, OPERATIONS);
    if (shown) {
      setup.replayProgress((done, total) -> runs("slower clocks", done, total));
    }
  }

  @Override
  public void progress(long timePs, long operations, long totalOperations) {
    if (startOperations == NONE || operations < lastOperations) {
      // The first of the only pass over the trace, or of the next one.
      startNanos = System.nanoTime();
      startOperations = operations;
    }
    lastOperations = operations;
    double seconds = seconds();
    double perSecond = (operations - startOperations) / seconds;
    announce(seconds, operations, totalOperations, perSecond);
    if (shown && (bar != null || seconds >= QUIET_SECONDS)) {
      ProgressBar line =
          line(timePs == 0 ? "count" : "replay", totalOperations, " Mops", 1_000_000);
      line.stepTo(operations);
      line.setExtraMessage(
          String.format(Locale.US, " %.1f Mops/s", perSecond / 1e6)
              + (timePs == 0 ? "" : ", simulated " + Quantity.formatTime(timePs)));
    }
  }

  private double seconds() {
    return Math.max(1e-9, (System.nanoTime() - startNanos) / 1e9);
  }

  private void announce(double seconds, long operations, long totalOperations, double perSecond) {
    if (announced || seconds < ESTIMATE_SECONDS || totalOperations <= operations) {
      return;
    }
    announced = true;
    double all = totalOperations / perSecond;
    if (all >= LONG_SECONDS) {
      err.printf(
          Locale.US,
          "note: %,d ops; at the speed so far, %.1f Mops/s, they take %s%s%n",
          totalOperations,
          perSecond / 1e6,
          duration(all),
          all < LONGEST_SECONDS
              ? ""
              : ", which is too long to wait for: check the counts of repeats");
      err.flush();
    }
  }

  /** A long time in the unit that people would use. */
  static String duration(double seconds) {
    if (seconds < 3 * 3600) {
      return String.format(Locale.US, "%.0f minutes", seconds / 60);
    }
    if (seconds < 3 * 86_400) {
      return String.format(Locale.US, "%.0f hours", seconds / 3600);
    }
    return seconds < 3 * 365.25 * 86_400
        ? String.format(Locale.US, "%.0f days", seconds / 86_400)
        : String.format(Locale.US, "%,.0f years", seconds / (365.25 * 86_400));
  }

  /** Shows how many of several runs are done; any of their threads may call it. */
  public synchronized void runs(String name, long done, long total) {
    if (shown && (bar != null || seconds() >= QUIET_SECONDS)) {
      line(name, total, " runs", 1).maxHint(total).stepTo(done);
    }
  }

  private ProgressBar line(String name, long total, String unit, long unitSize) {
    ProgressBar line = bar;
    if (line == null || !shownName.equals(name)) {
      close();
      line = open(name, total, unit, unitSize);
      bar = line;
      shownName = name;
    }
    return line;
  }

  private static ProgressBar open(String name, long total, String unit, long unitSize) {
    return new ProgressBarBuilder()
        .setTaskName(name)
        .setInitialMax(total)
        .setUnit(unit, unitSize)
        .setStyle(ProgressBarStyle.ASCII)
        .setUpdateIntervalMillis(250)
        .clearDisplayOnFinish()
        .build();
  }

  @Override
  public void close() {
    if (bar != null) {
      bar.close();
    }
  }
}
