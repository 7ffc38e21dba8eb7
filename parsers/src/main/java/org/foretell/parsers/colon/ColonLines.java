package org.foretell.parsers.colon;

import java.io.IOException;
import java.io.InputStream;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.foretell.time.Ps;
import org.foretell.trace.TraceException;

/**
 * Reads lines and their fields, which colons separate, without making objects of them. Empty lines
 * are passed over; a last line without a newline counts. Not thread safe.
 */
public final class ColonLines {
  private static final int FIRST_CAPACITY = 1 << 16;

  /** Room for a header, or a communicator, of the most tasks that a trace may have. */
  private static final int MAX_LINE_BYTES = 1 << 28;

  private static final int MAX_NUMBER_BYTES = 64;
  private static final int MAX_QUOTED = 80;

  /** A number of so many digits fits a long, with room to spare. */
  private static final int SAFE_DIGITS = 18;

  private static final int PS_DIGITS = 12;
  private static final long[] POWERS_OF_TEN = new long[SAFE_DIGITS + 1];

  static {
    POWERS_OF_TEN[0] = 1;
    for (int i = 1; i < POWERS_OF_TEN.length; i++) {
      POWERS_OF_TEN[i] = 10 * POWERS_OF_TEN[i - 1];
    }
  }

  private final InputStream in;
  private final String file;
  private final String format;

  private byte[] buffer = new byte[FIRST_CAPACITY];
  private long bufferOffset;
  private int limit;
  private int nextLine;
  private int lineStart;
  private int lineEnd;
  private int at;
  private long lineNumber;

  /**
   * Stands before the first line.
   *
   * @param in the text; not closed
   * @param file name for messages
   * @param format what the text should be, for messages, with article
   */
  public ColonLines(InputStream in, String file, String format) {
    this.in = in;
    this.file = file;
    this.format = format;
  }

  /**
   * {@return whether there is a next line that is not empty; goes to it}
   *
   * @throws TraceException if the file cannot be read, or a line is too long
   */
  public boolean next() {
    while (true) {
      int end = nextLine;
      while (true) {
        while (end < limit && buffer[end] != '\n') {
          end++;
        }
        if (end < limit) {
          break;
        }
        int scanned = end - nextLine;
        boolean more = fill();
        end = nextLine + scanned;
        if (!more) {
          if (scanned == 0) {
            return false;
          }
          break;
        }
      }
      lineStart = nextLine;
      lineEnd = end > lineStart && buffer[end - 1] == '\r' ? end - 1 : end;
      nextLine = Math.min(end + 1, limit);
      lineNumber++;
      at = lineStart;
      if (lineEnd > lineStart) {
        return true;
      }
    }
  }

  private boolean fill() {
    if (nextLine > 0) {
      System.arraycopy(buffer, nextLine, buffer, 0, limit - nextLine);
      bufferOffset += nextLine;
      limit -= nextLine;
      nextLine = 0;
    }
    if (limit == buffer.length) {
      if (limit >= MAX_LINE_BYTES) {
        lineNumber++;
        throw error(
            "expected a line of at most "
                + MAX_LINE_BYTES
                + " bytes, found a longer one; this is not "
                + format
                + ", or it is damaged");
      }
      buffer = Arrays.copyOf(buffer, limit * 2);
    }
    try {
      int count = in.read(buffer, limit, buffer.length - limit);
      if (count <= 0) {
        return false;
      }
      limit += count;
      return true;
    } catch (IOException e) {
      throw new TraceException(file + ": cannot read: " + e.getMessage(), e);
    }
  }

  /** {@return the number of the line in the file, from 1} */
  public long number() {
    return lineNumber;
  }

  /** {@return the offset of the line's first byte in the file} */
  public long offset() {
    return bufferOffset + lineStart;
  }

  /** {@return the byte with which the line starts} */
  public char first() {
    return (char) (buffer[lineStart] & 0xFF);
  }

  /**
   * {@return whether the line starts with a text}
   *
   * @param prefix of ASCII characters
   */
  public boolean startsWith(String prefix) {
    byte[] bytes = prefix.getBytes(StandardCharsets.US_ASCII);
    return lineEnd - lineStart >= bytes.length
        && Arrays.equals(buffer, lineStart, lineStart + bytes.length, bytes, 0, bytes.length);
  }

  /** {@return the whole line} */
  public String text() {
    return new String(buffer, lineStart, lineEnd - lineStart, StandardCharsets.UTF_8);
  }

  /** {@return whether there are fields left} */
  public boolean hasField() {
    return at < lineEnd;
  }

  /** {@return how many fields are left} */
  public int fieldsLeft() {
    if (at >= lineEnd) {
      return 0;
    }
    int fields = 1;
    for (int i = at; i < lineEnd; i++) {
      fields += buffer[i] == ':' ? 1 : 0;
    }
    return fields;
  }

  /** Passes over a field. */
  public void skip() {
    at = Math.min(fieldEnd() + 1, lineEnd);
  }

  private int fieldEnd() {
    int end = at;
    while (end < lineEnd && buffer[end] != ':') {
      end++;
    }
    return end;
  }

  /**
   * {@return the next field, a whole number}
   *
   * @param what for messages, with article
   * @param least of it
   * @param most of it
   * @throws TraceException if it is something else
   */
  public long integer(String what, long least, long most) {
    int end = fieldEnd();
    int i = at;
    boolean negative = i < end && buffer[i] == '-';
    i += negative ? 1 : 0;
    boolean isNumber = i < end && end - i <= MAX_NUMBER_BYTES;
    long value = 0;
    for (; i < end && isNumber; i++) {
      int digit = buffer[i] - '0';
      isNumber = digit >= 0 && digit <= 9 && value <= (Long.MAX_VALUE - 9) / 10;
      value = 10 * value + digit;
    }
    value = negative ? -value : value;
    if (!isNumber || value < least || value > most) {
      throw expected(what + ", " + least + " to " + most);
    }
    at = Math.min(end + 1, lineEnd);
    return value;
  }

  /**
   * {@return the next field, a time in seconds, rounded to picoseconds}
   *
   * @param what for messages, with article
   * @throws TraceException if it is something else
   */
  public long seconds(String what) {
    int end = fieldEnd();
    long mantissa = 0;
    int digits = 0;
    int decimals = -1;
    boolean plain = end > at;
    for (int i = at; i < end && plain; i++) {
      byte b = buffer[i];
      if (b == '.') {
        plain = decimals < 0;
        decimals = 0;
      } else {
        plain = b >= '0' && b <= '9' && digits < SAFE_DIGITS;
        mantissa = 10 * mantissa + (b - '0');
        digits += mantissa == 0 ? 0 : 1;
        decimals += decimals < 0 ? 0 : 1;
      }
    }
    decimals = Math.max(decimals, 0);
    long ps;
    if (plain && end - at > 1 && decimals <= PS_DIGITS && fits(mantissa, PS_DIGITS - decimals)) {
      ps = mantissa * POWERS_OF_TEN[PS_DIGITS - decimals];
    } else {
      ps = exactSeconds(what, end);
    }
    at = Math.min(end + 1, lineEnd);
    return ps;
  }

  private static boolean fits(long mantissa, int power) {
    return mantissa <= Ps.MAX / POWERS_OF_TEN[power];
  }

  private long exactSeconds(String what, int end) {
    try {
      if (end - at > MAX_NUMBER_BYTES) {
        throw new NumberFormatException();
      }
      BigDecimal seconds =
          new BigDecimal(new String(buffer, at, end - at, StandardCharsets.ISO_8859_1));
      // Far exponents are told apart before anything makes all their digits.
      if (seconds.signum() > 0 && seconds.precision() - (long) seconds.scale() < -PS_DIGITS) {
        return 0;
      }
      if (seconds.signum() >= 0 && seconds.precision() - (long) seconds.scale() < SAFE_DIGITS) {
        return seconds.movePointRight(PS_DIGITS).setScale(0, RoundingMode.HALF_UP).longValueExact();
      }
    } catch (ArithmeticException | NumberFormatException notATime) {
      // Told below, like the other ways of not being one.
    }
    throw expected(what + " in seconds, 0 to 9223372");
  }

  /**
   * Checks that the line has no more fields.
   *
   * @throws TraceException if it has
   */
  public void end() {
    if (hasField()) {
      throw expected("the end of the record");
    }
  }

  /**
   * {@return what is wrong with the next field}
   *
   * @param what was expected, with article
   */
  public TraceException expected(String what) {
    String found =
        hasField()
            ? "'" + shortened(new String(buffer, at, fieldEnd() - at, StandardCharsets.UTF_8)) + "'"
            : "the end of the line";
    return error("expected " + what + ", found " + found + " in '" + shortened(text()) + "'");
  }

  private static String shortened(String text) {
    return text.length() > MAX_QUOTED ? text.substring(0, MAX_QUOTED) + "..." : text;
  }

  /**
   * {@return something that is wrong with this line}
   *
   * @param message what, for the user
   */
  public TraceException error(String message) {
    return new TraceException(file + ":" + lineNumber + ": " + message);
  }
}
