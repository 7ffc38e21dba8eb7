package org.foretell.models.flow;

import java.util.Arrays;
import org.foretell.model.FlowModel;
import org.foretell.time.Ps;

/**
 * When the flows of crowds end. All flows of a crowd have the same level, so what each has moved
 * for its weight grows alike; a flow ends when this <em>progress</em> of the crowd has come to
 * where it was when the flow entered plus what the flow then had left for its weight. So the order
 * in which they end does not change with the level, and only the first has to be looked at.
 *
 * <p>What is a flow here may be a bundle of flows, see {@link MovingFlows}.
 */
final class CrowdEnds {
  /** Stands for any end beyond the representable times. */
  static final long LATEST_PS = FlowModel.NEVER - 1;

  /**
   * How many times as large as what a flow has left the progress of its crowd may be when it
   * enters; of more progress too few digits would be left for the flow.
   */
  private static final double MOST_PROGRESS = 1 << 20;

  // By crowd.
  private int[] flows = {};
  private double[] level = {};
  private double[] progress = {};
  private long[] sincePs = {};
  private LevelHeap[] ends = {};

  /** By crowd when the first of its flows ends. */
  private final FlowHeap first = new FlowHeap();

  // By flow.

  /** The progress at which it ends. */
  private double[] endsAt = {};

  /** The crowd in which it is to end, {@link Crowds#NONE} if it does so now or has left. */
  private int[] endsIn = {};

  /** When the first flow ends, {@link FlowModel#NEVER} if there is none. */
  long timePs() {
    return first.isEmpty() ? FlowModel.NEVER : first.time();
  }

  /**
   * Takes the flow that ends first out of those that are to end; it stays in its crowd until it
   * {@linkplain #leave leaves}.
   */
  int takeFirst() {
    int crowd = first.flow();
    int flow = ends[crowd].id();
    ends[crowd].remove();
    endsIn[flow] = Crowds.NONE;
    schedule(crowd);
    return flow;
  }

  /**
   * A flow enters a crowd.
   *
   * @param leftForWeight what it has left to move over its weight
   */
  void enter(int crowd, int flow, double leftForWeight, long nowPs) {
    if (crowd >= ends.length) {
      growCrowds(crowd + 1);
    }
    if (flow >= endsAt.length) {
      int size = Math.max(2 * endsAt.length, flow + 64);
      endsAt = Arrays.copyOf(endsAt, size);
      endsIn = Arrays.copyOf(endsIn, size);
    }
    if (flows[crowd]++ == 0) {
      progress[crowd] = 0;
      level[crowd] = 0;
    }
    double now = progress(crowd, nowPs);
    if (leftForWeight > 0 && now > MOST_PROGRESS * leftForWeight) {
      startAnew(crowd, now, nowPs);
      now = 0;
    }
    endsAt[flow] = now + leftForWeight;
    endsIn[flow] = crowd;
    LevelHeap heap = ends[crowd];
    if (heap.size() > 2 * flows[crowd] + LevelHeap.SMALLEST) {
      heap.retain((key, other) -> isToEnd(crowd, key, other));
    }
    heap.add(endsAt[flow], flow);
  }

  /** Counts the progress of a crowd from now on. */
  private void startAnew(int crowd, double until, long nowPs) {
    progress[crowd] = 0;
    sincePs[crowd] = nowPs;
    LevelHeap heap = ends[crowd];
    heap.retain((key, flow) -> isToEnd(crowd, key, flow));
    heap.lower(until);
    for (int i = 0; i < heap.size(); i++) {
      endsAt[heap.id(i)] = heap.key(i);
    }
  }

  /** Whether what was added of a flow still holds: it has neither left since nor come back. */
  private boolean isToEnd(int crowd, double key, int flow) {
    return endsIn[flow] == crowd && endsAt[flow] == key;
  }

  /**
   * A flow leaves its crowd. Where that dissolves, the caller sets its level next.
   *
   * @return what it has left to move over its weight, below 0 by as much as it has been rounded
   */
  double leave(int crowd, int flow, long nowPs) {
    double left = left(crowd, flow, nowPs);
    endsIn[flow] = Crowds.NONE;
    if (--flows[crowd] == 0) {
      ends[crowd].clear();
      first.remove(crowd);
    }
    return left;
  }

  /** The level of a crowd. */
  double level(int crowd) {
    return level[crowd];
  }

  /** What a flow that stays in its crowd has left to move over its weight. */
  double left(int crowd, int flow, long nowPs) {
    return endsAt[flow] - progress(crowd, nowPs);
  }

  /** A crowd goes on at another level; at 0 it has been dissolved. */
  void setLevel(int crowd, double newLevel, long nowPs) {
    if (crowd >= ends.length) {
      growCrowds(crowd + 1); // all of it end now
    }
    progress[crowd] = progress(crowd, nowPs);
    sincePs[crowd] = nowPs;
    level[crowd] = newLevel;
    if (newLevel == 0) {
      ends[crowd].clear();
    }
    schedule(crowd);
  }

  private double progress(int crowd, long nowPs) {
    long span = nowPs - sincePs[crowd];
    return span == 0 ? progress[crowd] : progress[crowd] + level[crowd] * span;
  }

  private void schedule(int crowd) {
    LevelHeap heap = ends[crowd];
    while (!heap.isEmpty() && !isToEnd(crowd, heap.key(), heap.id())) {
      heap.remove();
    }
    if (heap.isEmpty()) {
      first.remove(crowd);
      return;
    }
    double span = Math.max(0, heap.key() - progress[crowd]) / level[crowd];
    first.set(crowd, endPs(sincePs[crowd], span), crowd);
  }

  private void growCrowds(int least) {
    int before = ends.length;
    int size = Math.max(least, Math.max(16, 2 * before));
    flows = Arrays.copyOf(flows, size);
    level = Arrays.copyOf(level, size);
    progress = Arrays.copyOf(progress, size);
    sincePs = Arrays.copyOf(sincePs, size);
    ends = Arrays.copyOf(ends, size);
    for (int crowd = before; crowd < size; crowd++) {
      ends[crowd] = new LevelHeap();
    }
  }

  /** When a flow ends if its rate stays; too late is no mistake yet, since the rate may rise. */
  static long endPs(long nowPs, double spanPs) {
    return spanPs < LATEST_PS - nowPs ? nowPs + Ps.round(spanPs) : LATEST_PS;
  }
}
