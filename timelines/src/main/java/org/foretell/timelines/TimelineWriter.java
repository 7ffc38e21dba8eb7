package org.foretell.timelines;

import java.io.IOException;
import org.foretell.trace.OpCode;
import org.foretell.trace.TraceTables;

/**
 * Writes a timeline in one format, as it becomes known. For each rank calls come in program order;
 * ranks and messages are mixed.
 */
interface TimelineWriter {
  /** Which way a message was sent. */
  enum MessageKind {
    /** By an op, and received by one. */
    POINT_TO_POINT("message"),
    /** As a step of a collective. */
    COLLECTIVE("collective message"),
    /** Without a receive. */
    ONE_SIDED("one-sided message");

    final String text;

    MessageKind(String text) {
      this.text = text;
    }
  }

  /**
   * Begins.
   *
   * @param tables names of call sites and markers
   * @param nodes the node of each rank
   */
  void begin(TraceTables tables, int[] nodes) throws IOException;

  /**
   * A burst, or a call.
   *
   * @param lane 0, or another row of the rank where its ops overlap
   * @param callSite or {@code OpView.NONE}
   * @param peer or {@code OpView.NONE}
   */
  void op(
      int rank,
      int lane,
      OpCode code,
      int callSite,
      int peer,
      long bytes,
      long startPs,
      long waitPs,
      long endPs)
      throws IOException;

  /**
   * Called for a collective of MPI before its {@link #op}.
   *
   * @param communicator 0 for the world, below 0 for a rank alone, otherwise its number
   * @param members world ranks of a communicator whose number is above 0; else empty
   * @param isRoot whether the rank is the root
   */
  default void collective(
      int rank, int communicator, int[] members, long sentBytes, long receivedBytes, boolean isRoot)
      throws IOException {}

  void message(
      MessageKind kind,
      int source,
      int destination,
      int tag,
      long bytes,
      long sendPs,
      long receivePs,
      long endPs)
      throws IOException;

  void phaseBegins(int rank, int marker, long timePs) throws IOException;

  /** The innermost phase ends. */
  void phaseEnds(int rank, int marker, long timePs) throws IOException;

  /** Nothing follows; the streams are flushed, not closed. */
  void end(long endPs) throws IOException;

  /** Puts files in their place that are not streams; after {@link #end}. */
  default void commit() throws IOException {}

  /** Releases what is left; after {@link #end}, or instead of it. */
  default void close() throws IOException {}
}
