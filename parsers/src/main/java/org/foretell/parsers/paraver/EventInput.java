package org.foretell.parsers.paraver;

import java.io.IOException;
import org.foretell.parsers.spill.ChunkedSpill;

/** Reads the events of a rank, as {@link EventOutput} wrote them. */
final class EventInput {
  private final ChunkedSpill spill;
  private final long[] chunks;
  private int next;
  private byte[] bytes = {};
  private int at;

  int kind;
  long time;
  long type;
  long value;

  EventInput(ChunkedSpill spill, int rank) throws IOException {
    this.spill = spill;
    chunks = spill.chunks(PrvSpill.events(rank));
  }

  /** Goes to the next event, false if there is none. */
  boolean next() throws IOException {
    if (at == bytes.length) {
      if (next == chunks.length) {
        return false;
      }
      bytes = spill.chunk(chunks[next++]);
      at = 0;
    }
    kind = bytes[at++];
    time += number();
    if (kind == EventKind.USER) {
      type = number();
    }
    value = number();
    return true;
  }

  private long number() {
    long result = 0;
    for (int shift = 0; ; shift += 7) {
      byte b = bytes[at++];
      result |= (b & 0x7fL) << shift;
      if (b >= 0) {
        return result;
      }
    }
  }
}
