package org.foretell.engine;

/**
 * What happens next under a slot model, ordered by time, then by the order in which it became
 * known.
 */
final class SlotEvents {
  /** A rank's burst ends. */
  static final int BURST_ENDS = 0;

  /** A transfer frees its slots. */
  static final int TRANSFER_LEAVES = 1;

  /** A transfer arrives. */
  static final int TRANSFER_ARRIVES = 2;

  /** A collective frees its slots. */
  static final int COLLECTIVE_LEAVES = 3;

  /** A collective ends. */
  static final int COLLECTIVE_ENDS = 4;

  /** The startup of an answer, which needs no CPU, is over. */
  static final int ANSWER_STARTS = 5;

  private static final int KIND_BITS = 3;

  private final MessageHeap heap = new MessageHeap();
  private long sequence;
  private long nowPs;

  long nowPs() {
    return nowPs;
  }

  void add(int kind, int index, long timePs) {
    heap.add(index << KIND_BITS | kind, timePs, sequence++);
  }

  boolean isEmpty() {
    return heap.time() == EventTree.NONE;
  }

  /** Takes the next event; its time becomes the present. */
  int poll() {
    nowPs = heap.time();
    return heap.poll();
  }

  static int kind(int event) {
    return event & ((1 << KIND_BITS) - 1);
  }

  static int index(int event) {
    return event >>> KIND_BITS;
  }
}
