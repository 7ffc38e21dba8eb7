package org.foretell.parsers.paraver;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Comparator;
import java.util.PriorityQueue;
import org.foretell.parsers.spill.ChunkedSpill;
import org.jspecify.annotations.Nullable;

/**
 * The ends of messages of a rank in the order of their times. Of its chunks, which are sorted, only
 * those are in memory whose times overlap: as many as messages are under way at once need.
 */
final class MessageEnds {
  private final ChunkedSpill spill;
  private final PriorityQueue<Chunk> chunks =
      new PriorityQueue<>(
          Comparator.comparingLong((Chunk chunk) -> chunk.time)
              .thenComparing(chunk -> chunk.index));
  private @Nullable MessageEnd head;

  MessageEnds(ChunkedSpill spill, int stream) throws IOException {
    this.spill = spill;
    long[] places = spill.chunks(stream);
    for (int i = 0; i < places.length; i++) {
      long first = ByteBuffer.wrap(spill.beginning(places[i], Long.BYTES)).getLong();
      chunks.add(new Chunk(i, places[i], first));
    }
    advance();
  }

  /** The next, null if there is none. */
  @Nullable MessageEnd head() {
    return head;
  }

  /** Takes the next if it began at some time or before. */
  @Nullable MessageEnd poll(long latest) throws IOException {
    MessageEnd taken = head;
    if (taken == null || taken.time() > latest) {
      return null;
    }
    advance();
    return taken;
  }

  private void advance() throws IOException {
    Chunk chunk = chunks.poll();
    if (chunk == null) {
      head = null;
      return;
    }
    if (chunk.content == null) {
      chunk.content = ByteBuffer.wrap(spill.chunk(chunk.place));
    }
    head = MessageEnd.read(chunk.content);
    if (chunk.content.hasRemaining()) {
      chunk.time = chunk.content.getLong(chunk.content.position());
      chunks.add(chunk);
    }
  }

  private static final class Chunk {
    private final int index;
    private final long place;

    /** Of its first message that was not read. */
    private long time;

    private @Nullable ByteBuffer content;

    Chunk(int index, long place, long time) {
      this.index = index;
      this.place = place;
      this.time = time;
    }
  }
}
