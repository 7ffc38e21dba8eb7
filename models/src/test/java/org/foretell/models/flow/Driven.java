package org.foretell.models.flow;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.foretell.model.FlowModel;
import org.foretell.model.Message;
import org.foretell.model.MutableMessage;

/**
 * Starts messages at given times and notes when they end, as the engine would: numbers of messages
 * that have ended are used again.
 */
final class Driven {
  /** A message; ranks are nodes. */
  record Start(long timePs, int source, int destination, long bytes) {}

  private final FlowModel model;
  private final List<Start> starts = new ArrayList<>();
  private final List<Integer> ended = new ArrayList<>();

  /** By number of a flow which message it is; numbers that are free. */
  private final List<Integer> messages = new ArrayList<>();

  private final Deque<Integer> free = new ArrayDeque<>();

  Driven(FlowModel model) {
    this.model = model;
  }

  /** Times must not go back. */
  Driven at(long timePs, int source, int destination, long bytes) {
    starts.add(new Start(timePs, source, destination, bytes));
    return this;
  }

  /** Times must not go back. */
  Driven at(List<Start> more) {
    starts.addAll(more);
    return this;
  }

  /** When each message ends, in the order of their starts. */
  long[] endsPs() {
    long[] ends = new long[starts.size()];
    int next = 0;
    while (true) {
      long change = model.nextChangePs();
      if (next < starts.size() && starts.get(next).timePs() < change) {
        long now = starts.get(next).timePs();
        for (; next < starts.size() && starts.get(next).timePs() == now; next++) {
          start(next, now);
        }
        continue;
      }
      if (change == FlowModel.NEVER) {
        return ends;
      }
      for (int flow = model.nextFinished(change);
          flow != FlowModel.NONE;
          flow = model.nextFinished(change)) {
        ends[messages.get(flow)] = change;
        ended.add(messages.get(flow));
        free.push(flow);
      }
    }
  }

  /** The messages in the order in which they ended. */
  List<Integer> ended() {
    return ended;
  }

  private void start(int number, long nowPs) {
    Start start = starts.get(number);
    if (free.isEmpty()) {
      free.push(messages.size());
      messages.add(number);
    }
    int flow = free.pop();
    messages.set(flow, number);
    Message message =
        new MutableMessage()
            .set(
                start.source(),
                start.destination(),
                start.source(),
                start.destination(),
                start.bytes(),
                true);
    model.start(flow, message, nowPs);
  }
}
