package org.foretell.parsers.chakra;

import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Supplier;
import org.foretell.time.Ps;
import org.foretell.time.TimeOverflowException;
import org.foretell.trace.TraceException;

/** How long operations compute: as recorded, or by their number of operations and a speed. */
final class OperationTimes {
  private final OptionalDouble flopsPerSecond;
  private long derived;

  OperationTimes(OptionalDouble flopsPerSecond) {
    this.flopsPerSecond = flopsPerSecond;
  }

  /**
   * How long a node computes, in picoseconds.
   *
   * @param place of the node, for messages
   * @throws TraceException if neither a duration nor a speed is known, or it takes too long
   */
  long durationPs(Node node, Supplier<String> place) {
    if (node.durationMicros < 0 || node.durationMicros > Ps.MAX / Ps.PER_MICROSECOND) {
      throw new TraceException(
          place.get()
              + ": expected a duration of at most "
              + Ps.MAX / Ps.PER_MICROSECOND
              + " microseconds, found "
              + Long.toUnsignedString(node.durationMicros)
              + "; the file is damaged");
    }
    if (node.durationMicros > 0 || node.operations <= 0) {
      return node.durationMicros * Ps.PER_MICROSECOND;
    }
    if (flopsPerSecond.isEmpty()) {
      throw new TraceException(
          place.get()
              + ": expected a duration, found only a number of operations ("
              + node.operations
              + "); state with --base-flops how many of them the traced machine does in a second");
    }
    derived++;
    try {
      return Ps.round(node.operations / flopsPerSecond.getAsDouble() * Ps.PER_SECOND);
    } catch (TimeOverflowException tooLong) {
      throw new TraceException(
          place.get() + ": " + node.operations + " operations take too long; raise --base-flops",
          tooLong);
    }
  }

  /** Adds what another one has learned, which then knows nothing. */
  void takeAll(OperationTimes other) {
    derived += other.derived;
    other.derived = 0;
  }

  /** What the user should know about them. */
  Optional<String> note() {
    return derived == 0
        ? Optional.empty()
        : Optional.of(
            String.format(
                Locale.ROOT,
                "%d nodes have no duration; they take their number of operations at %.3g per second"
                    + " (--base-flops), whatever memory they move",
                derived,
                flopsPerSecond.orElse(0)));
  }
}
