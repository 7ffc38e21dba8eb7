package org.foretell.parsers.plain;

import java.io.IOException;
import java.util.List;
import org.foretell.trace.OpCode;
import org.foretell.trace.OpView;

/**
 * Gets the calls of one rank after the other, in order, and writes them down. Views belong to the
 * caller and change after a call.
 */
public interface PlainTarget {
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

  /** A send, blocking or not. */
  void send(OpCode code, PlainMessage message) throws IOException;

  /** {@link OpCode#RECV} or {@link OpCode#IRECV}. */
  void receive(OpCode code, PlainMessage message) throws IOException;

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

  /** Tests a request; whether it was complete is unknown. */
  void test(PlainRequest request) throws IOException;
}
