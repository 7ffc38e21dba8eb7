package org.foretell.parsers.scalatrace;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import org.foretell.trace.TraceException;

/** The lines of a file one after the other, without the blanks at their ends. */
final class Lines {
  /** Longer lines are no trace; real ones have a few thousand characters. */
  private static final int MAX_LINE_BYTES = 1 << 26;

  private final InputStream in;
  private final String file;
  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
  private int number;
  private boolean ended;

  /**
   * @param file name for messages
   */
  Lines(InputStream in, String file) {
    this.in = new BufferedInputStream(in, 1 << 16);
    this.file = file;
  }

  /** The next line; empty at the end of the file too, see {@link #isEnded}. */
  Line next() throws IOException {
    bytes.reset();
    number++;
    int next = in.read();
    ended = next < 0;
    for (; next >= 0 && next != '\n'; next = in.read()) {
      if (bytes.size() == MAX_LINE_BYTES) {
        throw new TraceException(
            file
                + ":"
                + number
                + ": expected a line of at most "
                + MAX_LINE_BYTES
                + " bytes, found a longer one; this is not a ScalaTrace trace, or it is damaged");
      }
      bytes.write(next);
    }
    return new Line(file, number, bytes.toString(StandardCharsets.ISO_8859_1).stripTrailing());
  }

  /** Whether the line that was read last does not exist, because the file ended before it. */
  boolean isEnded() {
    return ended;
  }
}
