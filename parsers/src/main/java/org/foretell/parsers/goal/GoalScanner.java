package org.foretell.parsers.goal;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import org.foretell.trace.TraceException;

/** Reads words and numbers of GOAL text from bytes without making an object of any of them. */
final class GoalScanner {
  private static final int BUFFER_BYTES = 1 << 17;
  private static final int LONGEST_WORD = 4096;
  private static final int END = -1;
  private static final int SAFE_DIGITS = 18;

  /** A tenth of the highest number of 64 bits, which ends with 5. */
  private static final long MOST_TENTH = Long.divideUnsigned(-1L, 10);

  /** By byte, whether it may be in a word. */
  private static final boolean[] IS_WORD = new boolean[1 << Byte.SIZE];

  static {
    for (char c = 0; c < IS_WORD.length; c++) {
      boolean isLetter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
      IS_WORD[c] = isLetter || (c >= '0' && c <= '9') || c == '_';
    }
  }

  private final InputStream in;
  private final String file;
  private final byte[] buffer = new byte[BUFFER_BYTES];
  private int at;
  private int limit;

  /** Bytes of the file before the buffer. */
  private long passed;

  private int line = 1;
  private long lineStart;

  private final byte[] word = new byte[LONGEST_WORD];
  private int wordLength;
  private long wordKey;
  private long wordHash;
  private int tokenColumn = 1;

  /**
   * Reads from the start.
   *
   * @param file its name, for messages
   */
  GoalScanner(InputStream in, String file) {
    this.in = in;
    this.file = file;
  }

  /** The next byte, which stays the next one; -1 at the end of the file. */
  int peek() {
    return at < limit || fill() ? buffer[at] & 0xFF : END;
  }

  /** Passes the byte that {@link #peek()} has shown. */
  void pass() {
    at++;
  }

  private boolean fill() {
    passed += limit;
    at = 0;
    limit = 0;
    try {
      limit = Math.max(0, in.read(buffer, 0, buffer.length));
    } catch (IOException e) {
      throw new TraceException(file + ":" + line + ": cannot read on: " + e.getMessage(), e);
    }
    return limit > 0;
  }

  /** Passes blanks and tabs. */
  void passBlanks() {
    do {
      int next = at;
      while (next < limit && (buffer[next] == ' ' || buffer[next] == '\t')) {
        next++;
      }
      at = next;
    } while (at == limit && fill());
  }

  /** Passes blanks, ends of lines and comments, up to what comes next. */
  void passEmpty() {
    while (true) {
      passBlanks();
      int next = peek();
      if (next == '\n' || next == '\r') {
        endLine();
      } else if (next == '/') {
        comment();
      } else {
        return;
      }
    }
  }

  private void comment() {
    mark();
    int start = line;
    at++;
    int second = peek();
    if (second == '/') {
      while (peek() != '\n' && peek() != END) {
        at++;
      }
      return;
    }
    if (second != '*') {
      throw expected("a comment to start with // or /*");
    }
    at++;
    int before = 0;
    for (int next = peek(); before != '*' || next != '/'; next = peek()) {
      if (next == END) {
        throw new TraceException(
            file
                + ":"
                + start
                + ": expected */ at the end of the comment that starts here, found the end of the"
                + " file");
      }
      before = next;
      at++;
      if (next == '\n') {
        newLine();
      }
    }
    at++;
  }

  /** Passes blanks and the end of a line, which must come. */
  void endOfLine(String expected) {
    passBlanks();
    int next = peek();
    if (next != '\n' && next != '\r') {
      throw expected(expected);
    }
    endLine();
  }

  private void endLine() {
    if (peek() == '\r') {
      at++;
      if (peek() != '\n') {
        throw expected("a line feed after a carriage return");
      }
    }
    at++;
    newLine();
  }

  private void newLine() {
    line++;
    lineStart = passed + at;
  }

  /** Whether the line has nothing more than blanks. */
  boolean isLineEnd() {
    passBlanks();
    int next = peek();
    return next == '\n' || next == '\r' || next == END;
  }

  /** Whether a letter comes next. */
  boolean isLetter() {
    int next = peek() | 0x20;
    return next >= 'a' && next <= 'z';
  }

  /** Reads a word after blanks: a letter, then letters, digits and underscores. */
  void readWord(String expected) {
    passBlanks();
    mark();
    if (!isLetter()) {
      throw expected(expected);
    }
    int start = at;
    int end = Math.min(limit, start + LONGEST_WORD);
    int next = start;
    while (next < end && IS_WORD[buffer[next] & 0xFF]) {
      next++;
    }
    wordLength = next - start;
    System.arraycopy(buffer, start, word, 0, wordLength);
    at = next;
    if (next == end) {
      readRestOfWord(expected);
    }
    hashWord();
  }

  /** Goes on with a word that the end of the buffer has cut, or that is too long. */
  private void readRestOfWord(String expected) {
    while ((at < limit || fill()) && IS_WORD[buffer[at] & 0xFF]) {
      if (wordLength == LONGEST_WORD) {
        throw expected(expected + " of at most " + LONGEST_WORD + " letters");
      }
      word[wordLength++] = buffer[at++];
    }
  }

  private void hashWord() {
    long hash = wordLength;
    long eight = 0;
    int first = Math.min(Long.BYTES, wordLength);
    for (int i = 0; i < first; i++) {
      eight = eight << Byte.SIZE | word[i];
    }
    wordKey = eight;
    for (int i = first; i < wordLength; i++) {
      if (i % Long.BYTES == 0) {
        hash = mixed(hash, eight);
        eight = 0;
      }
      eight = eight << Byte.SIZE | word[i];
    }
    wordHash = mixed(hash, eight);
  }

  private static long mixed(long hash, long eight) {
    long mixed = (hash ^ eight) * 0x9E3779B97F4A7C15L;
    return mixed ^ mixed >>> 29;
  }

  /** The bytes of the word read last, {@link #wordLength()} of them. */
  byte[] word() {
    return word;
  }

  int wordLength() {
    return wordLength;
  }

  long wordHash() {
    return wordHash;
  }

  /** Whether the word read last is this one. */
  boolean isWord(Keyword keyword) {
    return keyword.is(wordKey, word, wordLength);
  }

  /** The word read last as text. */
  String wordText() {
    return new String(word, 0, wordLength, StandardCharsets.US_ASCII);
  }

  /** Reads a number after blanks, unsigned, of at most 64 bits. */
  long readUnsigned(String expected) {
    passBlanks();
    mark();
    // Numbers of so few digits fit, and need no check of each.
    int start = at;
    int end = Math.min(limit, start + SAFE_DIGITS);
    int next = start;
    long few = 0;
    while (next < end) {
      int digit = buffer[next] - '0';
      if (digit < 0 || digit > 9) {
        break;
      }
      few = few * 10 + digit;
      next++;
    }
    if (next > start && next < end) {
      at = next;
      return few;
    }
    return readLongUnsigned(expected);
  }

  /** A number of any length, that the end of the buffer may cut. */
  private long readLongUnsigned(String expected) {
    int digits = 0;
    long value = 0;
    while (at < limit || fill()) {
      int digit = buffer[at] - '0';
      if (digit < 0 || digit > 9) {
        break;
      }
      if (value < 0 || value > MOST_TENTH || (value == MOST_TENTH && digit > 5)) {
        throw wrong("expected " + expected + ", found a number of more than 64 bits");
      }
      value = value * 10 + digit;
      digits++;
      at++;
    }
    if (digits == 0) {
      throw expected(expected);
    }
    return value;
  }

  /** Reads a number after blanks, of 0 to {@code most}. */
  long readNumber(long most, String expected) {
    return readNumber(0, most, expected);
  }

  /** Reads a number after blanks, of {@code least}, which is not negative, to {@code most}. */
  long readNumber(long least, long most, String expected) {
    long value = readUnsigned(expected);
    if (value < least || value > most) {
      throw wrong(
          "expected "
              + expected
              + " of "
              + least
              + " to "
              + most
              + ", found "
              + Long.toUnsignedString(value));
    }
    return value;
  }

  /** Lets the next error name the place that comes next. */
  private void mark() {
    tokenColumn = (int) Math.min(Integer.MAX_VALUE, passed + at - lineStart + 1);
  }

  /** Number of the current line, from 1. */
  int line() {
    return line;
  }

  /** Something else was expected where the scanner is. */
  TraceException expected(String what) {
    mark();
    int next = peek();
    return wrong(
        "expected "
            + what
            + ", found "
            + switch (next) {
              case END -> "the end of the file";
              case ' ', '\t' -> "a blank";
              case '\n' -> "the end of the line";
              default ->
                  next > ' ' && next < 0x7F
                      ? "'" + (char) next + "'"
                      : String.format("the byte 0x%02x", next);
            });
  }

  /** Something else than the word read last was expected. */
  TraceException expectedNotWord(String what) {
    return wrong(
        "expected "
            + what
            + ", found '"
            + (wordLength > 40 ? wordText().substring(0, 37) + "..." : wordText())
            + "'");
  }

  /** Something is wrong with the token read last. */
  TraceException wrong(String message) {
    return new TraceException(file + ":" + line + ":" + tokenColumn + ": " + message);
  }

  /** Something is wrong in a line before. */
  TraceException wrongIn(int thatLine, String message) {
    return new TraceException(file + ":" + thatLine + ": " + message);
  }
}
