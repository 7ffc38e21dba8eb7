package org.foretell.parsers.raw;

import org.jspecify.annotations.Nullable;

/**
 * The records of a thread that recorded their structure as loops and their times in a column: one
 * record after the other, as a thread without loops would have written it. Where another rank
 * recorded times for this one, they are taken from there.
 */
final class UnfoldedStream extends RawStream {
  private static final int MOST_VARINT_BYTES = 10;

  private final LoopedShapes shapes;
  private final RawStream column;
  private final LeadTimes leads;
  private @Nullable LeadColumn lead;
  private long marks;
  private long borrowed;

  /**
   * A stream from its beginning.
   *
   * @param structure its windows of loops
   * @param shapes of its records
   * @param leads what other ranks recorded for this one
   */
  UnfoldedStream(RawBytes file, RawWindows structure, LoopedShapes shapes, LeadTimes leads) {
    super(file, structure, 256);
    this.shapes = shapes;
    this.leads = leads;
    column = shapes.column();
  }

  @Override
  boolean hasNext() {
    if (hasBuffered()) {
      return true;
    }
    while (!isCut() && shapes.hasNext()) {
      if (unfold()) {
        return true;
      }
    }
    if (!isCut() && shapes.isWhole() && column.hasNext()) {
      throw damaged("as many records as the column has times for", "fewer");
    }
    return false;
  }

  /** Goes on by one record; false if it was a mark, or the last. */
  private boolean unfold() {
    try {
      RawShape shape = shapes.next();
      boolean takes = shape != null && shape.holes().length > 0;
      if (shape == null || (takes && (lead == null || shape.isMark()) && !column.hasNext())) {
        end();
        return false;
      }
      if (shape.isMark()) {
        mark(column.varint());
        return false;
      }
      write(shape);
      return true;
    } catch (CutOff cut) {
      end();
      return false;
    }
  }

  private void mark(long value) {
    marks++;
    lead = value == 0 ? null : leads.after(value - 1, marks, shapes);
    borrowed += value == 0 ? 0 : 1;
  }

  /** The times end before the records do. */
  private void end() {
    if (shapes.isWhole() && !column.isCut()) {
      throw damaged("times for each record", "the end of the column");
    }
    cutOff();
  }

  private void write(RawShape shape) {
    byte[] bytes = shape.bytes();
    int[] holes = shape.holes();
    restart(bytes.length + (holes.length + 2) * MOST_VARINT_BYTES);
    int from = 0;
    for (int i = 0; i < holes.length; i++) {
      boolean isGap = i == 0 && shape.firstIsGap();
      long value = lead == null ? column.varint() : lead.next(isGap, shape.isTicks(i));
      if (isGap) {
        if ((value & 1) != 0) {
          put(RawCall.PAUSE);
          put(lead == null ? column.varint() : lead.pauseTicks());
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
  long borrowed() {
    return borrowed;
  }

  @Override
  long position() {
    return shapes.position();
  }
}
