package org.foretell.trace.text;

import java.io.IOException;
import java.io.Reader;
import org.foretell.trace.TraceException;

/**
 * Cuts a text into words, strings, signs and line ends. Blanks separate, {@code #} starts a comment
 * that ends with the line, and line ends inside round or square brackets count as blanks.
 */
final class TextLexer {
  /** What comes next. */
  enum Token {
    /** Letters, digits and whatever is no sign; its text is {@link #text()}. */
    WORD,
    /** Between double quotes; {@link #text()} is what it stands for. */
    STRING,
    /** One of braces, brackets, comma, semicolon, equals sign, colon; it is {@link #text()}. */
    SIGN,
    /** The end of a line that is not empty. */
    LINE_END,
    /** The end of the text. */
    END
  }

  private static final String SIGNS = "{}()[],;=:";
  private static final int LONGEST_WORD = 200;
  private static final int LONGEST_STRING = 1 << 20;

  private final Reader in;
  private final String name;
  private final char[] buffer = new char[8192];
  private int at;
  private int end;
  private int line = 1;
  private int column;

  /** Where the last line ended: the column of its end. */
  private int endColumn = 1;

  private int brackets;
  private boolean lineHasTokens;

  private Token token = Token.LINE_END;
  private final StringBuilder text = new StringBuilder();
  private int tokenLine = 1;
  private int tokenColumn = 1;

  TextLexer(Reader in, String name) {
    this.in = in;
    this.name = name;
  }

  Token token() {
    return token;
  }

  String text() {
    return text.toString();
  }

  boolean isSign(char sign) {
    return token == Token.SIGN && text.charAt(0) == sign;
  }

  /** Reads the next token. */
  Token next() throws IOException {
    text.setLength(0);
    int c = read();
    while (c == ' ' || c == '\t' || c == '\r' || c == '#' || c == '\n') {
      if (c == '#') {
        do {
          c = read();
        } while (c >= 0 && c != '\n');
        continue;
      }
      if (c == '\n' && lineHasTokens && brackets == 0) {
        tokenLine = line - 1;
        tokenColumn = endColumn;
        lineHasTokens = false;
        token = Token.LINE_END;
        return token;
      }
      c = read();
    }
    mark();
    if (c < 0) {
      token = lineHasTokens ? Token.LINE_END : Token.END;
      lineHasTokens = false;
      return token;
    }
    lineHasTokens = true;
    if (c == '"') {
      string();
    } else if (SIGNS.indexOf(c) >= 0) {
      sign((char) c);
    } else {
      word((char) c);
    }
    return token;
  }

  private void mark() {
    tokenLine = line;
    tokenColumn = Math.max(column, 1);
  }

  private void sign(char c) {
    token = Token.SIGN;
    text.append(c);
    if (c == '(' || c == '[') {
      brackets++;
    } else if ((c == ')' || c == ']') && brackets > 0) {
      brackets--;
    }
  }

  private void word(char first) throws IOException {
    token = Token.WORD;
    int c = first;
    while (c > ' ' && c != '#' && c != '"' && SIGNS.indexOf(c) < 0) {
      if (text.length() == LONGEST_WORD) {
        throw wrong("a word of at most " + LONGEST_WORD + " letters, found a longer one");
      }
      text.append((char) c);
      c = read();
    }
    if (text.isEmpty()) {
      throw wrong("text, found the character with code " + c);
    }
    unread(c);
  }

  private void string() throws IOException {
    token = Token.STRING;
    for (int c = read(); c != '"'; c = read()) {
      if (c < 0 || c == '\n') {
        throw wrong("a closing double quote, found the end of the line");
      }
      if (text.length() == LONGEST_STRING) {
        throw wrong("a string of at most " + LONGEST_STRING + " letters, found a longer one");
      }
      text.append(c == '\\' ? escape() : (char) c);
    }
  }

  private char escape() throws IOException {
    int c = read();
    return switch (c) {
      case '"', '\\' -> (char) c;
      case 'n' -> '\n';
      case 't' -> '\t';
      case 'r' -> '\r';
      case 'u' -> unicode();
      default ->
          throw wrong("\\\", \\\\, \\n, \\t, \\r or \\u and four digits, found another escape");
    };
  }

  private char unicode() throws IOException {
    int code = 0;
    for (int i = 0; i < 4; i++) {
      int digit = Character.digit(read(), 16);
      if (digit < 0) {
        throw wrong("four hexadecimal digits after \\u, found something else");
      }
      code = code * 16 + digit;
    }
    return (char) code;
  }

  private int read() throws IOException {
    if (at == end) {
      at = 0;
      end = Math.max(0, in.read(buffer, 0, buffer.length));
      if (end == 0) {
        return -1;
      }
    }
    char c = buffer[at++];
    if (c == '\n') {
      line++;
      endColumn = column + 1;
      column = 0;
    } else {
      column++;
    }
    return c;
  }

  /** Gives back the character that was read last. */
  private void unread(int c) {
    if (c >= 0) {
      at--;
      if (c == '\n') {
        line--;
        column = endColumn - 1;
      } else {
        column--;
      }
    }
  }

  /** What was found, for messages. */
  String found() {
    return switch (token) {
      case WORD -> "\"" + abbreviated() + "\"";
      case STRING -> "a string";
      case SIGN -> "\"" + text + "\"";
      case LINE_END -> "the end of the line";
      case END -> "the end of the text";
    };
  }

  private String abbreviated() {
    return text.length() <= 40 ? text.toString() : text.substring(0, 37) + "...";
  }

  /** Something else was expected at the token. */
  TraceException wrong(String expectedAndFound) {
    return at("expected " + expectedAndFound);
  }

  /** Something is wrong at the token. */
  TraceException at(String message) {
    return new TraceException(place() + message);
  }

  /** File, line and column of the token, for messages about all that starts there. */
  String place() {
    return name + ":" + tokenLine + ":" + tokenColumn + ": ";
  }
}
