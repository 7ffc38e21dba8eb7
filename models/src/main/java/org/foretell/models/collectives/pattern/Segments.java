package org.foretell.models.collectives.pattern;

/** How a message is cut into segments: all of the stated size but the last one. */
public final class Segments {
  /** The message is not cut, and a tree sends to its children one by one. */
  public static final long NONE = 0;

  /** The message is not cut, but a tree sends to all children at once. */
  public static final long WHOLE = Long.MAX_VALUE;

  /** No message is cut into more segments than this; they are made longer instead. */
  private static final int MOST = 1 << 16;

  private Segments() {}

  /** Number of segments, at least 1. */
  public static int count(long bytes, long segmentBytes) {
    if (segmentBytes == NONE || bytes <= segmentBytes) {
      return 1;
    }
    return (int) ((bytes - 1) / size(bytes, segmentBytes) + 1);
  }

  /** Bytes of a segment. */
  public static long bytes(long bytes, long segmentBytes, int index) {
    if (segmentBytes == NONE || bytes <= segmentBytes) {
      return bytes;
    }
    long size = size(bytes, segmentBytes);
    return Math.min(size, bytes - index * size);
  }

  private static long size(long bytes, long segmentBytes) {
    return Math.max(segmentBytes, (bytes - 1) / MOST + 1);
  }
}
