package org.foretell.trace;

import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.SortedMap;

/**
 * A trace that can be replayed: its tables, the program of each rank, and its structure.
 *
 * <p>The programs are either all sequences of ops, read through cursors, or all task graphs; with
 * {@link Capability#TASK_GRAPHS} they are graphs.
 *
 * <p>Any number of cursors may be open at once; together they need one file handle at most. One
 * thread at a time may use it.
 */
public interface TraceSource extends AutoCloseable {
  /** {@return the properties of the trace as a whole} */
  TraceInfo info();

  /** {@return the tables that ops refer to} */
  TraceTables tables();

  /** {@return the features of the trace; complete before the first op is read} */
  Set<Capability> capabilities();

  /**
   * {@return whether the ops are the same whatever a replay makes of them, and however often and by
   * how many threads they are read; false by default} Then several threads may replay the ranks of
   * a trace whose ops depend on who is first, see {@link RankCursor#next}.
   */
  default boolean isRecorded() {
    return false;
  }

  /**
   * {@return the id of the communicator of all ranks that started together with a rank: its
   * program's MPI_COMM_WORLD, or all its PEs} That is {@link Communicator#WORLD} unless the trace
   * holds several jobs, see {@link org.foretell.trace.jobs.JoinedTrace}. Ops without a communicator
   * that synchronise a whole program, such as SHMEM_MALLOC, refer to it.
   *
   * @param rank 0 to {@code info().ranks() - 1}
   */
  default int world(int rank) {
    return Communicator.WORLD;
  }

  /**
   * {@return the number of ops, or tasks, of all ranks, repeats counted as often as they run; empty
   * if not known yet}
   */
  OptionalLong operations();

  /** {@return one more than the highest request slot that any rank uses; empty when not known} */
  OptionalInt requestSlots();

  /**
   * Opens the ops of a rank.
   *
   * @param rank 0 to {@code info().ranks() - 1}
   * @return a cursor before the first op, for one thread; the caller closes it
   * @throws TraceException if the trace is damaged
   * @throws IllegalStateException if the programs are task graphs
   */
  RankCursor open(int rank);

  /**
   * Reads the task graph of a rank, with world ranks as peers. It has no cycles. Takes time and
   * memory in proportion to the graph at each call; ranks of one program may share the parts that
   * do not depend on the rank.
   *
   * @param rank 0 to {@code info().ranks() - 1}
   * @return the whole graph
   * @throws TraceException if the trace is damaged
   * @throws IllegalStateException if the programs are sequences of ops
   */
  default TaskGraph graph(int rank) {
    throw new IllegalStateException("rank " + rank + " runs a sequence of ops, no task graph");
  }

  /**
   * Opens the recorded times of a rank's calls.
   *
   * @param rank 0 to {@code info().ranks() - 1}
   * @return the times in the order of execution, for one thread; empty when there are none
   * @throws TraceException if the trace is damaged
   */
  default Optional<CallTimes> callTimes(int rank) {
    return Optional.empty();
  }

  /**
   * Opens what the processor counted during a rank's bursts.
   *
   * @param rank 0 to {@code info().ranks() - 1}
   * @return the counts in the order of execution, for one thread; empty when there are none
   * @throws TraceException if the trace is damaged
   */
  default Optional<BurstCounts> counts(int rank) {
    return Optional.empty();
  }

  /**
   * Sums up what the processor counted, by call site. Reads all ranks, at least at the first call.
   *
   * @return by number of the call site, {@link OpView#NONE} for bursts without one; empty if there
   *     are no counts
   * @throws TraceException if the trace is damaged
   */
  default SortedMap<Integer, CountedBursts> countedBursts() {
    return CountedBursts.of(this);
  }

  /**
   * Writes the trace with its structure (shared programs, repeats, varying values) to a sink,
   * calling everything from {@code begin} to {@code end}.
   *
   * @param sink not closed
   * @throws TraceException if the trace is damaged
   * @throws UnsupportedOperationException if the ops are made as they are replayed, so that there
   *     is nothing to write: several jobs joined for a replay, traffic without an end
   */
  void describe(TraceSink sink);

  /** Closes the trace and all its cursors. */
  @Override
  void close();
}
