package org.foretell.scale;

import java.util.Locale;

/** What a publication states for each size of a series. */
sealed interface PublishedFigure {
  /** {@return the unit, as the publication has it} */
  String unit();

  /**
   * {@return how long an operation takes}
   *
   * @param value in the unit, above 0
   */
  double seconds(double value);

  /**
   * {@return the value in the unit}
   *
   * @param seconds of an operation, above 0
   */
  double value(double seconds);

  /** The time of an operation. */
  enum Time implements PublishedFigure {
    /** Seconds. */
    S(1),
    /** Milliseconds. */
    MS(1e-3),
    /** Microseconds. */
    US(1e-6);

    private final double unitSeconds;

    Time(double unitSeconds) {
      this.unitSeconds = unitSeconds;
    }

    @Override
    public String unit() {
      return name().toLowerCase(Locale.ROOT);
    }

    @Override
    public double seconds(double value) {
      return value * unitSeconds;
    }

    @Override
    public double value(double seconds) {
      return seconds / unitSeconds;
    }
  }

  /**
   * Work per second.
   *
   * @param unit like {@code GF/s per node}
   * @param work of an operation, in that unit times seconds; above 0
   */
  record Rate(String unit, double work) implements PublishedFigure {
    @Override
    public double seconds(double value) {
      return work / value;
    }

    @Override
    public double value(double seconds) {
      return work / seconds;
    }
  }
}
