package org.foretell.observe;

import org.foretell.machine.Placement;

/** Messages and bytes that each rank sent and received, within its node and beyond. */
final class MessageStatistics {
  private static final int WIDTH = 8;
  private static final int SENT = 0;
  private static final int RECEIVED = 4;
  private static final int OFF_NODE = 2;

  private final Placement placement;
  private final long[] cells;

  MessageStatistics(Placement placement) {
    this.placement = placement;
    cells = new long[Math.multiplyExact(placement.ranks(), WIDTH)];
  }

  void message(int source, int destination, long bytes) {
    int way = placement.sameNode(source, destination) ? 0 : OFF_NODE;
    add(source * WIDTH + SENT + way, bytes);
    add(destination * WIDTH + RECEIVED + way, bytes);
  }

  private void add(int cell, long bytes) {
    add(cell, 1, bytes);
  }

  private void add(int cell, long messages, long bytes) {
    cells[cell] += messages;
    long sum = cells[cell + 1] + bytes;
    cells[cell + 1] = sum < 0 ? Long.MAX_VALUE : sum;
  }

  /** Adds what another collector has seen of other messages. */
  void add(MessageStatistics part) {
    for (int cell = 0; cell < cells.length; cell += 2) {
      add(cell, part.cells[cell], part.cells[cell + 1]);
    }
  }

  MessageVolume sent(int rank, boolean onNode) {
    return volume(rank * WIDTH + SENT + (onNode ? 0 : OFF_NODE));
  }

  MessageVolume received(int rank, boolean onNode) {
    return volume(rank * WIDTH + RECEIVED + (onNode ? 0 : OFF_NODE));
  }

  private MessageVolume volume(int cell) {
    return new MessageVolume(cells[cell], Total.of(cells[cell + 1]));
  }
}
