package org.foretell.extrapolation.fit;

import org.foretell.extrapolation.call.Call;
import org.foretell.extrapolation.grid.Grid;
import org.foretell.trace.Communicator;
import org.foretell.trace.CommunicatorMembers;
import org.foretell.trace.OpCode;
import org.foretell.trace.OpField;

/**
 * Where the partners of calls lie in a grid: below, beside or above the rank in each dimension, the
 * short way where the grid closes. One call site may serve all neighbours, and ranks at an edge
 * leave some of them out; then the direction tells which neighbour a call is for.
 */
final class Directions {
  /** One more than the directions in which a partner can lie in four dimensions. */
  private static final int COUNT = 3 * 3 * 3 * 3 + 1;

  private final Grid grid;
  private final CommunicatorMembers members;

  /**
   * @param grid of a trace
   * @param members of its communicators
   */
  Directions(Grid grid, CommunicatorMembers members) {
    this.grid = grid;
    this.members = members;
  }

  /** A number that is the same for all calls with partners in the same directions; 0 for none. */
  int of(int rank, Call call) {
    if (call.code().family() != OpCode.Family.POINT_TO_POINT) {
      return 0;
    }
    return of(rank, call, OpField.PEER) * COUNT + of(rank, call, OpField.RECEIVE_PEER);
  }

  private int of(int rank, Call call, OpField field) {
    int index = call.code().fields().indexOf(field);
    if (index < 0 || call.number(index) < 0) {
      return 0;
    }
    int communicator = (int) call.get(OpField.COMMUNICATOR, Communicator.WORLD);
    Integer peer = members.world(rank, communicator, call.number(index));
    if (peer == null) {
      return 0;
    }
    int[] here = grid.coordinates(rank);
    int[] there = grid.coordinates(peer);
    int code = 0;
    for (int d = 0; d < here.length; d++) {
      int offset = there[d] - here[d];
      boolean isAround = 2 * Math.abs(offset) > grid.sizes()[d];
      code = 3 * code + 1 + Integer.signum(isAround ? -offset : offset);
    }
    return code + 1;
  }
}
