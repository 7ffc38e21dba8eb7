package org.foretell.parsers.raw;

import java.io.IOException;
import java.nio.ByteBuffer;
import org.foretell.trace.TraceException;
import org.jspecify.annotations.Nullable;

/**
 * The structure of a thread that recorded loops: the shapes of its records, one after the other.
 * Holds one window of structure.
 */
final class LoopedShapes {
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
   * The shapes from their beginning.
   *
   * @param structure windows of loops
   * @param column what goes into the holes of shapes, and those that have no number
   * @param isWhole whether the thread ended in order, so that structure and column must fit
   */
  LoopedShapes(
      RawBytes file,
      RawWindows structure,
      RawStream column,
      Definitions definitions,
      boolean isWhole) {
    this.file = file;
    this.structure = structure;
    this.column = column;
    this.definitions = definitions;
    this.isWhole = isWhole;
  }

  /** What goes into the holes. */
  RawStream column() {
    return column;
  }

  boolean isWhole() {
    return isWhole;
  }

  /** Position in the file of the word that {@link #next} returned the shape of. */
  long position() {
    return recordAt;
  }

  /** Whether there is another record. */
  boolean hasNext() {
    while (!window.hasNext()) {
      if (windows == structure.positions.size()) {
        return false;
      }
      open();
    }
    return true;
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
                return LoopedShapes.this.isTimed(symbol, word);
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

  /**
   * The next shape, after {@link #hasNext}; null if a process that was killed has not defined it.
   *
   * @throws RawStream.CutOff if it stands in the column and that ends
   */
  @Nullable RawShape next() {
    recordAt = windowAt + (long) window.word() * Long.BYTES;
    long symbol = window.next();
    if (symbol != 0) {
      return definitions.shape(symbol);
    }
    if (!column.hasNext()) {
      throw new RawStream.CutOff();
    }
    return RawShape.of(column);
  }

  TraceException damaged(String expected, String found) {
    return file.damaged(recordAt, expected, found);
  }
}
