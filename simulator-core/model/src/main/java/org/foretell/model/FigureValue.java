package org.foretell.model;

import java.math.BigDecimal;
import java.util.Objects;

/** A value of a parameter in base units. */
public sealed interface FigureValue {
  /**
   * A time.
   *
   * @param ps picoseconds
   */
  record Time(long ps) implements FigureValue {
    @Override
    public double number() {
      return ps;
    }

    @Override
    public FigureValue times(double factor) {
      return new Time(Math.round(ps * factor));
    }

    @Override
    public String text() {
      return ValueText.time(ps);
    }
  }

  /**
   * A size.
   *
   * @param bytes {@link Long#MAX_VALUE} for no limit
   */
  record Bytes(long bytes) implements FigureValue {
    @Override
    public double number() {
      return bytes == Long.MAX_VALUE ? Double.POSITIVE_INFINITY : bytes;
    }

    @Override
    public FigureValue times(double factor) {
      return new Bytes(Math.round(bytes * factor));
    }

    @Override
    public String text() {
      return ValueText.bytes(bytes);
    }
  }

  /**
   * A bandwidth.
   *
   * @param bytesPerSecond infinite for no limit
   */
  record BytesPerSecond(double bytesPerSecond) implements FigureValue {
    @Override
    public double number() {
      return bytesPerSecond;
    }

    @Override
    public FigureValue times(double factor) {
      return new BytesPerSecond(bytesPerSecond * factor);
    }

    @Override
    public String text() {
      return ValueText.bytesPerSecond(bytesPerSecond);
    }
  }

  /**
   * A gap per byte.
   *
   * @param psPerByte picoseconds
   */
  record PsPerByte(double psPerByte) implements FigureValue {
    @Override
    public double number() {
      return psPerByte;
    }

    @Override
    public FigureValue times(double factor) {
      return new PsPerByte(psPerByte * factor);
    }

    @Override
    public String text() {
      return ValueText.psPerByte(psPerByte);
    }
  }

  /**
   * A plain number.
   *
   * @param number finite
   */
  record Plain(double number) implements FigureValue {
    @Override
    public FigureValue times(double factor) {
      return new Plain(number * factor);
    }

    @Override
    public String text() {
      return ValueText.decimal(BigDecimal.valueOf(number));
    }
  }

  /**
   * A whole number.
   *
   * @param count how many
   */
  record Count(int count) implements FigureValue {
    @Override
    public double number() {
      return count;
    }

    @Override
    public FigureValue times(double factor) {
      throw new IllegalStateException(count + " is a count, which moves by one");
    }

    @Override
    public String text() {
      return Integer.toString(count);
    }
  }

  /**
   * A keyword: a choice, or a special value of a count.
   *
   * @param word listed in the meaning of the parameter
   */
  record Word(String word) implements FigureValue {
    /** Refuses null. */
    public Word {
      Objects.requireNonNull(word, "word");
    }

    @Override
    public double number() {
      throw new IllegalStateException(word + " is no number");
    }

    @Override
    public FigureValue times(double factor) {
      throw new IllegalStateException(word + " is no number");
    }

    @Override
    public String text() {
      return word;
    }
  }

  /**
   * Factors by size.
   *
   * @param rows as they would be written
   */
  record Table(String rows) implements FigureValue {
    /** Refuses null. */
    public Table {
      Objects.requireNonNull(rows, "rows");
    }

    @Override
    public double number() {
      throw new IllegalStateException(rows + " is no number");
    }

    @Override
    public FigureValue times(double factor) {
      throw new IllegalStateException(rows + " is no number");
    }

    @Override
    public String text() {
      return rows;
    }
  }

  /**
   * {@return the number in base units: picoseconds, bytes, bytes per second, picoseconds per byte,
   * or the plain number; infinite for no limit}
   *
   * @throws IllegalStateException if it is a word or a table
   */
  double number();

  /**
   * {@return the value multiplied by a factor; a time and a size are rounded}
   *
   * @param factor at least 0
   * @throws IllegalStateException if it is a count, a word or a table
   */
  FigureValue times(double factor);

  /** {@return the value as a user would write it; parsing it gives exactly this value} */
  String text();
}
