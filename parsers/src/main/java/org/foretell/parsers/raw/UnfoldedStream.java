package org.foretell.parsers.raw;

import java.io.IOException;
import java.nio.ByteBuffer;
import org.foretell.trace.TraceException;

/**
 * The records of a thread that recorded their structure as loops and their times in a column: one
 * record after the other, as a thread without loops would have written it. Holds one window of
 * structure.
 */
final class UnfoldedStream extends RawStream {
  private static final int MOST_VARINT_BYTES = 10;

  private final RawBytes file;
  private final RawWindows structure;
  private final RawStream column;
  private final Definitions definitions;
  private final boolean isWhole;
  private LoopedWindow window = LoopedWindow.EMPTY;
  private int windows;
  private long windowAt;
  private long recordAt;

  /**
   * A stream from its beginning.
   *
   * @param structure its windows of loops
   * @param column what goes into the holes of their shapes
   * @param isWhole whether the thread ended in order, so that structure and column must fit
   */
  UnfoldedStream(
      RawBytes file,
      RawWindows structure,
      RawStream column,
      Definitions definitions,
      boolean isWhole) {
    super(file, structure, 256);
    this.file = file;
    this.structure = structure;
    this.column = column;
    this.definitions = definitions;
    this.isWhole = isWhole;
  }

  @Override
  boolean hasNext() {
    if (hasBuffered()) {
      return true;
    }
    while (!isCut()) {
      if (window.hasNext()) {
        return unfold();
      }
      if (windows == structure.positions.size()) {
        if (isWhole && column.hasNext()) {
          throw damaged("as many records as the column has times for", "fewer");
        }
        return false;
      }
      open();
    }
    return false;
  }

  private void open() {
    windowAt = structure.positions.getLong(windows);
    ByteBuffer bytes = ByteBuffer.allocate((int) structure.used.getLong(windows));
    windows++;
    try {
      file.read(bytes, windowAt);
    } catch (IOException e) {
      throw TraceException.reading(file.path(), e);
    }
    if (bytes.hasRemaining()) {
      // What is there is a beginning of the records; they end with it.
      windows = structure.positions.size();
    }
    window =
        LoopedWindow.of(
            bytes.flip(),
            new LoopedWindow.Shapes() {
              @Override
              public boolean isTimed(long symbol, int word) {
                return UnfoldedStream.this.isTimed(symbol, word);
              }

              @Override
              public TraceException damaged(int word, String expected, String found) {
                return file.damaged(windowAt + (long) word * Long.BYTES, expected, found);
              }
            });
  }

  private boolean isTimed(long symbol, int word) {
    if (symbol == 0) {
      return true;
    }
    RawShape shape = definitions.shape(symbol);
    if (shape == null && isWhole) {
      throw file.damaged(
          windowAt + (long) word * Long.BYTES,
          "the number of a shape of at most " + definitions.shapes(),
          Long.toUnsignedString(symbol));
    }
    return shape == null || shape.isTimed();
  }

  private boolean unfold() {
    recordAt = windowAt + (long) window.word() * Long.BYTES;
    long symbol = window.next();
    try {
      RawShape shape = symbol == 0 ? inline() : definitions.shape(symbol);
      if (shape == null || (shape.holes().length > 0 && !column.hasNext())) {
        return end();
      }
      write(shape);
      return true;
    } catch (CutOff cut) {
      return end();
    }
  }

  /** A record of a shape of its own, which stands in the column. */
  private RawShape inline() {
    if (!column.hasNext()) {
      throw new CutOff();
    }
    return RawShape.of(column);
  }

  /** The times end before the records do. */
  private boolean end() {
    if (isWhole && !column.isCut()) {
      throw damaged("times for each record", "the end of the column");
    }
    cutOff();
    return false;
  }

  private void write(RawShape shape) {
    byte[] bytes = shape.bytes();
    int[] holes = shape.holes();
    restart(bytes.length + (holes.length + 2) * MOST_VARINT_BYTES);
    int from = 0;
    for (int i = 0; i < holes.length; i++) {
      long value = column.varint();
      if (i == 0 && shape.firstIsGap()) {
        if ((value & 1) != 0) {
          put(RawCall.PAUSE);
          put(column.varint());
        }
        value >>>= 1;
      }
      put(bytes, from, holes[i]);
      from = holes[i];
      put(value);
    }
    put(bytes, from, bytes.length);
  }

  @Override
  long position() {
    return recordAt;
  }
}
