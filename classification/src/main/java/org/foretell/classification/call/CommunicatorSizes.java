package org.foretell.classification.call;

import it.unimi.dsi.fastutil.ints.Int2LongOpenHashMap;
import it.unimi.dsi.fastutil.longs.Long2IntOpenHashMap;
import org.foretell.trace.Communicator;
import org.foretell.trace.OpField;
import org.foretell.trace.OpView;
import org.foretell.trace.TraceSource;

/**
 * How many members communicators have. One that the program makes is known by what it is made from,
 * which all members know alike: its parent, how many were made from that before, and its colour or
 * ranks.
 */
final class CommunicatorSizes {
  private static final long NONE = Long.MIN_VALUE;

  /** Of each rank, which communicator it means by a number. */
  private final Int2LongOpenHashMap[] names;

  private final Long2IntOpenHashMap sizes = new Long2IntOpenHashMap();

  /** Of each rank, how many were made from a parent. */
  private final Long2IntOpenHashMap[] made;

  CommunicatorSizes(TraceSource trace) {
    int ranks = trace.info().ranks();
    names = new Int2LongOpenHashMap[ranks];
    made = new Long2IntOpenHashMap[ranks];
    for (int rank = 0; rank < ranks; rank++) {
      names[rank] = new Int2LongOpenHashMap(2);
      names[rank].defaultReturnValue(NONE);
      made[rank] = new Long2IntOpenHashMap(1);
    }
    sizes.put(Communicator.WORLD, ranks);
    sizes.put(Communicator.SELF, 1);
    for (Communicator communicator : trace.tables().communicators()) {
      sizes.put(communicator.id(), communicator.size());
    }
  }

  private long key(int rank, int communicator) {
    long own = names[rank].get(communicator);
    return own == NONE ? communicator : own;
  }

  /** {@return how many members a communicator of a rank has; 0 if that is not known} */
  int size(int rank, int communicator) {
    return sizes.get(key(rank, communicator));
  }

  /** A rank has made a communicator. */
  void made(int rank, OpView op) {
    int name = (int) op.get(OpField.NEW_COMMUNICATOR);
    long parent = key(rank, op.communicator());
    int before = made[rank].addTo(parent, 1);
    if (name < Communicator.FIRST_FREE) {
      return;
    }
    long key = mixed(mixed(mixed(parent, before), op.code().ordinal()), op.get(OpField.COLOR));
    for (int i = 0; i < op.listLength(OpField.RANKS); i++) {
      key = mixed(key, op.listElement(OpField.RANKS, i));
    }
    // Negative ones are no ids of the trace.
    key |= Long.MIN_VALUE;
    names[rank].put(name, key);
    sizes.addTo(key, 1);
  }

  private static long mixed(long one, long other) {
    long mixed = (one ^ other * 0x9E37_79B9_7F4A_7C15L) * 0xBF58_476D_1CE4_E5B9L;
    return mixed ^ mixed >>> 29;
  }
}
