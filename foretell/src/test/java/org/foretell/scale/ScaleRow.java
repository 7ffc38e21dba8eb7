package org.foretell.scale;

import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * A published value beside the predicted one.
 *
 * @param nodes of the size
 * @param ranks on them
 * @param published value
 * @param predicted value, in the same unit
 * @param error predicted time over published time, less 1
 * @param perfect the time of an operation if the program scaled perfectly; empty without a given
 *     size
 * @param perfectError that time over the published one, less 1
 * @param isGiven whether this is the size that fixes the time per point
 */
record ScaleRow(
    int nodes,
    int ranks,
    double published,
    double predicted,
    double error,
    Optional<Double> perfect,
    Optional<Double> perfectError,
    boolean isGiven) {

  /** {@return the rows of a series, the given size first} */
  static List<ScaleRow> of(ScaleSeries series, ScaleResult result) {
    List<ScaleSeries.Size> sizes = series.sizes();
    if (!sizes.stream()
        .map(ScaleSeries.Size::nodes)
        .toList()
        .equals(result.sizes().stream().map(ScaleResult.Size::nodes).toList())) {
      throw new IllegalArgumentException(
          "results of "
              + series.name()
              + ": expected those of its "
              + sizes.size()
              + " sizes, found "
              + result.sizes()
              + "; renew them");
    }
    return IntStream.range(0, sizes.size())
        .mapToObj(i -> of(series, sizes.get(i), result.sizes().get(i).seconds()))
        .toList();
  }

  private static ScaleRow of(ScaleSeries series, ScaleSeries.Size size, double seconds) {
    double published = series.figure().seconds(size.value());
    Optional<Double> perfect = series.perfectSeconds(size);
    return new ScaleRow(
        size.nodes(),
        size.ranks(),
        size.value(),
        series.figure().value(seconds),
        seconds / published - 1,
        perfect,
        perfect.map(time -> time / published - 1),
        series.given().filter(size::equals).isPresent());
  }
}
