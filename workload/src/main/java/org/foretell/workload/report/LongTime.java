package org.foretell.workload.report;

import java.util.Locale;
import org.foretell.time.Ps;
import org.foretell.time.Quantity;

/** Times of queues as text: from seconds to days. */
public final class LongTime {
  private static final int MINUTE = 60;
  private static final int HOUR = 3600;
  private static final int DAY = 86_400;

  private LongTime() {}

  /**
   * {@return a time with two or three digits that matter, {@code "2 h 05 min"}}
   *
   * @param seconds at least 0
   */
  public static String text(double seconds) {
    if (seconds < MINUTE) {
      return seconds == 0 ? "0 s" : Quantity.formatTime(Math.round(seconds * Ps.PER_SECOND));
    }
    long whole = Math.round(seconds);
    if (whole < HOUR) {
      return String.format(Locale.ROOT, "%d min %02d s", whole / MINUTE, whole % MINUTE);
    }
    if (whole < 3L * DAY) {
      return String.format(Locale.ROOT, "%d h %02d min", whole / HOUR, whole % HOUR / MINUTE);
    }
    return String.format(Locale.ROOT, "%.1f days", seconds / DAY);
  }
}
