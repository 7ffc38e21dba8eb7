package org.foretell.structure.dispatch;

import it.unimi.dsi.fastutil.ints.Int2IntOpenHashMap;
import org.foretell.trace.Communicator;
import org.foretell.trace.OpCode;
import org.foretell.trace.OpField;
import org.foretell.trace.OpView;

/**
 * The communicators of one rank that have all ranks in the order of the world: the world, which is
 * copy 0, and its duplicates in the order in which the rank makes them. All ranks make them
 * together, so a copy has the same number in each rank, whatever its ids are. Not thread safe.
 */
public final class WorldCopies {
  /** The number of a communicator that is no copy of the world. */
  public static final int NONE = -1;

  private final Int2IntOpenHashMap numbers = new Int2IntOpenHashMap();

  /** Begins with the world. */
  public WorldCopies() {
    numbers.defaultReturnValue(NONE);
    numbers.put(Communicator.WORLD, 0);
  }

  /**
   * Takes the next op of the rank, which may make a copy.
   *
   * @param op not kept
   */
  public void take(OpView op) {
    if (op.code() == OpCode.COMM_DUP && of(op) != NONE) {
      numbers.put((int) op.get(OpField.NEW_COMMUNICATOR), numbers.size());
    }
  }

  /**
   * {@return the number of the communicator of an op, or {@link #NONE}}
   *
   * @param op has a communicator
   */
  public int of(OpView op) {
    return numbers.get((int) op.get(OpField.COMMUNICATOR));
  }
}
