package org.foretell.parsers.paraver;

import java.io.IOException;
import org.foretell.parsers.spill.ChunkedSpill;

/** Writes the events of ranks into the temporary file, each in a few bytes. */
final class EventOutput {
  private static final int MOST_BYTES = 1 + 3 * 10;

  private final ChunkedSpill spill;
  private final long[] lastTime;
  private final byte[] bytes = new byte[MOST_BYTES];
  private int length;

  EventOutput(ChunkedSpill spill, int ranks) {
    this.spill = spill;
    lastTime = new long[ranks];
  }

  /** Time of the last event of a rank, 0 if there is none. */
  long last(int rank) {
    return lastTime[rank];
  }

  /** Writes an event whose value is at least 0 and that is not before the last of its rank. */
  void write(int rank, long time, int kind, long value) throws IOException {
    begin(rank, time, kind);
    number(value);
    spill.append(PrvSpill.events(rank), bytes, 0, length);
  }

  /** Writes an event of the program. */
  void user(int rank, long time, long type, long value) throws IOException {
    begin(rank, time, EventKind.USER);
    number(type);
    number(value);
    spill.append(PrvSpill.events(rank), bytes, 0, length);
  }

  private void begin(int rank, long time, int kind) {
    bytes[0] = (byte) kind;
    length = 1;
    number(time - lastTime[rank]);
    lastTime[rank] = time;
  }

  private void number(long value) {
    long rest = value;
    while (rest > 0x7f) {
      bytes[length++] = (byte) ((rest & 0x7f) | 0x80);
      rest >>>= 7;
    }
    bytes[length++] = (byte) rest;
  }
}
