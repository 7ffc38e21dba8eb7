package org.foretell.engine.reference;

import static org.foretell.trace.OpField.COMMUNICATOR;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.foretell.machine.Placement;
import org.foretell.trace.Communicator;
import org.foretell.trace.OpCode;
import org.foretell.trace.OpField;
import org.foretell.trace.OpListTrace;
import org.foretell.trace.OpView;

/**
 * Gives the ranks of a trace other numbers. Only for traces that use no communicators but the world
 * and self.
 */
final class Renumbering {
  private final int[] newNumber;

  Renumbering(int... newNumber) {
    this.newNumber = newNumber;
  }

  int of(int rank) {
    return newNumber[rank];
  }

  OpListTrace of(OpListTrace trace) {
    int[] oldNumber = new int[newNumber.length];
    for (int rank = 0; rank < newNumber.length; rank++) {
      oldNumber[newNumber[rank]] = rank;
    }
    OpListTrace renumbered = new OpListTrace(newNumber.length);
    for (int rank = 0; rank < newNumber.length; rank++) {
      for (OpView op : trace.program(oldNumber[rank])) {
        renumbered.add(rank, of(op));
      }
    }
    return renumbered;
  }

  Placement of(Placement placement) {
    int[] nodes = new int[newNumber.length];
    for (int rank = 0; rank < newNumber.length; rank++) {
      nodes[newNumber[rank]] = placement.node(rank);
    }
    return new Placement("renumbered", nodes, new int[nodes.length]);
  }

  private OpView of(OpView op) {
    OpView copy = new OpView();
    copy.copyFrom(op);
    boolean inWorld =
        op.code().has(COMMUNICATOR)
            ? op.communicator() == Communicator.WORLD
            : op.code().family() == OpCode.Family.SHMEM;
    if (!inWorld) {
      return copy;
    }
    for (OpField field : op.code().fields()) {
      switch (field) {
        case PEER, RECEIVE_PEER, MATCHED_PEER, ROOT -> {
          if (op.get(field) >= 0) {
            copy.set(field, newNumber[(int) op.get(field)]);
          }
        }
        case SEND_BYTES_BY_RANK, RECEIVE_BYTES_BY_RANK -> {
          long[] old = op.list(field);
          if (old.length == 1) {
            // a total
            copy.setList(field, old);
            continue;
          }
          long[] list = new long[old.length];
          IntStream.range(0, old.length).forEach(i -> list[newNumber[i]] = old[i]);
          copy.setList(field, list);
        }
        case RANKS ->
            copy.setList(
                field, Arrays.stream(op.list(field)).map(i -> newNumber[(int) i]).toArray());
        default -> {}
      }
    }
    return copy;
  }
}
