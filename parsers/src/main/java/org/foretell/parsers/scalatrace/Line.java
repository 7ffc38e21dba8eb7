package org.foretell.parsers.scalatrace;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Arrays;
import org.foretell.trace.TraceException;

/**
 * A line of which fields are taken from left to right. Numbers are signed and have 32 bits, as in
 * ScalaTrace.
 */
final class Line {
  private static final int MAX_QUOTED = 80;

  /** Times up to 10^9 seconds, so that sums of millions of them stay in range. */
  private static final int MAX_DIGITS = 19;

  private final String file;
  private final int number;
  private final String text;
  private int at;

  /**
   * @param number from 1
   * @param text without the end of the line
   */
  Line(String file, int number, String text) {
    this.file = file;
    this.number = number;
    this.text = text;
  }

  int number() {
    return number;
  }

  boolean isEmpty() {
    return text.isEmpty();
  }

  boolean startsWith(String prefix) {
    return text.startsWith(prefix);
  }

  boolean contains(char character) {
    return text.indexOf(character) >= 0;
  }

  /** Whether the rest of the line, after blanks, begins with a text. */
  boolean sees(String word) {
    passBlanks();
    return text.startsWith(word, at);
  }

  /** Whether there is more than blanks left. */
  boolean hasMore() {
    passBlanks();
    return at < text.length();
  }

  /** Takes a text, which has to stand there. */
  void take(String word) {
    if (!sees(word)) {
      throw expected("'" + word.strip() + "'");
    }
    at += word.length();
  }

  /** Checks that nothing is left. */
  void end() {
    if (hasMore()) {
      throw expected("the end of the line");
    }
  }

  /** A word up to the next blank. */
  String word(String what) {
    passBlanks();
    int end = at;
    while (end < text.length() && text.charAt(end) != ' ') {
      end++;
    }
    if (end == at) {
      throw expected(what);
    }
    String word = text.substring(at, end);
    at = end;
    return word;
  }

  /** A decimal number of 32 bits. */
  int integer(String what) {
    return integer(what, 10, Integer.MIN_VALUE, Integer.MAX_VALUE);
  }

  /** A number of 32 bits within limits. */
  int integer(String what, int radix, int least, int most) {
    passBlanks();
    int start = at;
    int end = at < text.length() && text.charAt(at) == '-' ? at + 1 : at;
    while (end < text.length() && Character.digit(text.charAt(end), radix) >= 0) {
      end++;
    }
    try {
      int value = Integer.parseInt(text, start, end, radix);
      if (value >= least && value <= most) {
        at = end;
        return value;
      }
    } catch (NumberFormatException notANumber) {
      // Told below, like a number out of range.
    }
    throw expected(what + ", " + least + " to " + most);
  }

  /** All numbers up to something that is none. */
  int[] integers(String what) {
    IntArrayList numbers = new IntArrayList();
    while (hasMore() && (text.charAt(at) == '-' || Character.digit(text.charAt(at), 10) >= 0)) {
      numbers.add(integer(what));
    }
    if (numbers.isEmpty()) {
      throw expected(what);
    }
    return numbers.toIntArray();
  }

  /** A decimal number of at least 0 times a unit, rounded. */
  long decimal(String what, BigDecimal unit) {
    passBlanks();
    int end = at;
    while (end < text.length() && ".0123456789".indexOf(text.charAt(end)) >= 0) {
      end++;
    }
    try {
      if (end - at <= MAX_DIGITS) {
        long value =
            new BigDecimal(text.substring(at, end))
                .multiply(unit)
                .setScale(0, RoundingMode.HALF_UP)
                .longValueExact();
        at = end;
        return value;
      }
    } catch (ArithmeticException | NumberFormatException notANumber) {
      // Told below, like a number that is too long.
    }
    throw expected(what + ", a decimal number of at least 0 that is not beyond 100 days");
  }

  private void passBlanks() {
    while (at < text.length() && text.charAt(at) == ' ') {
      at++;
    }
  }

  /** What is wrong with what comes next. */
  TraceException expected(String what) {
    passBlanks();
    String found = at < text.length() ? "'" + shortened(text.substring(at)) + "'" : "nothing more";
    return error("expected " + what + ", found " + found + " in '" + shortened(text) + "'");
  }

  /** Something that is wrong with this line. */
  TraceException error(String message) {
    return new TraceException(file + ":" + number + ": " + message);
  }

  private static String shortened(String text) {
    char[] shown = text.substring(0, Math.min(text.length(), MAX_QUOTED)).toCharArray();
    for (int i = 0; i < shown.length; i++) {
      shown[i] = shown[i] < ' ' || (shown[i] >= 0x7f && shown[i] < 0xa0) ? '?' : shown[i];
    }
    return new String(shown) + (text.length() > MAX_QUOTED ? "..." : "");
  }

  /** The same vector cut to its smallest period. */
  static long[] smallestPeriod(long[] cycle) {
    for (int period = 1; period <= cycle.length / 2; period++) {
      if (cycle.length % period == 0
          && Arrays.equals(cycle, period, cycle.length, cycle, 0, cycle.length - period)) {
        return Arrays.copyOf(cycle, period);
      }
    }
    return cycle;
  }
}
