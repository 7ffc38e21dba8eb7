package org.foretell.parsers.liballprof;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.foretell.trace.TraceException;

/** The lines of one file that are calls, field by field between colons. */
final class LineReader implements AutoCloseable {
  /** More than the counts of a million ranks need. */
  private static final int MOST_LINE_BYTES = 1 << 26;

  private static final int MOST_DIGITS = 20;
  private static final int SHOWN = 80;
  private static final int HASH = 31;

  private final Path path;
  private final InputStream in;
  private byte[] buffer = new byte[1 << 18];
  private int filled;
  private int next;
  private boolean isAtEnd;
  private long line;

  /** The line, without its end. */
  private int from;

  private int to;

  /** The field that was entered last. */
  private int fieldFrom;

  private int fieldTo;

  private LineReader(Path path, InputStream in) {
    this.path = path;
    this.in = in;
  }

  /**
   * Opens a file.
   *
   * @throws TraceException if it cannot be opened
   */
  static LineReader open(Path path) {
    try {
      return new LineReader(path, Files.newInputStream(path));
    } catch (IOException e) {
      throw TraceException.reading(path, e);
    }
  }

  @Override
  public void close() {
    try {
      in.close();
    } catch (IOException e) {
      throw TraceException.reading(path, e);
    }
  }

  /**
   * Goes to the next line that is neither empty nor a comment, and enters its first field.
   *
   * @return whether there is one
   */
  boolean nextLine() {
    while (readLine()) {
      if (to > from && buffer[to - 1] == '\r') {
        to--;
      }
      if (to > from && buffer[from] != '#') {
        fieldTo = from - 1;
        nextField();
        return true;
      }
    }
    return false;
  }

  private boolean readLine() {
    int at = next;
    while (true) {
      for (; at < filled; at++) {
        if (buffer[at] == '\n') {
          from = next;
          to = at;
          next = at + 1;
          line++;
          return true;
        }
      }
      if (isAtEnd) {
        from = next;
        to = filled;
        next = filled;
        line++;
        return to > from;
      }
      at -= next;
      more();
      at += next;
    }
  }

  private void more() {
    if (next > 0) {
      System.arraycopy(buffer, next, buffer, 0, filled - next);
      filled -= next;
      next = 0;
    }
    if (filled == buffer.length) {
      if (filled >= MOST_LINE_BYTES) {
        from = 0;
        to = SHOWN;
        line++;
        throw error("a line of at most " + MOST_LINE_BYTES + " bytes", "a longer one");
      }
      buffer = Arrays.copyOf(buffer, 2 * filled);
    }
    try {
      int read = in.read(buffer, filled, buffer.length - filled);
      isAtEnd = read < 0;
      filled += Math.max(0, read);
    } catch (IOException e) {
      throw TraceException.reading(path, e);
    }
  }

  /** Whether the line goes on after the field. */
  boolean hasNextField() {
    return fieldTo < to;
  }

  /** Enters the next field; an empty one after the last. */
  void nextField() {
    fieldFrom = Math.min(fieldTo + 1, to);
    int at = fieldFrom;
    while (at < to && buffer[at] != ':') {
      at++;
    }
    fieldTo = at;
  }

  /** The number of fields of the line that follow. */
  int fieldsLeft() {
    int count = 0;
    for (int at = fieldTo; at < to; at++) {
      count += buffer[at] == ':' ? 1 : 0;
    }
    return count;
  }

  /** The text of the field. */
  String field() {
    return new String(buffer, fieldFrom, fieldTo - fieldFrom, StandardCharsets.UTF_8);
  }

  boolean isField(String text) {
    if (fieldTo - fieldFrom != text.length()) {
      return false;
    }
    for (int i = 0; i < text.length(); i++) {
      if (buffer[fieldFrom + i] != text.charAt(i)) {
        return false;
      }
    }
    return true;
  }

  /** A number by which to look a field up, the same as {@link #hash(String)} of its text. */
  int fieldHash() {
    int hash = 0;
    for (int at = fieldFrom; at < fieldTo; at++) {
      hash = HASH * hash + buffer[at];
    }
    return hash;
  }

  static int hash(String text) {
    int hash = 0;
    for (int i = 0; i < text.length(); i++) {
      hash = HASH * hash + text.charAt(i);
    }
    return hash;
  }

  boolean isEmpty() {
    return fieldFrom >= fieldTo;
  }

  /** A whole number, up to the end of the field or its first comma. Addresses may wrap. */
  long integer(String what) {
    int at = fieldFrom;
    boolean isNegative = at < fieldTo && buffer[at] == '-';
    at += isNegative ? 1 : 0;
    int first = at;
    long value = 0;
    for (; at < fieldTo && isDigit(buffer[at]); at++) {
      value = 10 * value + buffer[at] - '0';
    }
    boolean isWhole = at == fieldTo || buffer[at] == ',';
    if (at == first || at - first > MOST_DIGITS || !isWhole) {
      throw error(what, "'" + field() + "'");
    }
    fieldFrom = at < fieldTo ? at + 1 : at;
    return isNegative ? -value : value;
  }

  /** A whole number of 31 bits and a sign. */
  int number(String what) {
    long value = integer(what);
    if (value != (int) value) {
      throw error(what + " of at most 31 bits", "" + value);
    }
    return (int) value;
  }

  private static boolean isDigit(byte character) {
    return character >= '0' && character <= '9';
  }

  private static int digit(byte character) {
    return character - '0';
  }

  /**
   * A time in microseconds, with at most six digits after the point.
   *
   * @param baseUs whole microseconds that count as 0
   * @return picoseconds since then
   */
  long timePs(long baseUs) {
    int at = fieldFrom;
    long us = 0;
    for (; at < fieldTo && isDigit(buffer[at]); at++) {
      us = 10 * us + digit(buffer[at]);
    }
    boolean isWhole = at > fieldFrom && at - fieldFrom < MOST_DIGITS - 2;
    long ps = 0;
    if (at < fieldTo && buffer[at] == '.') {
      at++;
      int end = Math.min(fieldTo, at + 6);
      int digits = 0;
      for (; at < end && isDigit(buffer[at]); at++) {
        ps = 10 * ps + digit(buffer[at]);
        digits++;
      }
      for (; digits < 6; digits++) {
        ps *= 10;
      }
      while (at < fieldTo && isDigit(buffer[at])) {
        at++;
      }
    }
    long sinceUs = us - baseUs;
    if (!isWhole || at != fieldTo || Math.abs(sinceUs) > Long.MAX_VALUE / 2_000_000) {
      throw error("a time in microseconds", "'" + field() + "'");
    }
    return sinceUs * 1_000_000 + ps;
  }

  /** Whole microseconds of a field that is a time. */
  long wholeUs() {
    int at = fieldFrom;
    long us = 0;
    for (; at < fieldTo && isDigit(buffer[at]) && at - fieldFrom < MOST_DIGITS - 2; at++) {
      us = 10 * us + digit(buffer[at]);
    }
    return us;
  }

  /** The message of a line that holds something else than it must. */
  TraceException error(String expected, String found) {
    return error(expected, found, "the file is damaged or was cut; trace again");
  }

  /** The message of a line that holds something else than it must, and what to do about it. */
  TraceException error(String expected, String found, String advice) {
    String text =
        new String(buffer, from, Math.min(to - from, SHOWN), StandardCharsets.UTF_8)
            .replaceAll("\\p{Cntrl}", "?");
    return new TraceException(
        path
            + ": line "
            + line
            + ": expected "
            + expected
            + ", found "
            + (found.length() > SHOWN ? found.substring(0, SHOWN) + ".." : found)
                .replaceAll("\\p{Cntrl}", "?")
            + " in '"
            + text
            + (to - from > SHOWN ? ".." : "")
            + "'; "
            + advice);
  }
}
