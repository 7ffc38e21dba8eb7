package org.foretell.engine.message;

import java.util.Arrays;
import org.foretell.engine.kernel.RecordPool;
import org.foretell.trace.OpView;

/**
 * Finds the receive for a message and the message for a receive, each in constant time.
 *
 * <p>Without wildcards a channel (receiver, source, tag, communicator) is a queue. With them every
 * kept message stands in four queues: of its channel, of "any source", of "any tag" and of both,
 * and is taken out of all of them at once; a posted receive stands in the one queue that it names,
 * and a message takes the earliest posted of the four first ones.
 *
 * <p>{@code take...} remembers the channel it looked at, for the {@code keep...} that may follow.
 */
public class Matcher {
  private static final int EXACT = 0;
  private static final int ANY_SOURCE = 1;
  private static final int ANY_TAG = 2;
  private static final int KINDS = 4;

  public final MessagePool messages;
  public final ReceivePool receives = new ReceivePool();
  private final ChannelTable channels;
  private final boolean wildcards;

  /** With wildcards: at {@code message + 2 * kind} the message before, then the one after. */
  private int[] links;

  /** With wildcards: by number of the receive its place in the order in which all were posted. */
  private long[] orders;

  private long posted;
  private int channel;

  public Matcher(int ranks, boolean wildcards) {
    this(ranks, wildcards, new MessagePool());
  }

  /** With messages that other matchers may keep at other times. */
  public Matcher(int ranks, boolean wildcards, MessagePool messages) {
    this.messages = messages;
    channels = new ChannelTable(ranks);
    this.wildcards = wildcards;
    links = new int[wildcards ? 8192 : 0];
    orders = new long[wildcards ? 1024 : 0];
  }

  /** Whether receives and probes may name any source or any tag. */
  public boolean wildcards() {
    return wildcards;
  }

  /** Takes the receive that a message matches, see {@link #takeReceive(int, int, int, int)}. */
  public final int takeReceive(int message) {
    return takeReceive(
        messages.destination(message),
        messages.source(message),
        messages.tag(message),
        messages.context(message));
  }

  /** Takes the receive that a message matches, {@link RecordPool#NONE} when there is none. */
  public int takeReceive(int receiver, int source, int tag, int context) {
    if (wildcards) {
      return takeEarliestReceive(receiver, source, tag, context);
    }
    channel = channels.locate(receiver, source, tag, context);
    int receive = channels.firstReceive(channel);
    if (receive != RecordPool.NONE) {
      removeFirstReceive(channel, receive);
    }
    return receive;
  }

  private int takeEarliestReceive(int receiver, int source, int tag, int context) {
    int earliest = RecordPool.NONE;
    int earliestKind = EXACT;
    for (int kind = 0; kind < KINDS; kind++) {
      int receive = channels.firstReceive(locate(kind, receiver, source, tag, context));
      if (receive != RecordPool.NONE
          && (earliest == RecordPool.NONE || isBefore(receive, earliest))) {
        earliest = receive;
        earliestKind = kind;
      }
    }
    if (earliest != RecordPool.NONE) {
      removeFirstReceive(locate(earliestKind, receiver, source, tag, context), earliest);
    }
    return earliest;
  }

  /** As {@link #takeReceive(int, int, int, int)}, but leaves it there. */
  public int peekReceive(int receiver, int source, int tag, int context) {
    if (!wildcards) {
      return channels.firstReceive(channels.locate(receiver, source, tag, context));
    }
    int earliest = RecordPool.NONE;
    for (int kind = 0; kind < KINDS; kind++) {
      int receive = channels.firstReceive(locate(kind, receiver, source, tag, context));
      if (receive != RecordPool.NONE
          && (earliest == RecordPool.NONE || isBefore(receive, earliest))) {
        earliest = receive;
      }
    }
    return earliest;
  }

  private boolean isBefore(int receive, int other) {
    return orders[receive / ReceivePool.STRIDE] < orders[other / ReceivePool.STRIDE];
  }

  private int locate(int kind, int receiver, int source, int tag, int context) {
    return channels.locate(
        receiver,
        (kind & ANY_SOURCE) != 0 ? OpView.ANY : source,
        (kind & ANY_TAG) != 0 ? OpView.ANY : tag,
        context);
  }

  private void removeFirstReceive(int from, int receive) {
    int next = receives.next(receive);
    channels.receives(from, next, next == RecordPool.NONE ? next : channels.lastReceive(from));
  }

  /** Keeps a message for which {@link #takeReceive} has just found nothing. */
  public void keepMessage(int message) {
    if (wildcards) {
      for (int kind = 0; kind < KINDS; kind++) {
        appendLinked(message, kind);
      }
      return;
    }
    int last = channels.lastMessage(channel);
    if (last == RecordPool.NONE) {
      channels.messages(channel, message, message);
    } else {
      messages.next(last, message);
      channels.messages(channel, channels.firstMessage(channel), message);
    }
  }

  /**
   * Takes the message that a receive matches, {@link RecordPool#NONE} when there is none.
   *
   * @param source world rank or ANY
   * @param tag tag or ANY
   */
  public int takeMessage(int receiver, int source, int tag, int context) {
    int message = peekMessage(receiver, source, tag, context);
    if (message != RecordPool.NONE) {
      if (wildcards) {
        for (int kind = 0; kind < KINDS; kind++) {
          removeLinked(message, kind);
        }
      } else {
        int next = messages.next(message);
        channels.messages(
            channel, next, next == RecordPool.NONE ? next : channels.lastMessage(channel));
      }
    }
    return message;
  }

  /** As {@link #takeMessage}, but leaves it there. */
  public int peekMessage(int receiver, int source, int tag, int context) {
    channel = channels.locate(receiver, source, tag, context);
    return channels.firstMessage(channel);
  }

  /** Keeps a receive for which {@link #takeMessage} has just found nothing. */
  public int keepReceive(int slot, long postedPs, long capacityBytes, long operation) {
    int receive = receives.create(slot, postedPs, capacityBytes, operation);
    if (wildcards) {
      int index = receive / ReceivePool.STRIDE;
      if (index >= orders.length) {
        orders = Arrays.copyOf(orders, 2 * index);
      }
      orders[index] = posted++;
    }
    int last = channels.lastReceive(channel);
    if (last == RecordPool.NONE) {
      channels.receives(channel, receive, receive);
    } else {
      receives.next(last, receive);
      channels.receives(channel, channels.firstReceive(channel), receive);
    }
    return receive;
  }

  private void appendLinked(int message, int kind) {
    if (message >= links.length) {
      links = Arrays.copyOf(links, Math.max(2 * links.length, 2 * message));
    }
    int queue = locateOf(message, kind);
    int last = channels.lastMessage(queue);
    int link = message + 2 * kind;
    links[link] = last;
    links[link + 1] = RecordPool.NONE;
    if (last == RecordPool.NONE) {
      channels.messages(queue, message, message);
    } else {
      links[last + 2 * kind + 1] = message;
      channels.messages(queue, channels.firstMessage(queue), message);
    }
  }

  private void removeLinked(int message, int kind) {
    int queue = locateOf(message, kind);
    int link = message + 2 * kind;
    int before = links[link];
    int after = links[link + 1];
    int first = channels.firstMessage(queue);
    int last = channels.lastMessage(queue);
    if (before == RecordPool.NONE) {
      first = after;
    } else {
      links[before + 2 * kind + 1] = after;
    }
    if (after == RecordPool.NONE) {
      last = before;
    } else {
      links[after + 2 * kind] = before;
    }
    channels.messages(queue, first, last);
  }

  private int locateOf(int message, int kind) {
    return locate(
        kind,
        messages.destination(message),
        messages.source(message),
        messages.tag(message),
        messages.context(message));
  }

  /** Sees what is left over or waited for. */
  public interface Visitor {
    void receive(int receive, int rank, int source, int tag);

    void message(int message);
  }

  /** Visits every kept receive and message, in no particular order. */
  public void forEach(Visitor visitor) {
    channels.forEach(
        (receiver, source, tag, firstReceive, firstMessage) -> {
          for (int r = firstReceive; r != RecordPool.NONE; r = receives.next(r)) {
            visitor.receive(r, receiver, source, tag);
          }
          if (wildcards && (source == OpView.ANY || tag == OpView.ANY)) {
            return;
          }
          for (int m = firstMessage; m != RecordPool.NONE; m = after(m)) {
            visitor.message(m);
          }
        });
  }

  private int after(int message) {
    return wildcards ? links[message + 1] : messages.next(message);
  }
}
