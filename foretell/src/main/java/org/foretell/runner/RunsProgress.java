package org.foretell.runner;

import java.time.Duration;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;

/**
 * The progress of the runs requested since the runner was last idle.
 *
 * @param done completed runs, including those whose outcome was already known
 * @param planned runs requested so far; a question may request more
 * @param elapsed since the first request
 */
public record RunsProgress(long done, long planned, Duration elapsed) {
  private static final double NANOS_PER_SECOND = 1e9;
  private static final double MOST_SECONDS = 1e12;

  /** Checks that the duration is not null. */
  public RunsProgress {
    Objects.requireNonNull(elapsed, "elapsed");
  }

  /** {@return runs per second so far; 0 before the first one ends} */
  public double perSecond() {
    long nanos = elapsed.toNanos();
    return nanos == 0 ? 0 : done * NANOS_PER_SECOND / nanos;
  }

  /** {@return how long the remaining runs take at this rate; empty before the first one ends} */
  public Optional<Duration> left() {
    if (done == 0) {
      return Optional.empty();
    }
    double seconds = elapsed.toNanos() / NANOS_PER_SECOND / done * Math.max(0, planned - done);
    return Optional.of(
        Duration.ofNanos(Math.round(Math.min(MOST_SECONDS, seconds) * 1e3) * 1_000_000));
  }

  /** {@return a line: {@code 1,200 of 10,000 runs, 12 s, 100 a second, 88 s left}} */
  public String text() {
    String counts = String.format(Locale.ROOT, "%,d of %,d runs, ", done, planned);
    String soFar = counts + shown(elapsed);
    return left()
        .map(
            rest ->
                soFar
                    + String.format(Locale.ROOT, ", %.3g a second, ", perSecond())
                    + shown(rest)
                    + " left")
        .orElse(soFar);
  }

  private static String shown(Duration time) {
    long seconds = time.plusMillis(500).toSeconds();
    if (seconds < 120) {
      return seconds + " s";
    }
    return seconds < 7200 ? (seconds + 30) / 60 + " min" : (seconds + 1800) / 3600 + " h";
  }
}
