package org.foretell.models.flow;

import java.util.Arrays;

/**
 * When what happens next to each flow, the earliest on top; of equal times the flow that started
 * first. A 4-ary heap that knows where each flow stands.
 */
final class FlowHeap {
  private static final int ABSENT = -1;

  private long[] times = new long[64];
  private long[] orders = new long[64];
  private int[] flows = new int[64];
  private int size;

  /** By flow its place, {@link #ABSENT} when it is not here. */
  private int[] places = {};

  boolean isEmpty() {
    return size == 0;
  }

  /** Time of the earliest; there must be one. */
  long time() {
    return times[0];
  }

  /** The earliest flow. */
  int flow() {
    return flows[0];
  }

  /** Sets the time of a flow, whether it is here or not. */
  void set(int flow, long timePs, long order) {
    if (flow >= places.length) {
      int before = places.length;
      places = Arrays.copyOf(places, Math.max(2 * before, flow + 64));
      Arrays.fill(places, before, places.length, ABSENT);
    }
    int place = places[flow];
    if (place == ABSENT) {
      if (size == flows.length) {
        times = Arrays.copyOf(times, 2 * size);
        orders = Arrays.copyOf(orders, 2 * size);
        flows = Arrays.copyOf(flows, 2 * size);
      }
      rise(size++, flow, timePs, order);
    } else if (timePs < times[place]) {
      rise(place, flow, timePs, order);
    } else {
      sink(place, flow, timePs, order);
    }
  }

  /** Takes the earliest away. */
  void remove() {
    places[flows[0]] = ABSENT;
    size--;
    if (size > 0) {
      sink(0, flows[size], times[size], orders[size]);
    }
  }

  /** Takes a flow away if it is here. */
  void remove(int flow) {
    if (flow >= places.length || places[flow] == ABSENT) {
      return;
    }
    int place = places[flow];
    places[flow] = ABSENT;
    size--;
    if (place < size) {
      int last = flows[size];
      if (isBefore(times[size], orders[size], place)) {
        rise(place, last, times[size], orders[size]);
      } else {
        sink(place, last, times[size], orders[size]);
      }
    }
  }

  private void rise(int from, int flow, long timePs, long order) {
    int hole = from;
    while (hole > 0) {
      int parent = (hole - 1) >> 2;
      if (!isBefore(timePs, order, parent)) {
        break;
      }
      put(hole, flows[parent], times[parent], orders[parent]);
      hole = parent;
    }
    put(hole, flow, timePs, order);
  }

  private void sink(int from, int flow, long timePs, long order) {
    int hole = from;
    while (true) {
      int child = 4 * hole + 1;
      if (child >= size) {
        break;
      }
      int end = Math.min(child + 4, size);
      int least = child;
      for (int other = child + 1; other < end; other++) {
        if (isBefore(times[other], orders[other], least)) {
          least = other;
        }
      }
      if (isBefore(timePs, order, least)) {
        break;
      }
      put(hole, flows[least], times[least], orders[least]);
      hole = least;
    }
    put(hole, flow, timePs, order);
  }

  private boolean isBefore(long timePs, long order, int place) {
    long other = times[place];
    return timePs < other || (timePs == other && order < orders[place]);
  }

  private void put(int place, int flow, long timePs, long order) {
    times[place] = timePs;
    orders[place] = order;
    flows[place] = flow;
    places[flow] = place;
  }
}
