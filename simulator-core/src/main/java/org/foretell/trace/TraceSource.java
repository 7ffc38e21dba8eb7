package org.foretell.trace;

import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;

/**
 * A trace that can be replayed: its tables, a cursor for each rank, and its structure.
 *
 * <p>Any number of cursors may be open at once; together they need one file handle at most. Used by
 * one thread at a time.
 */
public interface TraceSource extends AutoCloseable {
  /** What is known of the trace as a whole. */
  TraceInfo info();

  /** The tables that ops refer to. */
  TraceTables tables();

  /** What the trace contains; complete before the first op is read. */
  Set<Capability> capabilities();

  /** Number of ops of all ranks, repeats counted as often as they run; empty when not known yet. */
  OptionalLong operations();

  /** One more than the highest request slot that any rank uses; empty when not known. */
  OptionalInt requestSlots();

  /**
   * Opens the ops of a rank.
   *
   * @param rank 0 to {@code info().ranks() - 1}
   * @throws TraceException if the trace is damaged
   */
  RankCursor open(int rank);

  /**
   * Writes the trace with its structure (shared programs, repeats, varying values) to a sink,
   * calling everything from {@code begin} to {@code end}.
   *
   * @throws TraceException if the trace is damaged
   */
  void describe(TraceSink sink);

  /** Closes the trace and all its cursors. */
  @Override
  void close();
}
