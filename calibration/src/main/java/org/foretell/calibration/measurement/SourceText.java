package org.foretell.calibration.measurement;

import java.util.Locale;

/** The lines of a file, and the errors for wrong ones. */
final class SourceText {
  private static final double PS_PER_US = 1e6;
  private static final int MOST_SHOWN = 60;

  private final String source;
  private final String[] lines;

  SourceText(String source, String text) {
    this.source = source;
    this.lines = text.split("\\R", -1);
  }

  String source() {
    return source;
  }

  int lines() {
    return lines.length;
  }

  /** The line with an index from 0, without blanks around it. */
  String line(int index) {
    return lines[index].strip();
  }

  MeasurementException wrong(int index, String expected, String found) {
    return new MeasurementException(
        String.format(
            Locale.US,
            "%s, line %d: expected %s, found \"%s\"",
            source,
            index + 1,
            expected,
            shown(found)));
  }

  private static String shown(String text) {
    String printable = text.replaceAll("\\p{Cntrl}", "?");
    return printable.length() <= MOST_SHOWN ? printable : printable.substring(0, MOST_SHOWN) + "..";
  }

  long bytes(int index, String word) {
    long bytes;
    try {
      bytes = Long.parseLong(word);
    } catch (NumberFormatException e) {
      bytes = -1;
    }
    if (bytes < 0) {
      throw wrong(index, "a size in bytes", word);
    }
    return bytes;
  }

  /** A number above 0. */
  double positive(int index, String word, String what) {
    double value;
    try {
      value = Double.parseDouble(word);
    } catch (NumberFormatException e) {
      value = 0;
    }
    if (!(value > 0) || Double.isInfinite(value)) {
      throw wrong(index, what + ", a number above 0", word);
    }
    return value;
  }

  /** A time in microseconds. */
  Sample time(int index, long bytes, String word) {
    return sample(index, bytes, positive(index, word, "microseconds") * PS_PER_US, word);
  }

  /** A sample of a time that was computed from a word. */
  Sample sample(int index, long bytes, double ps, String word) {
    if (!(ps >= 0.5 && ps < 1e18)) {
      throw wrong(index, "a value that gives a time from 1 ps to 10 days", word);
    }
    return new Sample(bytes, Math.round(ps));
  }
}
