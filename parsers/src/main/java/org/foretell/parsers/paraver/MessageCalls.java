package org.foretell.parsers.paraver;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.io.IOException;
import org.foretell.parsers.Losses;
import org.foretell.trace.OpCode;
import org.foretell.trace.OpField;
import org.foretell.trace.OpView;
import org.foretell.trace.TraceException;
import org.jspecify.annotations.Nullable;

/** Makes ops of the calls of one rank that send, receive and wait. */
final class MessageCalls {
  private static final long NEVER = -1;

  private final String file;
  private final RankOutput output;
  private final Losses losses;
  private final OpenRequests requests = new OpenRequests();
  private final int rank;
  private final MessageEnds sends;
  private final MessageEnds receives;
  private long lastCollective = NEVER;
  private long ofCollectives;
  private long toNobody;
  private long fromNobody;
  private long unknownWaits;
  private long idleTests;

  MessageCalls(PrvSurvey survey, String file, int rank, RankOutput output, Losses losses)
      throws IOException {
    this.file = file;
    this.rank = rank;
    this.output = output;
    this.losses = losses;
    sends = new MessageEnds(survey.spill(), PrvSpill.sends(rank));
    receives = new MessageEnds(survey.spill(), PrvSpill.receives(rank));
  }

  /** A send, a receive, or both. */
  void message(OpCode code, long begin, long end) throws IOException {
    before(begin);
    switch (code) {
      case SEND, BSEND, SSEND, RSEND, ISEND, IBSEND, ISSEND, IRSEND -> {
        MessageEnd sent = sends.poll(end);
        if (sent == null) {
          toNobody++;
        } else {
          send(code, sent);
        }
      }
      case RECV, IRECV -> {
        MessageEnd received = receives.poll(end);
        if (received == null) {
          fromNobody++;
        } else {
          receive(code, received);
        }
      }
      case SENDRECV, SENDRECV_REPLACE -> exchange(code, sends.poll(end), receives.poll(end));
      // Any other op is a probe.
      default -> losses.add("probes", "the trace does not say for what; the receives are there");
    }
  }

  private void send(OpCode code, MessageEnd sent) {
    OpView op =
        output
            .op
            .reset(code)
            .set(OpField.PEER, sent.peer())
            .set(OpField.TAG, sent.tag())
            .set(OpField.BYTES, sent.bytes());
    if (code.has(OpField.REQUEST)) {
      checkRequests();
      op.set(OpField.REQUEST, requests.startSend(sent.partnerTime()));
    }
    output.call();
  }

  private void receive(OpCode code, MessageEnd received) {
    OpView op =
        output
            .op
            .reset(code)
            .set(OpField.PEER, received.peer())
            .set(OpField.TAG, received.tag())
            .set(OpField.RECEIVE_BYTES, received.bytes());
    if (code.has(OpField.REQUEST)) {
      checkRequests();
      op.set(OpField.REQUEST, requests.startReceive(received.end()));
    }
    output.call();
  }

  private void exchange(OpCode code, @Nullable MessageEnd sent, @Nullable MessageEnd received) {
    OpView op = output.op.reset(code).set(OpField.PEER, OpView.PROC_NULL);
    op.set(OpField.RECEIVE_PEER, OpView.PROC_NULL);
    if (sent == null) {
      toNobody++;
    } else {
      op.set(OpField.PEER, sent.peer());
      op.set(OpField.TAG, sent.tag()).set(OpField.BYTES, sent.bytes());
    }
    if (received == null) {
      fromNobody++;
    } else {
      op.set(OpField.RECEIVE_PEER, received.peer());
      op.set(OpField.RECEIVE_TAG, received.tag()).set(OpField.RECEIVE_BYTES, received.bytes());
    }
    output.call();
  }

  /** Calls of persistent requests: each start is a send or a receive of its own. */
  void persistent(OpCode code, long begin, long end) throws IOException {
    before(begin);
    if (code != OpCode.START && code != OpCode.STARTALL) {
      losses.add("initialisations and frees of requests", "each start is a call of its own");
      return;
    }
    for (MessageEnd of = receives.poll(end); of != null; of = receives.poll(end)) {
      receive(OpCode.IRECV, of);
    }
    for (MessageEnd of = sends.poll(end); of != null; of = sends.poll(end)) {
      send(OpCode.ISEND, of);
    }
  }

  /** A wait or a test. */
  void completion(OpCode code, long begin, long end) throws IOException {
    before(begin);
    switch (code) {
      case WAIT, WAITANY, WAITSOME -> {
        int slot = requests.one(begin, end);
        IntArrayList slots = IntArrayList.of();
        if (code == OpCode.WAITSOME) {
          slots = requests.arrived(end, Integer.MAX_VALUE);
        }
        if (slot >= 0) {
          slots.add(0, slot);
        } else {
          unknownWaits++;
        }
        complete(slots);
      }
      case WAITALL -> {
        IntArrayList slots = requests.all(begin, end);
        unknownWaits += slots.isEmpty() ? 1 : 0;
        complete(slots);
      }
      // Any other op is a test.
      default -> {
        boolean isOfOne = code == OpCode.TEST || code == OpCode.TESTANY;
        IntArrayList slots = requests.arrived(end, isOfOne ? 1 : Integer.MAX_VALUE);
        idleTests += slots.isEmpty() ? 1 : 0;
        complete(slots);
      }
    }
  }

  private void complete(IntArrayList slots) {
    if (slots.size() == 1) {
      output.op.reset(OpCode.WAIT).set(OpField.REQUEST, slots.getInt(0));
      output.call();
    } else if (slots.size() > 1) {
      long[] all = slots.intStream().asLongStream().toArray();
      output.op.reset(OpCode.WAITALL).setList(OpField.REQUESTS, all);
      output.call();
    }
  }

  /** The slot of a non-blocking collective. */
  int startCollective() {
    checkRequests();
    return requests.startCollective();
  }

  private void checkRequests() {
    if (requests.open() == OpenRequests.LIMIT) {
      throw new TraceException(
          file
              + ": task "
              + (rank + 1)
              + ": expected at most "
              + OpenRequests.LIMIT
              + " requests without a wait, found one more");
    }
  }

  /**
   * A collective, a one-sided op or one on a file: the messages that began in it are its own. One
   * that began at its end may be that of the next call.
   */
  void withoutMessages(long begin, long end) throws IOException {
    before(begin);
    lastCollective = end;
    ofCollectives += passed(sends, end - 1) + passed(receives, end - 1);
  }

  private static long passed(MessageEnds ends, long latest) throws IOException {
    long count = 0;
    while (ends.poll(latest) != null) {
      count++;
    }
    return count;
  }

  /** No call takes the messages that began before a time and are left. */
  private void before(long time) throws IOException {
    check(sends, time, "sent");
    check(receives, time, "received");
  }

  private void check(MessageEnds ends, long time, String what) throws IOException {
    for (MessageEnd left = ends.poll(time - 1); left != null; left = ends.poll(time - 1)) {
      if (left.time() != lastCollective) {
        throw new TraceException(
            file
                + ": task "
                + (rank + 1)
                + ": a message is "
                + what
                + " at "
                + left.time()
                + ", but the task is in no call that could; the trace was cut, is damaged, or is"
                + " the timeline of a task graph, which has no calls");
      }
      ofCollectives++;
    }
  }

  /** The rank has ended. */
  void end() throws IOException {
    before(Long.MAX_VALUE);
    PrvSurvey.leaveOutEnds(losses, ofCollectives);
    losses.add(
        "sends and receives without a communication",
        toNobody + fromNobody,
        "they were to nobody, or their other end is not in the trace");
    losses.add("waits for requests that the trace does not have", unknownWaits, "nothing is open");
    losses.add("tests without a message", idleTests, "they found nothing, or a send");
    losses.add("requests that no wait completed", requests.open(), "nothing waits for them");
    losses.add(
        "handles of requests",
        requests.assumed(),
        "a wait that may have completed several things completes the oldest, or all that could be"
            + " complete");
  }
}
