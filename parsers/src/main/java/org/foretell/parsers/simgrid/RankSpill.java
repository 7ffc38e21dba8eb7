package org.foretell.parsers.simgrid;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import org.foretell.parsers.spill.ChunkedSpill;

/**
 * Sorts the lines of a file that many ranks share by rank, in one temporary file. A line is written
 * with its number, so that errors still name the place.
 */
final class RankSpill implements AutoCloseable {
  private final ChunkedSpill lines;
  private byte[] line = new byte[256];

  /**
   * @param ranks number of ranks
   */
  RankSpill(int ranks) throws IOException {
    lines = new ChunkedSpill(ranks, (rank, bytes, length) -> {});
  }

  /**
   * Adds a line to a rank.
   *
   * @param index which of the ranks, from 0
   */
  void append(int index, long lineNumber, byte[] bytes, int start, int end) throws IOException {
    byte[] number = Long.toString(lineNumber).getBytes(StandardCharsets.US_ASCII);
    int length = number.length + 1 + end - start + 1;
    if (line.length < length) {
      line = new byte[Math.max(length, 2 * line.length)];
    }
    System.arraycopy(number, 0, line, 0, number.length);
    line[number.length] = ' ';
    System.arraycopy(bytes, start, line, number.length + 1, end - start);
    line[length - 1] = '\n';
    lines.append(index, line, 0, length);
  }

  /** Ends writing; from here on the ranks can be opened. */
  void finish() throws IOException {
    lines.finish();
  }

  /** The lines of a rank, each behind its number. */
  InputStream open(int index) throws IOException {
    return lines.open(index);
  }

  @Override
  public void close() throws IOException {
    lines.close();
  }
}
