package org.foretell.trace.store;

/** An uncompressed block in a reader's hand; filled by {@link RecordedTrace#load}. */
final class Block {
  private static final byte[] NOTHING = {};

  /** Content in the first {@link #length} bytes; not to be changed by who reads it. */
  byte[] bytes = NOTHING;

  int length;

  /** Where it stands: a file offset, or a number in memory; 0 when nothing was loaded. */
  long position;

  /** Position of the next block of the same program or column, 0 after the last. */
  long next;

  /** Whether it holds packed values. */
  boolean packed;

  /** Whether others use the same array. */
  boolean shared;
}
