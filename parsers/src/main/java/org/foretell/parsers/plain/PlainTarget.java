package org.foretell.parsers.plain;

import java.io.IOException;
import java.util.List;
import java.util.Set;
import org.foretell.trace.OpCode;
import org.foretell.trace.OpView;

/**
 * Gets the calls of one rank after the other, in order, and writes them down. Views belong to the
 * caller and change after a call.
 */
public interface PlainTarget {
  /** What a format may have and others have not. */
  enum Detail {
    /** Where ops stand in the program: {@link #call} gets them. */
    CALL_SITES,
    /** Phases: {@link #marker} gets them. */
    PHASES,
    /** Calls that send and receive at once: {@link #exchange} gets them. */
    EXCHANGES,
    /** Requests with numbers of their own, so that no wait takes another one than it names. */
    HANDLES,
    /** Tests and their outcomes, which go to {@link #complete} and {@link #test}. */
    TESTS,
    /** Receives from any rank, or with any tag, whose message was not recorded. */
    WILDCARDS,
    /** Ops on windows: {@link #oneSided} gets them. */
    WINDOWS
  }

  /** {@return what this format has; all else is counted as lost, or refused} */
  default Set<Detail> details() {
    return Set.of();
  }

  /**
   * An op begins. What it comes to follows, nothing or several calls of the methods below.
   *
   * @param op any, also one that comes to nothing
   */
  default void call(OpView op) throws IOException {}

  /**
   * Begins a rank.
   *
   * @param rank from 0 on, each once
   */
  void begin(int rank) throws IOException;

  /** Ends it. */
  void end() throws IOException;

  /** Computation. */
  void burst(long durationPs) throws IOException;

  /**
   * Time that does not depend on the speed of the core.
   *
   * @param callSite text of its call site, empty if it has none
   */
  void elapse(long durationPs, String callSite) throws IOException;

  /** {@link OpCode#INIT} or {@link OpCode#FINALIZE}. */
  void local(OpCode code) throws IOException;

  /** {@link OpCode#EVENT}. */
  void event(long type, long value) throws IOException;

  /**
   * A phase begins or ends; called with {@link Detail#PHASES}.
   *
   * @param marker its number in the tables of the trace, or {@link OpView#NONE}
   * @param begins whether it begins
   */
  default void marker(int marker, boolean begins) throws IOException {}

  /** A send, blocking or not. */
  void send(OpCode code, PlainMessage message) throws IOException;

  /** {@link OpCode#RECV} or {@link OpCode#IRECV}. */
  void receive(OpCode code, PlainMessage message) throws IOException;

  /**
   * Sends and receives at once; called with {@link Detail#EXCHANGES}.
   *
   * @param sent the message to a rank
   * @param received the message from one
   */
  default void exchange(PlainMessage sent, PlainMessage received) throws IOException {}

  /** What the send, receive or collective before has started. */
  default void started(PlainRequest request) throws IOException {}

  /**
   * An op on a window; called with {@link Detail#WINDOWS}.
   *
   * @param op with peers as ranks of the communicator
   * @param communicator members of that of the window
   */
  default void oneSided(OpView op, int[] communicator) throws IOException {}

  /**
   * A collective of more ranks than one, blocking or not.
   *
   * @param op with the root as a rank of the communicator
   * @param communicator its members
   * @param own rank of the caller in it
   */
  void collective(OpView op, int[] communicator, int own) throws IOException;

  /**
   * Waits for requests in this order.
   *
   * @param all whether nothing else has been started and not waited for
   */
  void complete(List<PlainRequest> requests, boolean all) throws IOException;

  /** Tests a request; it was not complete, or whether it was is unknown. */
  void test(PlainRequest request) throws IOException;
}
