package org.foretell.tracer.raw;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;

/** A thread's records as loops over shapes and a column of times; unfolded for the tests. */
final class RawLoops {
  /** The marks of windows of records, of structure, and of a column. */
  static final List<Integer> KINDS = List.of(0x314e4957, 0x534e4957, 0x434e4957);

  static final int COLUMN = 2;
  private static final int MARK = 10;

  /** A record without what goes into its holes. */
  record Shape(long[] holes, byte[] bytes) {}

  private final List<Shape> shapes;
  private final List<ByteBuffer> structure = new ArrayList<>();
  private final ByteArrayOutputStream column = new ByteArrayOutputStream();

  /** Since the last mark the times are those of another rank; here they are zeros. */
  private boolean isBorrowing;

  /** Of each mark: the rank whose times follow, or -1. */
  final List<Long> leads = new ArrayList<>();

  RawLoops(List<Shape> shapes) {
    this.shapes = shapes;
  }

  static Shape shape(ByteBuffer in) {
    long[] holes = new long[(int) RawTrace.number(in)];
    for (int i = 0; i < holes.length; i++) {
      holes[i] = RawTrace.number(in);
    }
    byte[] bytes = new byte[(int) RawTrace.number(in)];
    in.get(bytes);
    return new Shape(holes, bytes);
  }

  void add(ByteBuffer window, boolean isColumn) {
    if (isColumn) {
      byte[] bytes = new byte[window.remaining()];
      window.get(bytes);
      column.writeBytes(bytes);
    } else {
      structure.add(window);
    }
  }

  /** The number of words that the structure takes. */
  long words() {
    return structure.stream().mapToLong(window -> window.limit() / Long.BYTES).sum();
  }

  int columnBytes() {
    return column.size();
  }

  /** The records as they would be without loops. */
  ByteBuffer unfolded() {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteBuffer times = ByteBuffer.wrap(column.toByteArray());
    for (ByteBuffer window : structure) {
      unfold(window, times, out);
    }
    return ByteBuffer.wrap(out.toByteArray()).order(ByteOrder.LITTLE_ENDIAN);
  }

  /** A loop stands behind its body, and goes back to where that begins. */
  private void unfold(ByteBuffer window, ByteBuffer times, ByteArrayOutputStream out) {
    long[] left = new long[window.limit() / Long.BYTES];
    int next = 0;
    while (next < left.length) {
      long word = window.getLong(8 * next);
      if ((word & 1) == 0) {
        record(word >>> 1, times, out);
        next++;
      } else {
        left[next] = (left[next] == 0 ? word >>> 21 : left[next]) - 1;
        next += left[next] == 0 ? 1 : -(int) (word >>> 1 & 0xfffff);
      }
    }
  }

  private void record(long symbol, ByteBuffer times, ByteArrayOutputStream out) {
    Shape shape = symbol == 0 ? shape(times) : shapes.get((int) symbol - 1);
    if (shape.bytes().length == 1 && shape.bytes()[0] == MARK) {
      leads.add(RawTrace.number(times) - 1);
      isBorrowing = leads.get(leads.size() - 1) >= 0;
      return;
    }
    int from = 0;
    for (long hole : shape.holes()) {
      int at = (int) (hole >>> 1);
      long value = isBorrowing ? 0 : RawTrace.number(times);
      if ((hole & 1) != 0) {
        if ((value & 1) != 0) {
          out.write(1);
          put(out, RawTrace.number(times));
        }
        value >>>= 1;
      }
      out.write(shape.bytes(), from, at - from);
      from = at;
      put(out, value);
    }
    out.write(shape.bytes(), from, shape.bytes().length - from);
  }

  private static void put(ByteArrayOutputStream out, long value) {
    long rest = value;
    for (; (rest & ~0x7fL) != 0; rest >>>= 7) {
      out.write((int) (rest & 0x7f | 0x80));
    }
    out.write((int) rest);
  }
}
