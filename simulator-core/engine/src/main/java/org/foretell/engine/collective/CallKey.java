package org.foretell.engine.collective;

/** Makes one number of what tells calls apart. */
final class CallKey {
  private CallKey() {}

  /** Two that differ become the same once in 2^64 times. */
  static long mix(long key, long value) {
    long mixed = (key ^ value) * 0xD6E8FEB86659FD93L;
    mixed = (mixed ^ mixed >>> 32) * 0xD6E8FEB86659FD93L;
    return mixed ^ mixed >>> 32;
  }
}
