package org.foretell.cli;

import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarStyle;
import org.foretell.engine.ProgressListener;
import org.foretell.time.Quantity;
import org.jspecify.annotations.Nullable;

/**
 * A line on the terminal that says how far a long replay is: ops, speed, time left, simulated time.
 * It appears after a second, so that short runs stay quiet.
 */
final class ProgressLine implements ProgressListener, AutoCloseable {
  private static final long QUIET_NANOS = 1_000_000_000L;

  private final long startNanos = System.nanoTime();
  private @Nullable ProgressBar bar;

  @Override
  public void progress(long timePs, long operations, long totalOperations) {
    ProgressBar line = bar;
    if (line == null) {
      if (System.nanoTime() - startNanos < QUIET_NANOS) {
        return;
      }
      line = open(totalOperations);
      bar = line;
    }
    line.stepTo(operations);
    line.setExtraMessage("simulated " + Quantity.formatTime(timePs));
  }

  private static ProgressBar open(long totalOperations) {
    return new ProgressBarBuilder()
        .setTaskName("replay")
        .setInitialMax(totalOperations)
        .setUnit(" Mops", 1_000_000)
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
