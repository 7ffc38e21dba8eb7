package org.foretell.scale;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The predictions of a series.
 *
 * @param name of the series
 * @param pointPs computation for a point and step, as fixed by the given size; null if nothing is
 *     computed
 * @param sizes in the order of the series, the given one first
 */
record ScaleResult(String name, @Nullable Double pointPs, List<Size> sizes) {
  /**
   * A prediction.
   *
   * @param nodes of the size
   * @param seconds predicted for an operation
   */
  record Size(int nodes, double seconds) {}
}
