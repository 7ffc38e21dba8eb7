package org.foretell.parsers.simgrid;

import java.io.IOException;
import java.io.InputStream;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.math.BigDecimal;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.foretell.trace.TraceException;
import org.jspecify.annotations.Nullable;

/**
 * Reads lines, fields and numbers from bytes without making an object of any of them.
 *
 * <p>Lines that are empty or start with {@code #} are passed over. Blanks, tabs and carriage
 * returns separate fields. A last line without a newline counts.
 */
final class LineScanner {
  private static final int FIRST_CAPACITY = 1 << 16;
  private static final int MAX_LINE_BYTES = 1 << 26;
  private static final int MAX_NUMBER_BYTES = 400;
  private static final int MAX_DIGITS = 18;

  // A bit for each character.
  private static final long BLANKS = 1L << ' ' | 1L << '\t' | 1L << '\r';
  private static final long ENDS = BLANKS | 1L << '\n';

  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
  private static final long LOWEST_BITS = 0x0101_0101_0101_0101L;
  private static final long HIGHEST_BITS = 0x8080_8080_8080_8080L;
  private static final long NEWLINES = '\n' * LOWEST_BITS;

  private static final int MAX_QUOTED = 160;
  private static final long MANTISSA_LIMIT = (Long.MAX_VALUE - 9) / 10;
  private static final double[] POWERS_OF_TEN = new double[23];

  static {
    double power = 1;
    for (int i = 0; i < POWERS_OF_TEN.length; i++) {
      POWERS_OF_TEN[i] = power;
      power *= 10;
    }
  }

  private final InputStream in;
  private final String file;
  private final boolean numbered;

  /**
   * Whole lines up to {@link #limit}, so that each loop over a line ends at its newline; then the
   * start of the next line up to {@link #filled}. One byte is kept for a newline that is missing.
   */
  private byte[] buffer = new byte[FIRST_CAPACITY];

  private int limit;
  private int filled;
  private int lineStart;
  private int fieldStart;
  private int fieldEnd;
  private long lineNumber;

  /** Value of the current field if it is of up to {@value #MAX_DIGITS} digits only, else -1. */
  private long digits;

  /** First field of a line before, with the byte behind it; -1 before there is one. */
  private long rankText = -1;

  private long rankMask;
  private int rankLength;
  private long rank;

  /** Where the text begins that was looked up last among the known ones. */
  private int knownFrom;

  private boolean negative;

  /** Lines in a row that are empty or comments; more are damage, or meant to keep us busy. */
  private static final int MOST_PASSED = 1 << 26;

  private long mantissa;
  private int exponent;
  private @Nullable BigDecimal longNumber;

  /**
   * @param file name for messages
   * @param numbered whether each line starts with its number in {@code file}, as {@link RankSpill}
   *     writes it
   */
  LineScanner(InputStream in, String file, boolean numbered) {
    this.in = in;
    this.file = file;
    this.numbered = numbered;
    endHere();
  }

  /** As after an empty line that is the last. */
  private void endHere() {
    buffer[0] = '\n';
    fieldEnd = 0;
    limit = 1;
    filled = 1;
  }

  /** Goes to the first field of the next line that says something. */
  boolean nextLine() {
    for (int passed = 0; ; passed++) {
      if (passed == MOST_PASSED) {
        throw error("has " + MOST_PASSED + " lines in a row without content; is it damaged?");
      }
      int start = newline(buffer, fieldEnd) + 1;
      if (start == limit) {
        if (!fill()) {
          return false;
        }
        start = 0;
      }
      lineNumber++;
      lineStart = start;
      fieldEnd = start;
      if (hasRankOfBefore(start)) {
        return true;
      }
      if (nextField() && buffer[fieldStart] != '#') {
        if (numbered) {
          lineNumber = integer("a line number");
          lineStart = fieldEnd + 1;
          nextField();
        } else {
          keepRank();
        }
        return true;
      }
    }
  }

  /** Takes the first field if it is the one before, as in most lines; that saves reading it. */
  private boolean hasRankOfBefore(int start) {
    boolean isLike =
        start + Long.BYTES <= buffer.length
            && ((long) LONG.get(buffer, start) & rankMask) == rankText;
    if (isLike) {
      fieldStart = start;
      fieldEnd = start + rankLength;
      digits = rank;
    }
    return isLike;
  }

  private void keepRank() {
    int length = fieldEnd - fieldStart;
    boolean isInBuffer = fieldStart + Long.BYTES <= buffer.length;
    if (digits >= 0 && fieldStart == lineStart && length < Long.BYTES && isInBuffer) {
      rankMask = -1L >>> (Byte.SIZE * (Long.BYTES - 1 - length));
      rankText = (long) LONG.get(buffer, fieldStart) & rankMask;
      rankLength = length;
      rank = digits;
    }
  }

  // Scanning takes most of the time of reading; the compiler that a short run gets by with keeps
  // locals in registers, but not fields.

  private static int newline(byte[] bytes, int from) {
    int i = from;
    for (; i <= bytes.length - Long.BYTES; i += Long.BYTES) {
      // The lowest byte that is 0 here is the first newline, and gets its highest bit.
      long newlines = (long) LONG.get(bytes, i) ^ NEWLINES;
      long found = (newlines - LOWEST_BITS) & ~newlines & HIGHEST_BITS;
      if (found != 0) {
        return i + Long.numberOfTrailingZeros(found) / Byte.SIZE;
      }
    }
    while (bytes[i] != '\n') {
      i++;
    }
    return i;
  }

  /** Reads until there is a whole line; false when there is nothing more. */
  private boolean fill() {
    filled -= limit;
    System.arraycopy(buffer, limit, buffer, 0, filled);
    limit = 0;
    while (limit == 0) {
      if (filled == buffer.length - 1) {
        grow();
      }
      int count = read();
      if (count <= 0 && filled == 0) {
        endHere();
        return false;
      } else if (count <= 0) {
        buffer[filled++] = '\n';
        limit = filled;
      } else {
        limit = afterLastNewline(buffer, filled, filled + count);
        filled += count;
      }
    }
    return true;
  }

  /** Index after the last newline in a range, 0 if there is none. */
  private static int afterLastNewline(byte[] bytes, int from, int to) {
    int i = to;
    while (i > from && bytes[i - 1] != '\n') {
      i--;
    }
    return i > from ? i : 0;
  }

  private void grow() {
    if (buffer.length >= MAX_LINE_BYTES) {
      throw new TraceException(
          file
              + ":"
              + (lineNumber + 1)
              + ": expected a line of at most "
              + MAX_LINE_BYTES
              + " bytes, found a longer one; this is not a time-independent trace, or it is"
              + " damaged");
    }
    buffer = Arrays.copyOf(buffer, buffer.length * 2);
  }

  private int read() {
    try {
      return in.read(buffer, filled, buffer.length - 1 - filled);
    } catch (IOException e) {
      throw new TraceException(
          file
              + ":"
              + (lineNumber + 1)
              + ": expected more lines, but cannot read on ("
              + ReadFailure.reason(e)
              + "); the file is truncated or damaged, copy it again",
          e);
    }
  }

  /** Goes to the next field of the line; false when there is none. */
  boolean nextField() {
    byte[] bytes = buffer;
    int i = fieldEnd;
    while (isBlank(bytes[i])) {
      i++;
    }
    int start = i;
    // Most fields are short numbers: passing over one and reading it is the same loop.
    long value = 0;
    int digit = bytes[i] - '0';
    while (digit >= 0 && digit <= 9) {
      value = value * 10 + digit;
      digit = bytes[++i] - '0';
    }
    int end = i;
    while (!isEnd(bytes[end])) {
      end++;
    }
    fieldStart = start;
    fieldEnd = end;
    digits = i == end && i > start && i - start <= MAX_DIGITS ? value : -1;
    return start < end;
  }

  /** Letters as a set, for {@link #continuesWith}: a bit for each from {@code '@'} on. */
  static long letters(String letters) {
    return letters.chars().mapToLong(letter -> 1L << (letter - '@')).reduce(0, (a, b) -> a | b);
  }

  /** Whether the next field begins with one of some {@linkplain #letters letters}. */
  boolean continuesWith(long letters) {
    byte[] bytes = buffer;
    int i = fieldEnd;
    while (isBlank(bytes[i])) {
      i++;
    }
    int letter = bytes[i] - '@';
    return letter >= 0 && letter < Long.SIZE && (letters >>> letter & 1) != 0;
  }

  private static boolean isBlank(byte b) {
    return (b & 0xff) <= ' ' && (BLANKS >>> b & 1) != 0;
  }

  /** Whether a byte is behind a field. */
  private static boolean isEnd(byte b) {
    return (b & 0xff) <= ' ' && (ENDS >>> b & 1) != 0;
  }

  /**
   * A word of seven letters for {@link #passes}.
   *
   * @param letters seven of them
   */
  static long word(String letters) {
    return (long) LONG.get((" " + letters).getBytes(StandardCharsets.US_ASCII), 0);
  }

  /** Goes to the next field if it is a {@linkplain #word word of seven letters} between blanks. */
  boolean passes(long word) {
    byte[] bytes = buffer;
    int from = fieldEnd;
    boolean isLike =
        from + Long.BYTES < bytes.length
            && (long) LONG.get(bytes, from) == word
            && bytes[from + Long.BYTES] == ' ';
    if (isLike) {
      fieldStart = from + 1;
      fieldEnd = from + Long.BYTES;
      digits = -1;
    }
    return isLike;
  }

  /**
   * Goes to the end of the line if what follows the current field is known in a context.
   *
   * @return as {@link KnownLines#find}
   */
  int known(KnownLines lines, int context) {
    int end = lineEnd();
    int number = lines.find(buffer, fieldEnd, end, context);
    knownFrom = fieldEnd;
    if (number >= 0) {
      fieldEnd = end;
    }
    return number;
  }

  /** Makes known what {@link #known} has just not known. */
  void learn(KnownLines lines, int context, int number) {
    lines.add(buffer, knownFrom, lineEnd(), context, number);
  }

  /** Number of fields after the current one. */
  int countFieldsLeft() {
    int count = 0;
    boolean inside = false;
    for (int i = fieldEnd; buffer[i] != '\n'; i++) {
      boolean blank = isBlank(buffer[i]);
      if (!blank && !inside) {
        count++;
      }
      inside = !blank;
    }
    return count;
  }

  /** Number of blanks at the end of the line. */
  int trailingBlanks() {
    int lineEnd = lineEnd();
    int i = lineEnd;
    while (i > lineStart && isBlank(buffer[i - 1])) {
      i--;
    }
    int end = lineEnd > lineStart && buffer[lineEnd - 1] == '\r' ? lineEnd - 1 : lineEnd;
    return Math.max(0, end - i);
  }

  private int lineEnd() {
    return newline(buffer, fieldEnd);
  }

  /** Whether the current field consists of digits. */
  boolean isDigits() {
    int i = fieldStart;
    while (digits < 0 && i < fieldEnd && buffer[i] >= '0' && buffer[i] <= '9') {
      i++;
    }
    return digits >= 0 || (i == fieldEnd && i > fieldStart);
  }

  /** The action whose name the current field is, or null. */
  @Nullable TiAction action() {
    return TiAction.named(buffer, fieldStart, fieldEnd);
  }

  /**
   * The current field as an integer, truncated towards zero if it has a fraction.
   *
   * @param what what it stands for, with its article
   * @throws TraceException if it is no number or 2^63 or more
   */
  long integer(String what) {
    if (digits >= 0) {
      return digits;
    }
    if (!parseNumber()) {
      throw expected(what);
    }
    long value;
    if (longNumber != null) {
      value = truncated(longNumber, what);
    } else {
      value = mantissa;
      for (int e = exponent; e < 0 && value != 0; e++) {
        value /= 10;
      }
      for (int e = exponent; e > 0 && value != 0; e--) {
        if (value > Long.MAX_VALUE / 10) {
          throw tooLarge(what);
        }
        value *= 10;
      }
    }
    return negative ? -value : value;
  }

  private long truncated(BigDecimal number, String what) {
    long integerDigits = (long) number.precision() - number.scale();
    if (integerDigits <= 0) {
      return 0;
    }
    if (integerDigits > 19 || number.toBigInteger().bitLength() > 63) {
      throw tooLarge(what);
    }
    return number.longValue();
  }

  private TraceException tooLarge(String what) {
    return expected(what + " below 2^63");
  }

  /**
   * The current field as a double, correctly rounded.
   *
   * @param what what it stands for, with its article
   * @throws TraceException if it is no number, negative or not finite
   */
  double amount(String what) {
    if (digits >= 0) {
      return digits;
    }
    if (!parseNumber()) {
      throw expected(what);
    }
    double value;
    if (longNumber == null && mantissa < 1L << 53 && Math.abs(exponent) < POWERS_OF_TEN.length) {
      // Both operands are exact, so that the one operation rounds correctly.
      value =
          exponent < 0 ? mantissa / POWERS_OF_TEN[-exponent] : mantissa * POWERS_OF_TEN[exponent];
    } else {
      value = Math.abs(Double.parseDouble(field()));
    }
    if (Double.isInfinite(value) || (negative && value != 0)) {
      throw expected(what + " of at least 0, not above 1e308");
    }
    return value;
  }

  /** Splits the current field into sign, mantissa and exponent; false when it is no number. */
  private boolean parseNumber() {
    byte[] bytes = buffer;
    int end = fieldEnd;
    longNumber = null;
    negative = false;
    exponent = 0;
    int i = fieldStart;
    if (i < end && (bytes[i] == '-' || bytes[i] == '+')) {
      negative = bytes[i] == '-';
      i++;
    }
    int firstDigit = i;
    int point = -1;
    long value = 0;
    for (; i < end; i++) {
      int digit = bytes[i] - '0';
      if (digit >= 0 && digit <= 9) {
        if (value > MANTISSA_LIMIT) {
          return parseLongNumber();
        }
        value = value * 10 + digit;
      } else if (bytes[i] == '.' && point < 0) {
        point = i;
      } else {
        break;
      }
    }
    mantissa = value;
    int digits = i - firstDigit - (point < 0 ? 0 : 1);
    if (point >= 0) {
      exponent = point + 1 - i;
    }
    return digits > 0 && (i == end || parseExponent(i));
  }

  private boolean parseExponent(int start) {
    int i = start;
    if (buffer[i] != 'e' && buffer[i] != 'E') {
      return false;
    }
    i++;
    boolean down = i < fieldEnd && buffer[i] == '-';
    if (down || (i < fieldEnd && buffer[i] == '+')) {
      i++;
    }
    if (i == fieldEnd) {
      return false;
    }
    int value = 0;
    for (; i < fieldEnd; i++) {
      int digit = buffer[i] - '0';
      if (digit < 0 || digit > 9) {
        return false;
      }
      value = Math.min(value * 10 + digit, 100_000);
    }
    exponent += down ? -value : value;
    return true;
  }

  private boolean parseLongNumber() {
    if (fieldEnd - fieldStart > MAX_NUMBER_BYTES) {
      return false;
    }
    try {
      longNumber = new BigDecimal(field()).abs();
      return true;
    } catch (NumberFormatException e) {
      return false; // the caller says what was expected and shows the field
    }
  }

  /** The current field as text. */
  String field() {
    return new String(buffer, fieldStart, fieldEnd - fieldStart, StandardCharsets.UTF_8);
  }

  /** The file's name. */
  String file() {
    return file;
  }

  /** Number of the current line, from 1. */
  long lineNumber() {
    return lineNumber;
  }

  /** Appends the current line, without its end, to a spill. */
  void spill(RankSpill spill, int index) throws IOException {
    spill.append(index, lineNumber, buffer, lineStart, lineEnd());
  }

  /** That the current field is not what it should be. */
  TraceException expected(String what) {
    String found =
        fieldStart == fieldEnd ? "the end of the line" : "'" + quoted(fieldStart, fieldEnd) + "'";
    return error("expected " + what + ", found " + found + " in line '" + line() + "'");
  }

  /** An error in the current line. */
  TraceException error(String text) {
    return new TraceException(place() + ": " + text);
  }

  /** File and line. */
  String place() {
    return file + ":" + lineNumber;
  }

  /** The current line, shortened and printable. */
  String line() {
    return quoted(lineStart, lineEnd());
  }

  private String quoted(int start, int end) {
    StringBuilder text = new StringBuilder();
    int last = Math.min(end, start + MAX_QUOTED);
    for (int i = start; i < last; i++) {
      int b = buffer[i] & 0xff;
      if (b == '\t') {
        text.append(' ');
      } else if (b >= ' ' && b < 0x7f) {
        text.append((char) b);
      } else if (b != '\r' || i + 1 < end) {
        text.append(String.format("\\x%02x", b));
      }
    }
    return last < end ? text.append("...").toString() : text.toString();
  }
}
