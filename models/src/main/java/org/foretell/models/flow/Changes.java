package org.foretell.models.flow;

import java.util.Arrays;

/** When what happens next to each flow; of equal times the flow that started first comes first. */
final class Changes {
  private final FlowHeap heap = new FlowHeap();
  private long starts;

  /** By flow how many have started before. */
  private long[] order = {};

  /** Makes room for flows with numbers below this. */
  void reserve(int flows) {
    order = Arrays.copyOf(order, flows);
  }

  /** A flow starts. */
  void starts(int flow) {
    order[flow] = starts++;
  }

  /** Sets the time of a flow, whether it has one or not. */
  void set(int flow, long timePs) {
    heap.set(flow, timePs, order[flow]);
  }

  /** A flow has no time any more, if it has had one. */
  void remove(int flow) {
    heap.remove(flow);
  }

  /** Whether something happens at or before a time. */
  boolean isDue(long timePs) {
    return !heap.isEmpty() && heap.time() <= timePs;
  }

  /** Takes the flow that is first. */
  int takeFirst() {
    int flow = heap.flow();
    heap.remove();
    return flow;
  }

  /** When the first one is, at most {@code otherwisePs}. */
  long timePs(long otherwisePs) {
    return heap.isEmpty() ? otherwisePs : Math.min(otherwisePs, heap.time());
  }
}
