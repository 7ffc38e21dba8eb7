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
 * waited for later without harm, which is not what is late.
 */
public final class MessageBenchmark {
  private static final int SENDER = 0;
  private static final int RECEIVER = 1;

  /** Normal times of messages between two measurements. */
  private static final double REST = 4;

  private static final OpField[] SENT = {OpField.PEER, OpField.BYTES};
  private static final OpField[] RECEIVED = {OpField.PEER, OpField.RECEIVE_BYTES};
  private static final OpField[] POSTED = {OpField.PEER, OpField.BYTES, OpField.REQUEST};
  private static final OpField[] AWAITED = {OpField.PEER, OpField.RECEIVE_BYTES, OpField.REQUEST};
  private static final OpField[] BOTH = {
    OpField.PEER, OpField.BYTES, OpField.RECEIVE_PEER, OpField.RECEIVE_BYTES
  };

  /** What is not as plain as it could be, though not late. */
  private enum Variant {
    PLAIN,
    RECEIVE_POSTED_EARLY,
    SEND_WAITED_LATER,
    BOTH_OVERLAPPED
  }

  /** When calls come, in normal times: before a side is posted, and from there to its wait. */
  private record Schedule(double send, double sendWait, double receive, double receiveWait) {}

  /** What one program has of a class. */
  private record Case(CommunicationClass label, CallMode send, CallMode receive, Variant variant) {}

  private MessageBenchmark() {}

  /**
   * What a message is sent with.
   *
   * @param send how it is sent
   * @param receive how it is received
   * @param bytes payload
   */
  public record Shape(CallMode send, CallMode receive, long bytes) {}

  /**
   * {@return a program whose messages are all normal, to measure how long that takes}
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
              write(trace, plain, bytes, new Schedule(0, 0, 0, 0), 1e9 + 1e4 * bytes);
            }
          }
        }
      }
    }
    return trace.build();
  }

  /**
   * {@return a program with messages of all classes, each in a phase that is named after it}
   *
   * @param sizes of messages, bytes
   * @param iterations of each class, way to call it, and size; at least 1
   * @param delays how late they are
   * @param normalPs how long a message normally takes, picoseconds
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
    double send = delays.normal(random);
    double receive = delays.normal(random);
    double sendWait = 0;
    double receiveWait = 0;
    if (one.variant() == Variant.RECEIVE_POSTED_EARLY || one.variant() == Variant.BOTH_OVERLAPPED) {
      receiveWait = delays.early(random);
      send += receiveWait;
    }
    double late = one.label() == NORMAL ? 0 : delays.late(random);
    switch (one.label()) {
      case LATE_SEND, LATE_SEND_POST -> send += late;
      case LATE_SEND_WAIT -> sendWait = late;
      case LATE_RECEIVE, LATE_RECEIVE_POST -> receive += late;
      case LATE_RECEIVE_WAIT -> receiveWait += late;
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
      sendWait = (receiverIsLate ? late : delays.least()) * random.nextDouble();
    }
    return new Schedule(send, sendWait, receive, receiveWait);
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
    switch (one.send()) {
      case BLOCKING -> trace.add(SENDER, OpCode.SEND, SENT, RECEIVER, bytes);
      case NON_BLOCKING -> {
        trace.add(SENDER, OpCode.ISEND, POSTED, RECEIVER, bytes, 0);
        trace.compute(SENDER, schedule.sendWait() * unitPs);
        trace.add(SENDER, OpCode.WAIT, OpField.REQUEST, 0);
      }
      case EXCHANGE -> trace.add(SENDER, OpCode.SENDRECV, BOTH, RECEIVER, bytes, RECEIVER, bytes);
    }
    switch (one.receive()) {
      case BLOCKING -> trace.add(RECEIVER, OpCode.RECV, RECEIVED, SENDER, bytes);
      case NON_BLOCKING -> {
        trace.add(RECEIVER, OpCode.IRECV, AWAITED, SENDER, bytes, 0);
        trace.compute(RECEIVER, schedule.receiveWait() * unitPs);
        trace.add(RECEIVER, OpCode.WAIT, OpField.REQUEST, 0);
      }
      case EXCHANGE -> trace.add(RECEIVER, OpCode.SENDRECV, BOTH, SENDER, bytes, SENDER, bytes);
    }
    trace.end(SENDER, sent);
    trace.end(RECEIVER, received);
  }

  private static String marker(CommunicationClass label, Variant variant) {
    return switch (variant) {
      case PLAIN -> label.words();
      case RECEIVE_POSTED_EARLY -> label.words() + ": receive posted early";
      case SEND_WAITED_LATER -> label.words() + ": send waited for later";
      case BOTH_OVERLAPPED -> label.words() + ": both overlapped";
    };
  }
}
