package org.foretell.models.flow;

import java.util.Arrays;
import org.foretell.machine.Topology;
import org.foretell.model.LinkObserver;
import org.foretell.time.Ps;

/**
 * Reports the load of links by flows to an observer. A flow is reported whenever its rate changes
 * and when it ends, so that the reported bytes moved evenly. Flows of a crowd change their rates
 * together and often; they are reported only as often as the observer can use it.
 */
final class CarriedBytes {
  /** Of the observer's resolution, by which rates of crowds are blurred at most. */
  private static final int FRACTION = 16;

  private final LinkObserver observer;
  private final int longestRoute;
  private final int[] route;
  private long nextPs;

  // By flow; links are those of the topology.
  private int[] links = {};
  private int[] length = {};
  private long[] bytes = {};
  private long[] told = {};
  private double[] whole = {};
  private long[] sincePs = {};

  CarriedBytes(LinkObserver observer, Topology topology) {
    this.observer = observer;
    longestRoute = topology.longestRoute();
    route = new int[longestRoute];
  }

  /** Where to put the links of a flow that {@link #starts}. */
  int[] route() {
    return route;
  }

  /**
   * A flow starts over the links in {@link #route}.
   *
   * @param count how many links it has
   * @param payload bytes to report
   * @param left what it has to move, in any unit
   */
  void starts(int flow, int count, long payload, double left) {
    if (flow >= length.length) {
      grow(flow + 1);
    }
    System.arraycopy(route, 0, links, flow * longestRoute, count);
    length[flow] = payload == 0 ? 0 : count;
    bytes[flow] = payload;
    told[flow] = 0;
    whole[flow] = left;
    sincePs[flow] = Long.MAX_VALUE;
  }

  /** A flow begins to move. */
  void moves(int flow, long fromPs) {
    sincePs[flow] = fromPs;
  }

  /** Whether it is time to report crowds that go on. */
  boolean isDue(long nowPs) {
    return nowPs >= nextPs;
  }

  /** All flows of crowds have been reported. */
  void toldAll(long nowPs) {
    nextPs = Ps.plus(nowPs, Math.max(1, observer.resolutionPs() / FRACTION));
  }

  /** How many numbers flows have had so far. */
  int flows() {
    return length.length;
  }

  /** Whether a flow moves over links. */
  boolean isMoving(int flow, long nowPs) {
    return length[flow] > 0 && sincePs[flow] < nowPs;
  }

  /** A flow goes on and has some left. */
  void tell(int flow, double left, long nowPs) {
    if (length[flow] == 0) {
      return;
    }
    double moved = bytes[flow] * (1 - left / whole[flow]);
    tell(flow, Math.min(bytes[flow], (long) moved), nowPs);
  }

  /** A flow has ended. */
  void ends(int flow, long nowPs) {
    tell(flow, bytes[flow], nowPs);
    length[flow] = 0;
  }

  private void tell(int flow, long until, long nowPs) {
    long carried = until - told[flow];
    if (carried <= 0) {
      return;
    }
    int first = flow * longestRoute;
    for (int i = first; i < first + length[flow]; i++) {
      observer.carried(links[i], carried, Math.min(sincePs[flow], nowPs), nowPs);
    }
    told[flow] = until;
    sincePs[flow] = nowPs;
  }

  private void grow(int least) {
    int size = Math.max(least, Math.max(64, 2 * length.length));
    links = Arrays.copyOf(links, Math.multiplyExact(size, longestRoute));
    length = Arrays.copyOf(length, size);
    bytes = Arrays.copyOf(bytes, size);
    told = Arrays.copyOf(told, size);
    whole = Arrays.copyOf(whole, size);
    sincePs = Arrays.copyOf(sincePs, size);
  }
}
