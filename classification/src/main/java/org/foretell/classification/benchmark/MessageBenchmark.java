package org.foretell.classification.benchmark;

import static org.foretell.classification.kind.CommunicationClass.LATE_RECEIVE;
import static org.foretell.classification.kind.CommunicationClass.LATE_RECEIVE_POST;
import static org.foretell.classification.kind.CommunicationClass.LATE_RECEIVE_WAIT;
import static org.foretell.classification.kind.CommunicationClass.LATE_SEND;
import static org.foretell.classification.kind.CommunicationClass.LATE_SEND_POST;
import static org.foretell.classification.kind.CommunicationClass.LATE_SEND_WAIT;
import static org.foretell.classification.kind.CommunicationClass.NORMAL;

import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.random.RandomGenerator;
import org.foretell.classification.call.CallMode;
import org.foretell.classification.kind.CommunicationClass;
import org.foretell.trace.OpCode;
import org.foretell.trace.OpField;
import org.foretell.trace.TraceSource;

/**
 * Programs of two ranks that emulate each class of messages (figure 8 of Vetter's paper): rank 0
 * sends to rank 1, and one of the four calls comes too late. In some, a side is posted early or
 * waited for later without harm, which does not count as late.
 */
public final class MessageBenchmark {
  private static final int SENDER = 0;
  private static final int RECEIVER = 1;

  /** Normal times of messages between two measurements. */
  private static final double REST = 4;

  /** A message is on its way for a normal time of it, and nothing can be late that ends it. */
  private static final double MESSAGE = 1;

  /** What is late as well is at most so much of what is late. */
  private static final double LESS = 0.5;

  private static final OpField[] SENT = {OpField.PEER, OpField.BYTES};
  private static final OpField[] RECEIVED = {OpField.PEER, OpField.RECEIVE_BYTES};
  private static final OpField[] POSTED = {OpField.PEER, OpField.BYTES, OpField.REQUEST};
  private static final OpField[] AWAITED = {OpField.PEER, OpField.RECEIVE_BYTES, OpField.REQUEST};
  private static final OpField[] BOTH_WAYS = {
    OpField.PEER, OpField.BYTES, OpField.RECEIVE_PEER, OpField.RECEIVE_BYTES
  };

  /** What is not as plain as it could be, though not late. */
  private enum Variant {
    PLAIN,
    RECEIVE_POSTED_EARLY,
    SEND_WAITED_LATER,
    BOTH_OVERLAPPED,
    /** Posted and waited for late, one of them much later than the other. */
    RECEIVE_LATE_TWICE,
    /** One call waits for the send and for something else that takes longer. */
    SEND_WAITED_WITH_ANOTHER,
    /** The same of the receive. */
    RECEIVE_WAITED_WITH_ANOTHER
  }

  /**
   * When calls come, in normal times: before a side is posted, from there to its wait, and how long
   * the other rank computes before it sends what is waited for too.
   */
  private record Schedule(
      double send, double sendWait, double receive, double receiveWait, double another) {}

  /** What one program has of a class. */
  private record Case(CommunicationClass label, CallMode send, CallMode receive, Variant variant) {}

  private MessageBenchmark() {}

  /**
   * The calls and the size of a message.
   *
   * @param send how it is sent
   * @param receive how it is received
   * @param bytes payload
   */
  public record Shape(CallMode send, CallMode receive, long bytes) {}

  /**
   * {@return a program whose messages are all normal, to measure their times}
   *
   * @param sizes of messages, bytes
   * @param iterations of each, at least 1
   */
  public static TraceSource normal(List<Long> sizes, int iterations) {
    BenchmarkTrace trace = new BenchmarkTrace(2);
    for (long bytes : sizes) {
      for (int i = 0; i < iterations; i++) {
        for (CallMode send : CallMode.values()) {
          for (CallMode receive : CallMode.values()) {
            if ((send == CallMode.EXCHANGE) == (receive == CallMode.EXCHANGE)) {
              Case plain = new Case(NORMAL, send, receive, Variant.PLAIN);
              // The network is idle again after a time that does not matter as long as it is long.
              write(trace, plain, bytes, new Schedule(0, 0, 0, 0, 0), 1e9 + 1e4 * bytes);
            }
          }
        }
      }
    }
    return trace.build();
  }

  /**
   * {@return a program with messages of all classes, each in a phase named after it}
   *
   * @param sizes of messages, bytes
   * @param iterations of each class, way to call it, and size; at least 1
   * @param delays how late they are
   * @param normalPs the normal time of a message, picoseconds
   * @param random decides the delays
   */
  public static TraceSource labelled(
      List<Long> sizes,
      int iterations,
      Delays delays,
      ToDoubleFunction<Shape> normalPs,
      RandomGenerator random) {
    BenchmarkTrace trace = new BenchmarkTrace(2);
    for (long bytes : sizes) {
      for (CallMode send : CallMode.values()) {
        for (CallMode receive : CallMode.values()) {
          double unitPs = Math.max(1000, normalPs.applyAsDouble(new Shape(send, receive, bytes)));
          for (CommunicationClass label : CommunicationClass.values()) {
            for (Variant variant : Variant.values()) {
              Case one = new Case(label, send, receive, variant);
              for (int i = 0; isPossible(one) && i < iterations; i++) {
                write(trace, one, bytes, schedule(one, delays, random), unitPs);
              }
            }
          }
        }
      }
    }
    return trace.build();
  }

  private static boolean isPossible(Case one) {
    boolean sendWaits = one.send() == CallMode.NON_BLOCKING;
    boolean receiveWaits = one.receive() == CallMode.NON_BLOCKING;
    if (one.send() == CallMode.EXCHANGE || one.receive() == CallMode.EXCHANGE) {
      return one.send() == one.receive()
          && one.variant() == Variant.PLAIN
          && (one.label() == NORMAL || one.label() == LATE_RECEIVE);
    }
    boolean hasVariant =
        switch (one.variant()) {
          case PLAIN -> true;
          case RECEIVE_POSTED_EARLY -> receiveWaits && one.label() != LATE_RECEIVE_POST;
          case SEND_WAITED_LATER -> sendWaits && one.label() != LATE_SEND_WAIT;
          case BOTH_OVERLAPPED ->
              sendWaits
                  && receiveWaits
                  && one.label() != LATE_RECEIVE_POST
                  && one.label() != LATE_SEND_WAIT;
          case RECEIVE_LATE_TWICE ->
              one.label() == LATE_RECEIVE_POST || one.label() == LATE_RECEIVE_WAIT;
          case SEND_WAITED_WITH_ANOTHER -> sendWaits;
          case RECEIVE_WAITED_WITH_ANOTHER -> receiveWaits;
        };
    return hasVariant
        && switch (one.label()) {
          case NORMAL -> true;
          case LATE_SEND -> !sendWaits;
          case LATE_SEND_POST, LATE_SEND_WAIT -> sendWaits;
          case LATE_RECEIVE -> !receiveWaits;
          case LATE_RECEIVE_POST, LATE_RECEIVE_WAIT -> receiveWaits;
          case LATE_ARRIVAL, LATE_PUT, LATE_WAIT -> false;
        };
  }

  private static Schedule schedule(Case one, Delays delays, RandomGenerator random) {
    // One side comes after the other; what is late is so beside that.
    double apart = delays.normal(random);
    boolean isSendSecond = random.nextBoolean();
    double send = isSendSecond ? apart : 0;
    double receive = isSendSecond ? 0 : apart;
    double sendWait = 0;
    double receiveWait = 0;
    if (one.variant() == Variant.RECEIVE_POSTED_EARLY || one.variant() == Variant.BOTH_OVERLAPPED) {
      receiveWait = delays.early(random);
      send += receiveWait;
    }
    double late = one.label() == NORMAL ? 0 : delays.late(random);
    switch (one.label()) {
      case LATE_SEND, LATE_SEND_POST -> send += receive + late;
      case LATE_SEND_WAIT -> sendWait = MESSAGE + receive + late;
      case LATE_RECEIVE, LATE_RECEIVE_POST -> receive += send + late;
      case LATE_RECEIVE_WAIT -> receiveWait += MESSAGE + apart + late;
      default -> {
        // Nothing is late.
      }
    }
    if (one.variant() == Variant.SEND_WAITED_LATER || one.variant() == Variant.BOTH_OVERLAPPED) {
      // Others come late anyway, or the wait begins before the message has ended.
      boolean receiverIsLate =
          switch (one.label()) {
            case LATE_RECEIVE, LATE_RECEIVE_POST, LATE_RECEIVE_WAIT -> true;
            default -> false;
          };
      sendWait = (receiverIsLate ? late : delays.tolerance()) * random.nextDouble();
    }
    if (one.variant() == Variant.RECEIVE_LATE_TWICE) {
      // The larger lateness decides.
      double other = LESS * late * random.nextDouble();
      receive += one.label() == LATE_RECEIVE_WAIT ? other : 0;
      receiveWait += one.label() == LATE_RECEIVE_POST ? other : 0;
    }
    return new Schedule(send, sendWait, receive, receiveWait, delays.early(random));
  }

  private static void write(
      BenchmarkTrace trace, Case one, long bytes, Schedule schedule, double unitPs) {
    trace.barrier();
    String sent = marker(one.label(), one.variant());
    // The late rank of an exchange is late with its send too.
    String received =
        one.send() == CallMode.EXCHANGE && one.label() == LATE_RECEIVE
            ? marker(LATE_SEND, one.variant())
            : sent;
    trace.begin(SENDER, sent);
    trace.begin(RECEIVER, received);
    trace.compute(SENDER, (REST + schedule.send()) * unitPs);
    trace.compute(RECEIVER, (REST + schedule.receive()) * unitPs);
    boolean isSendWithAnother = one.variant() == Variant.SEND_WAITED_WITH_ANOTHER;
    boolean isReceiveWithAnother = one.variant() == Variant.RECEIVE_WAITED_WITH_ANOTHER;
    switch (one.send()) {
      case BLOCKING -> trace.add(SENDER, OpCode.SEND, SENT, RECEIVER, bytes);
      case NON_BLOCKING -> {
        trace.add(SENDER, OpCode.ISEND, POSTED, RECEIVER, bytes, 0);
        await(trace, SENDER, schedule.sendWait() * unitPs, isSendWithAnother);
      }
      case EXCHANGE ->
          trace.add(SENDER, OpCode.SENDRECV, BOTH_WAYS, RECEIVER, bytes, RECEIVER, bytes);
    }
    switch (one.receive()) {
      case BLOCKING -> trace.add(RECEIVER, OpCode.RECV, RECEIVED, SENDER, bytes);
      case NON_BLOCKING -> {
        trace.add(RECEIVER, OpCode.IRECV, AWAITED, SENDER, bytes, 0);
        await(trace, RECEIVER, schedule.receiveWait() * unitPs, isReceiveWithAnother);
      }
      case EXCHANGE ->
          trace.add(RECEIVER, OpCode.SENDRECV, BOTH_WAYS, SENDER, bytes, SENDER, bytes);
    }
    trace.end(SENDER, sent);
    trace.end(RECEIVER, received);
    if (isSendWithAnother || isReceiveWithAnother) {
      // In no phase, so that it is no example.
      int other = isSendWithAnother ? RECEIVER : SENDER;
      trace.compute(other, schedule.another() * unitPs);
      trace.add(other, OpCode.SEND, SENT, 1 - other, 0);
    }
  }

  /** A rank computes, and then waits for what it has posted, perhaps with a message to it. */
  private static void await(BenchmarkTrace trace, int rank, double durationPs, boolean isBoth) {
    if (isBoth) {
      trace.add(rank, OpCode.IRECV, AWAITED, 1 - rank, 0, 1);
    }
    trace.compute(rank, durationPs);
    if (isBoth) {
      trace.waitAll(rank, 0, 1);
    } else {
      trace.add(rank, OpCode.WAIT, OpField.REQUEST, 0);
    }
  }

  private static String marker(CommunicationClass label, Variant variant) {
    return switch (variant) {
      case PLAIN -> label.words();
      case RECEIVE_POSTED_EARLY -> label.words() + ": receive posted early";
      case SEND_WAITED_LATER -> label.words() + ": send waited for later";
      case BOTH_OVERLAPPED -> label.words() + ": both overlapped";
      case RECEIVE_LATE_TWICE -> label.words() + ": receive late twice";
      case SEND_WAITED_WITH_ANOTHER -> label.words() + ": send waited for with another";
      case RECEIVE_WAITED_WITH_ANOTHER -> label.words() + ": receive waited for with another";
    };
  }
}
