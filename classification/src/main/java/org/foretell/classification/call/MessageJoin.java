package org.foretell.classification.call;

/** Finds the calls on both sides of each message. */
final class MessageJoin {
  private final HalfQueues[] sends;
  private final HalfQueues[] receives;
  private final MessageSink sink;
  private long seen;
  private long joined;

  MessageJoin(int ranks, MessageSink sink) {
    this.sink = sink;
    sends = new HalfQueues[ranks];
    receives = new HalfQueues[ranks];
    for (int rank = 0; rank < ranks; rank++) {
      sends[rank] = new HalfQueues();
      receives[rank] = new HalfQueues();
    }
  }

  /** A message has met its receive. */
  void message(int source, int destination, int tag, long bytes, long sendPs, long receivePs) {
    seen++;
    Pair pair = new Pair(bytes);
    Half send = sends[source].arrived(pair, destination, tag, sendPs);
    if (send != null) {
      pair.send = send;
      send.pair = pair;
    }
    Half receive = receives[destination].arrived(pair, source, tag, receivePs);
    if (receive != null) {
      pair.receive = receive;
      receive.pair = pair;
    }
    tell(pair);
  }

  /** A rank has called a send, or has posted one. */
  void sent(Half send) {
    HalfQueues.Arrival found = sends[send.rank].called(send);
    if (found != null) {
      found.pair().send = send;
      send.pair = found.pair();
      tell(found.pair());
    }
  }

  /** A rank has called a receive, or has posted one. */
  void received(Half receive) {
    HalfQueues.Arrival found = receives[receive.rank].called(receive);
    if (found != null) {
      found.pair().receive = receive;
      receive.pair = found.pair();
      tell(found.pair());
    }
  }

  /** A rank has waited for one side. */
  void waited(Half half) {
    if (half.pair != null) {
      tell(half.pair);
    }
  }

  private void tell(Pair pair) {
    Half send = pair.send;
    Half receive = pair.receive;
    if (send != null && receive != null && send.isComplete && receive.isComplete) {
      joined++;
      sink.message(MessageTimes.of(send, receive, pair.bytes));
    }
  }

  long joined() {
    return joined;
  }

  long open() {
    return seen - joined;
  }
}
