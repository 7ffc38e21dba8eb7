package org.foretell.cli.shell;

import java.io.FilterWriter;
import java.io.IOException;
import java.io.Writer;
import java.util.Map;

/**
 * Text on its way to a terminal. Names and lines of a user's files may hold control characters,
 * which would move its cursor, colour it or reverse its text: they are written as JSON writes them
 * in strings ({@code \u005cu001b}), so that JSON stays JSON. What passes is a line's end, a tab,
 * and the few styles that the command itself uses where it may.
 */
public final class TerminalText extends FilterWriter {
  private static final char ESCAPE = '\u001b';

  /**
   * What may follow an escape character, and what is written. Code 21 for the end of bold means a
   * double underline to some terminals; code 22 means the same to all.
   */
  private static final Map<String, String> STYLES =
      Map.of(
          "[0m", "[0m", "[1m", "[1m", "[2m", "[2m", "[3m", "[3m", "[21m", "[22m", "[22m", "[22m",
          "[23m", "[23m", "[31m", "[31m", "[33m", "[33m", "[39m", "[39m");

  private static final int LONGEST_STYLE = 4;

  private final boolean styled;
  private final StringBuilder style = new StringBuilder();
  private boolean inStyle;

  /** A carriage return has come, which passes before a line feed only, as in CSV. */
  private boolean returns;

  /**
   * @param styled whether the command uses styles
   */
  public TerminalText(Writer out, boolean styled) {
    super(out);
    this.styled = styled;
  }

  @Override
  public void write(int value) throws IOException {
    char c = (char) value;
    if (returns) {
      returns = false;
      if (c == '\n') {
        out.write("\r\n");
        return;
      }
      escape('\r');
    }
    if (c == '\r') {
      returns = true;
    } else if (inStyle) {
      style.append(c);
      if (!endsStyle(c)) {
        return;
      }
    } else if (c == ESCAPE && styled) {
      inStyle = true;
    } else if (isPlain(c)) {
      out.write(c);
    } else {
      escape(c);
    }
  }

  /** Whether a sequence is over, known or not. */
  private boolean endsStyle(char latest) throws IOException {
    String code = STYLES.get(style.toString());
    if (code == null && latest != 'm' && style.length() < LONGEST_STYLE) {
      return false;
    }
    inStyle = false;
    String text = style.toString();
    style.setLength(0);
    if (code == null) {
      escape(ESCAPE);
      write(text, 0, text.length());
    } else {
      out.write(ESCAPE);
      out.write(code);
    }
    return true;
  }

  @Override
  public void write(char[] text, int offset, int length) throws IOException {
    write(new String(text, offset, length), 0, length);
  }

  @Override
  public void write(String text, int offset, int length) throws IOException {
    int written = offset;
    for (int at = offset; at < offset + length; at++) {
      char c = text.charAt(at);
      if (inStyle || returns || !isPlain(c)) {
        out.write(text, written, at - written);
        write(c);
        written = at + 1;
      }
    }
    out.write(text, written, offset + length - written);
  }

  private static boolean isPlain(char c) {
    if (c < 0x20) {
      return c == '\n' || c == '\t';
    }
    if (c < 0x7f) {
      return true;
    }
    return switch (Character.getType(c)) {
      case Character.CONTROL,
          Character.FORMAT,
          Character.LINE_SEPARATOR,
          Character.PARAGRAPH_SEPARATOR ->
          false;
      default -> true;
    };
  }

  private void escape(char c) throws IOException {
    out.write(String.format("\\u%04x", (int) c));
  }

  @Override
  public void close() throws IOException {
    if (returns) {
      returns = false;
      escape('\r');
    }
    if (inStyle) {
      inStyle = false;
      escape(ESCAPE);
      out.write(style.toString());
    }
    super.close();
  }
}
