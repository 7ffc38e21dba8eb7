package org.foretell.parsers.raw;

/**
 * The times that a lead recorded, mark by mark: what ranks go by that recorded none. Read once from
 * its beginning. Closes the lead's file.
 */
final class LeadColumn implements AutoCloseable {
  private static final RawShape NO_SHAPE = new RawShape(new byte[1], new int[0], false);

  /** Clocks that differ by less count as equal: no drift is larger. */
  private static final double SAME_RATE = 1e-3;

  private final LoopedShapes shapes;
  private final double stretch;
  private final AutoCloseable file;
  private RawShape shape = NO_SHAPE;
  private int hole;
  private long marks;
  private boolean isOwn = true;
  private long pauseTicks;

  /**
   * A column from its beginning.
   *
   * @param shapes of the lead's thread
   * @param stretch ticks of the reader's clock in one of the lead's
   * @param file what to close
   */
  LeadColumn(LoopedShapes shapes, double stretch, AutoCloseable file) {
    this.shapes = shapes;
    this.stretch = Math.abs(stretch - 1) < SAME_RATE ? 1 : stretch;
    this.file = file;
  }

  long marks() {
    return marks;
  }

  /** Goes on to a mark, counted from 1. */
  void to(long mark) {
    while (marks < mark) {
      while (hole < shape.holes().length) {
        skip();
      }
      shape = record("mark " + mark);
      hole = 0;
      if (shape.isMark()) {
        isOwn = value("mark " + mark) == 0;
        marks++;
        shape = NO_SHAPE;
      }
    }
    if (!isOwn) {
      throw shapes.damaged("times after mark " + mark + ", which another rank uses", "none");
    }
  }

  private void skip() {
    if (isOwn) {
      next(hole == 0 && shape.firstIsGap(), false);
    } else {
      hole = shape.holes().length;
    }
  }

  private RawShape record(String what) {
    try {
      RawShape found = shapes.hasNext() ? shapes.next() : null;
      if (found != null) {
        return found;
      }
    } catch (RawStream.CutOff cut) {
      throw shapes.damaged(what + ", which another rank uses", "a record that is cut off");
    }
    throw shapes.damaged(what + ", which another rank uses", "the end of the records");
  }

  private long value(String what) {
    RawStream column = shapes.column();
    try {
      if (column.hasNext()) {
        return column.varint();
      }
    } catch (RawStream.CutOff cut) {
      throw shapes.damaged(what + ", which another rank uses", "a column that is cut off");
    }
    throw shapes.damaged(what + ", which another rank uses", "the end of the column");
  }

  /**
   * The next number, as a column has it.
   *
   * @param isGap whether it is expected to be a gap
   * @param isTicks whether it is a time, and so is stretched
   */
  long next(boolean isGap, boolean isTicks) {
    while (hole == shape.holes().length) {
      shape = record("a time");
      hole = 0;
      if (shape.isMark()) {
        throw shapes.damaged("as many times as another rank has calls", "mark " + (marks + 1));
      }
    }
    if (isGap != (hole == 0 && shape.firstIsGap())) {
      throw shapes.damaged("calls like those of another rank, which uses these times", "others");
    }
    long value = value("a time");
    hole++;
    if (!isGap) {
      return isTicks ? stretched(value) : value;
    }
    boolean hasPause = (value & 1) != 0;
    pauseTicks = hasPause ? stretched(value("a pause")) : 0;
    return stretched(value >>> 1) << 1 | (hasPause ? 1 : 0);
  }

  /** The pause before the gap that came last, if it had one. */
  long pauseTicks() {
    return pauseTicks;
  }

  private long stretched(long ticks) {
    return stretch == 1 ? ticks : Math.round(ticks * stretch);
  }

  @Override
  public void close() {
    try {
      file.close();
    } catch (RuntimeException e) {
      throw e;
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }
}
