package org.foretell.cli.shell;

import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarStyle;
import org.foretell.PredictionSetup;
import org.foretell.observe.ProgressListener;
import org.foretell.time.Quantity;
import org.jspecify.annotations.Nullable;

/**
 * A line on the terminal that says how far a long replay is: ops, speed, time left, simulated time;
 * or how many of several replays are done. It appears after a second, so that short runs stay
 * quiet.
 */
public final class ProgressLine implements ProgressListener, AutoCloseable {
  private static final long QUIET_NANOS = 1_000_000_000L;

  /** Set by the launcher when standard error is a terminal. */
  private static final String PROPERTY = "sim.progress";

  private static final long OPERATIONS = 1 << 18;

  private final boolean shown = Boolean.getBoolean(PROPERTY);
  private final long startNanos = System.nanoTime();
  private @Nullable ProgressBar bar;
  private String shownName = "";

  /** Has a prediction tell of its progress, if that is shown. */
  public void follow(PredictionSetup setup) {
    if (shown) {
      setup.progress(this, OPERATIONS).replicationProgress(this::runs);
    }
  }

  @Override
  public void progress(long timePs, long operations, long totalOperations) {
    if (appears()) {
      ProgressBar line = line("replay", totalOperations, " Mops", 1_000_000);
      line.stepTo(operations);
      line.setExtraMessage("simulated " + Quantity.formatTime(timePs));
    }
  }

  /** Tells how many of several runs are done; may be called by any of their threads. */
  public synchronized void runs(long done, long total) {
    if (shown && appears()) {
      line("replications", total, " runs", 1).stepTo(done);
    }
  }

  private boolean appears() {
    return bar != null || System.nanoTime() - startNanos >= QUIET_NANOS;
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
        .showSpeed()
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
