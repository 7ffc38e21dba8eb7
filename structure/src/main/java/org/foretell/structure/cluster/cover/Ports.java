package org.foretell.structure.cluster.cover;

import it.unimi.dsi.fastutil.longs.Long2IntOpenHashMap;
import it.unimi.dsi.fastutil.longs.LongArrayList;

/**
 * The channels of a rank, numbered in the order of first use: to or from a partner, with a tag.
 * Partners are distances modulo the number of ranks, so that ranks may share a table. Not thread
 * safe.
 */
final class Ports {
  private static final int SEND = 1;

  private final int ranks;
  private final Long2IntOpenHashMap numbers = new Long2IntOpenHashMap();
  private final LongArrayList distances = new LongArrayList();
  private final LongArrayList tags = new LongArrayList();
  private final LongArrayList directions = new LongArrayList();
  private long hash;

  Ports(int ranks) {
    this.ranks = ranks;
    numbers.defaultReturnValue(-1);
  }

  private long key(boolean sends, long distance, long tag) {
    // Tags of MPI are ints that are not negative.
    return ((distance << 31) | tag) << 1 | (sends ? SEND : 0);
  }

  /** The number of a channel of a rank, a new one if it has not been used before. */
  int use(boolean sends, int rank, long partner, long tag) {
    long distance = Math.floorMod(partner - rank, (long) ranks);
    long key = key(sends, distance, tag);
    int port = numbers.get(key);
    if (port < 0) {
      port = distances.size();
      numbers.put(key, port);
      distances.add(distance);
      tags.add(tag);
      directions.add(sends ? SEND : 0);
    }
    return port;
  }

  int size() {
    return distances.size();
  }

  /** Who is at the other end of a rank's channel. */
  int partner(int rank, int port) {
    return (int) ((rank + distances.getLong(port)) % ranks);
  }

  boolean sends(int port) {
    return directions.getLong(port) == SEND;
  }

  /** The number that a channel has at its other end, whose table is given; -1 if it has none. */
  int atPartner(int port, Ports partner) {
    long back = (ranks - distances.getLong(port)) % ranks;
    return partner.numbers.get(key(!sends(port), back, tags.getLong(port)));
  }

  /** A hash of the ops of the rank, channels being numbers of ports. */
  long hash() {
    return hash;
  }

  void mix(long value) {
    hash = mixed(hash, value);
  }

  static long mixed(long hash, long value) {
    long z = (hash + 0x9E37_79B9_7F4A_7C15L ^ value) * 0xBF58_476D_1CE4_E5B9L;
    z = (z ^ z >>> 27) * 0x94D0_49BB_1331_11EBL;
    return z ^ z >>> 31;
  }
}
