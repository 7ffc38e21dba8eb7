package org.foretell.parsers.table;

import java.io.FilterReader;
import java.io.IOException;
import java.io.Reader;

/** Refuses a record that does not end: without a closing quote, the rest of a file would be one. */
final class BoundedReader extends FilterReader {
  private static final int MOST_CHARACTERS = 1 << 20;

  private long read;

  BoundedReader(Reader in) {
    super(in);
  }

  /** A record has ended. */
  void recordEnds() {
    read = 0;
  }

  private int counted(int characters) throws IOException {
    read += Math.max(0, characters);
    if (read > MOST_CHARACTERS) {
      throw new EndlessRecordException();
    }
    return characters;
  }

  @Override
  public int read() throws IOException {
    int character = super.read();
    counted(character < 0 ? 0 : 1);
    return character;
  }

  @Override
  public int read(char[] target, int offset, int length) throws IOException {
    return counted(super.read(target, offset, length));
  }

  /** A record is longer than any table of calls has. */
  static final class EndlessRecordException extends IOException {
    private static final long serialVersionUID = 1;

    EndlessRecordException() {
      super("expected rows of at most " + MOST_CHARACTERS + " characters; is a quote missing?");
    }
  }
}
