package org.foretell.machines.dimemas;

import java.math.BigDecimal;
import java.util.List;
import java.util.OptionalLong;
import org.foretell.machines.findings.Findings;
import org.foretell.machines.findings.Shown;
import org.foretell.time.Ps;
import org.foretell.time.TimeOverflowException;
import org.jspecify.annotations.Nullable;

/**
 * A record of a configuration of Dimemas, read value by value. What is wrong goes to the findings;
 * the reader then goes on with a harmless value.
 */
final class CfgRecord {
  private static final double BYTES_PER_MB = 1 << 20;
  private static final int LONGEST_NUMBER = 64;

  /**
   * A value.
   *
   * @param text the word, or the count that stands before a list
   * @param list elements of a list, null for a word
   */
  record Value(String text, @Nullable List<String> list, int line, int column) {
    static Value word(String text, int line, int column) {
      return new Value(text, null, line, column);
    }
  }

  private final String name;
  private final int line;
  private final int column;
  private final List<Value> values;
  private final Findings findings;
  private int next;

  CfgRecord(String name, int line, int column, List<Value> values, Findings findings) {
    this.name = name;
    this.line = line;
    this.column = column;
    this.values = List.copyOf(values);
    this.findings = findings;
  }

  String name() {
    return name;
  }

  int size() {
    return values.size();
  }

  /** Reports a number of values that is not allowed. */
  boolean has(int least, int most) {
    if (size() >= least && size() <= most) {
      return true;
    }
    wrong(
        size() + " values", least == most ? least + " values" : least + " or " + most + " values");
    return false;
  }

  /** Reports something about the record as a whole. */
  void wrong(String found, String allowed) {
    findings.add(name, line, column, found, allowed);
  }

  private Value take() {
    return values.get(next++);
  }

  private void wrong(Value value, String what, String allowed) {
    String found = value.list() == null ? Shown.quoted(value.text()) : "a list";
    findings.add(name + ", " + what, value.line(), value.column(), found, allowed);
  }

  /** Passes over a value. */
  void skip() {
    next++;
  }

  String text() {
    return take().text();
  }

  /** Whether the next value is a whole number. */
  boolean nextIsNumber() {
    return values.get(next).text().matches("[+-]?\\d+");
  }

  /** A whole number; {@code least} if it is wrong. */
  long whole(String what, long least, long most) {
    Value value = take();
    OptionalLong number =
        value.list() == null ? wholeNumber(value.text(), least, most) : OptionalLong.empty();
    if (number.isEmpty()) {
      wrong(value, what, "a whole number from " + least + " to " + most);
    }
    return number.orElse(least);
  }

  int count(String what, int least, int most) {
    return (int) whole(what, least, most);
  }

  static OptionalLong wholeNumber(String text, long least, long most) {
    if (!text.matches("[+-]?\\d{1,18}")) {
      return OptionalLong.empty();
    }
    long number = Long.parseLong(text);
    return number >= least && number <= most ? OptionalLong.of(number) : OptionalLong.empty();
  }

  /** Seconds; Dimemas takes less than a nanosecond as no time. */
  long timePs(String what) {
    Value value = take();
    OptionalLong time = value.list() == null ? secondsPs(value.text()) : OptionalLong.empty();
    if (time.isEmpty()) {
      wrong(value, what, "a time in seconds of at least 0, like 0.00001");
    }
    return time.orElse(0);
  }

  static OptionalLong secondsPs(String text) {
    double seconds = decimal(text);
    if (!(seconds >= 0)) {
      return OptionalLong.empty();
    }
    try {
      long ps = Ps.fromSeconds(seconds);
      return OptionalLong.of(ps < Ps.PER_NANOSECOND ? 0 : ps);
    } catch (TimeOverflowException tooLong) {
      return OptionalLong.empty();
    }
  }

  /** MB/s of 2^20 bytes as bytes per second; 0 takes no time per byte. */
  double bytesPerSecond(String what) {
    double megabytes = number(what, 0, 1e12, "MB/s of at least 0 (0 for no time per byte)");
    return megabytes == 0 ? Double.POSITIVE_INFINITY : megabytes * BYTES_PER_MB;
  }

  double number(String what, double least, double most, String allowed) {
    Value value = take();
    double number = value.list() == null ? decimal(value.text()) : Double.NaN;
    if (!(number >= least && number <= most)) {
      wrong(value, what, allowed);
      return least;
    }
    return number;
  }

  /** A number, NaN when it is none. */
  static double decimal(String text) {
    if (text.length() > LONGEST_NUMBER
        || !text.matches("[+-]?(\\d+\\.?\\d*|\\.\\d+)([eE][+-]?\\d{1,3})?")) {
      return Double.NaN;
    }
    return new BigDecimal(text).doubleValue();
  }

  /** One of several values, by number from 1. */
  <T> T choice(String what, List<T> choices) {
    Value value = take();
    OptionalLong number = wholeNumber(value.text(), 1, choices.size());
    if (number.isEmpty()) {
      wrong(value, what, "a whole number from 1 to " + choices.size());
    }
    return choices.get((int) number.orElse(1) - 1);
  }

  /** One of several words, which may stand in quotes. */
  String word(String what, List<String> words) {
    Value value = take();
    String word = value.text().replace("'", "");
    if (value.list() != null || !words.contains(word)) {
      wrong(value, what, String.join(" or ", words));
      return words.get(0);
    }
    return word;
  }

  /** A list of whole numbers, {@code [n] {..}} with as many as {@code n} says. */
  List<Long> list(String what, long least, long most) {
    Value value = take();
    List<String> elements = value.list();
    String allowed = "[n] {number, ..} with n whole numbers from " + least + " to " + most;
    if (elements == null
        || wholeNumber(value.text(), 0, Integer.MAX_VALUE).orElse(-1) != elements.size()
        || elements.stream().anyMatch(text -> wholeNumber(text, least, most).isEmpty())) {
      wrong(value, what, allowed);
      return List.of();
    }
    return elements.stream().map(text -> wholeNumber(text, least, most).orElseThrow()).toList();
  }
}
