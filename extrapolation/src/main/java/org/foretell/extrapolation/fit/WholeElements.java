package org.foretell.extrapolation.fit;

import java.util.List;
import org.foretell.extrapolation.grid.Grid;
import org.foretell.extrapolation.law.Law;
import org.foretell.extrapolation.law.Sample;
import org.foretell.trace.OpField;

/**
 * Whether a law of sizes gives whole elements. A mesh that the grids of all traces divide evenly,
 * and that of the target does not, has blocks of several sizes there, of which the traces show
 * nothing; a law of their quotient then gives a part of an element.
 */
final class WholeElements {
  /** The largest element that is looked for: a number of double precision. */
  private static final long LARGEST = 8;

  private WholeElements() {}

  /** Whether a field is a size that consists of elements. */
  static boolean is(OpField field) {
    return switch (field) {
      case BYTES, RECEIVE_BYTES, SEND_BYTES_BY_RANK, RECEIVE_BYTES_BY_RANK -> true;
      default -> false;
    };
  }

  /** The bytes of an element of which all sizes are multiples, at most those of a double. */
  static long of(List<Sample> samples) {
    long all = LARGEST;
    for (Sample sample : samples) {
      all |= sample.value();
    }
    return Long.lowestOneBit(all);
  }

  /** Whether quotients that a law consists of are whole elements in a grid. */
  static boolean hold(Law law, long element, Grid target) {
    return law.scales()
        .filter(scale -> scale.text().contains("/"))
        .map(scale -> scale.candidates().get(0).whole(target))
        .allMatch(size -> size == null || size % element == 0);
  }
}
