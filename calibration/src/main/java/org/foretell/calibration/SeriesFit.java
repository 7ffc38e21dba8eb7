package org.foretell.calibration;

import java.util.Locale;
import java.util.stream.Collectors;
import org.foretell.calibration.fit.PiecewiseFit;
import org.foretell.calibration.fit.Segment;
import org.foretell.calibration.measurement.Series;
import org.foretell.time.Quantity;

/**
 * The measurements of one kind of op, and their fit.
 *
 * @param way which way its messages went
 * @param series all measurements of that kind
 * @param fit of their times to sizes
 */
public record SeriesFit(Way way, Series series, PiecewiseFit fit) {
  private static final double PS_PER_SECOND = 1e12;

  /** Returns what was measured, and each segment: its sizes, its latency and its bandwidth. */
  String inWords() {
    return String.format(
        Locale.US,
        "%s%s, %s: %s",
        series.metric().title(),
        series.ranks().isPresent() ? " of " + series.ranks().getAsInt() + " ranks" : "",
        way == Way.INTRA ? "within a node" : "between nodes",
        fit.segments().stream().map(SeriesFit::inWords).collect(Collectors.joining("; ")));
  }

  private static String inWords(Segment segment) {
    return String.format(
        Locale.US,
        "from %d to %d bytes %s%s",
        segment.fromBytes(),
        segment.toBytes(),
        Quantity.formatTime(Math.round(segment.latencyPs())),
        segment.psPerByte() > 0
            ? " and " + Quantity.formatBytesPerSecond(PS_PER_SECOND / segment.psPerByte())
            : "");
  }
}
