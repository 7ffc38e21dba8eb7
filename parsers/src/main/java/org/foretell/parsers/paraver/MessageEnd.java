package org.foretell.parsers.paraver;

import java.nio.ByteBuffer;

/**
 * A message as its sender or its receiver has it.
 *
 * @param time at which this end began: the send, or the receive
 * @param end when it was over
 * @param partnerTime when the other end began
 * @param peer rank of the other end
 * @param tag of the message
 * @param bytes of the message
 */
record MessageEnd(long time, long end, long partnerTime, int peer, int tag, long bytes) {
  /** Size in the temporary file. */
  static final int BYTES = 4 * Long.BYTES + 2 * Integer.BYTES;

  void write(ByteBuffer target) {
    target.putLong(time).putLong(end).putLong(partnerTime).putInt(peer).putInt(tag).putLong(bytes);
  }

  static MessageEnd read(ByteBuffer source) {
    return new MessageEnd(
        source.getLong(),
        source.getLong(),
        source.getLong(),
        source.getInt(),
        source.getInt(),
        source.getLong());
  }
}
