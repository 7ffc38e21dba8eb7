package org.foretell.parsers.raw;

import it.unimi.dsi.fastutil.longs.LongArrayList;

/** The windows of a stream, in their order. */
final class RawWindows {
  /** Where the content of each begins in the file. */
  final LongArrayList positions = new LongArrayList();

  /** How many bytes of it are used. */
  final LongArrayList used = new LongArrayList();

  /** Ticks from which the first gap counts. */
  long firstTicks;
}
