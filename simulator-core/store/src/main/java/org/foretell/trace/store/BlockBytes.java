package org.foretell.trace.store;

import java.nio.ByteBuffer;

/** Where the blocks of a trace, or of a part of one, are stored. Failures are for people. */
interface BlockBytes {
  /** Writes what a buffer holds, at a position. */
  void write(ByteBuffer bytes, long position);

  /** Fills a buffer with bytes that were written before. */
  void read(ByteBuffer into, long position);
}
