package org.foretell.analysis.recorded;

import it.unimi.dsi.fastutil.ints.Int2LongOpenHashMap;
import it.unimi.dsi.fastutil.longs.Long2IntOpenHashMap;
import org.foretell.trace.Communicator;
import org.foretell.trace.OpField;
import org.foretell.trace.OpView;

/**
 * What all members of a communicator call it. One that the program makes is known by what it is
 * made from, which all members know alike: its parent, how many were made from that before, and its
 * colour or ranks. For one rank.
 */
final class CommunicatorNames {
  private static final long NONE = Long.MIN_VALUE;

  private final int rank;
  private final Int2LongOpenHashMap names = new Int2LongOpenHashMap(2);
  private final Int2LongOpenHashMap windows = new Int2LongOpenHashMap(1);
  private final Long2IntOpenHashMap made = new Long2IntOpenHashMap(1);

  CommunicatorNames(int rank) {
    this.rank = rank;
    names.defaultReturnValue(NONE);
    windows.defaultReturnValue(NONE);
  }

  long of(int communicator) {
    if (communicator == Communicator.SELF) {
      return mixed(communicator, rank);
    }
    long own = names.get(communicator);
    return own == NONE ? communicator : own;
  }

  /** That of a window, or {@link Communicator#WORLD} if the window is not known. */
  long ofWindow(int window) {
    long own = windows.get(window);
    return own == NONE ? Communicator.WORLD : own;
  }

  void window(OpView op) {
    windows.put((int) op.get(OpField.OBJECT), of(op.communicator()));
  }

  /** The rank has made a communicator, or was there when others did. */
  void made(OpView op) {
    int name = (int) op.get(OpField.NEW_COMMUNICATOR);
    long parent = of(op.communicator());
    int before = made.addTo(parent, 1);
    if (name < Communicator.FIRST_FREE) {
      return;
    }
    long own = mixed(mixed(mixed(parent, before), op.code().ordinal()), op.get(OpField.COLOR));
    for (int i = 0; i < op.listLength(OpField.RANKS); i++) {
      own = mixed(own, op.listElement(OpField.RANKS, i));
    }
    // Negative ones are no ids of the trace.
    names.put(name, own | Long.MIN_VALUE | 1);
  }

  static long mixed(long one, long other) {
    long mixed = (one ^ other * 0x9E37_79B9_7F4A_7C15L) * 0xBF58_476D_1CE4_E5B9L;
    return mixed ^ mixed >>> 29;
  }
}
