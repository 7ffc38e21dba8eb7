package org.foretell.trace;

import java.util.List;
import java.util.Optional;

/**
 * Takes a trace with its structure, as a stream.
 *
 * <p>Order of calls: {@code begin}, then programs and definitions in any order, then {@code end}. A
 * definition must come before the first op that refers to it. Within {@code beginProgram} and
 * {@code endProgram} come ops and nested repeats. A program may be a task graph instead, passed in
 * one call; then all programs must be. Every rank must be in exactly one program. A burst whose
 * duration is {@link Values.Column} takes its values from {@link #durations}, which may be called
 * any number of times for each rank, from its {@code beginProgram} on until {@code end}; the number
 * of values must be the number of executions.
 *
 * <p>{@link #close()} without {@code end} discards the trace. Misuse is an {@link
 * IllegalStateException}, a value outside its range an {@link IllegalArgumentException}. Not thread
 * safe.
 */
public interface TraceSink extends AutoCloseable {
  /**
   * In a column: no burst in this execution. Only a burst with {@link Values.Column#OPTIONAL}
   * allows it.
   */
  long NO_BURST = Long.MIN_VALUE;

  /** The answer of {@link #keep} for an op that cannot be repeated by {@link #again}. */
  int NOT_KEPT = -1;

  /**
   * Starts the trace.
   *
   * @param info ranks and origin of the trace
   */
  void begin(TraceInfo info);

  /**
   * Adds a note to those of {@code begin}: a finding during reading that the user should know.
   *
   * @param text a sentence for the user
   */
  void note(String text);

  /**
   * Defines the next call site.
   *
   * @param id the number of call sites defined before
   * @param text where in the program, like {@code "solver.c:12"}
   */
  void callSite(int id, String text);

  /**
   * Defines the next phase marker.
   *
   * @param id the number of markers defined before
   * @param name for people
   */
  void marker(int id, String name);

  /**
   * Defines a communicator whose members are known.
   *
   * @param communicator with an id that no communicator had before
   */
  void communicator(Communicator communicator);

  /**
   * Defines the next histogram.
   *
   * @param histogram its id is the number of histograms defined before
   */
  void histogram(DurationHistogram histogram);

  /**
   * Starts the program of some ranks, a sequence of ops.
   *
   * @param ranks the ranks that execute it; each rank is in one program only
   */
  void beginProgram(RankSet ranks);

  /**
   * Adds an op whose values are all constant and absolute.
   *
   * @param op read at once, not kept
   */
  default void op(OpView op) {
    op(op, List.of());
  }

  /**
   * Adds an op with varying values.
   *
   * @param op its code and its constant values; values of varying fields are ignored, but the
   *     length of a varying list counts
   * @param variations at most one for each field of the op
   */
  void op(OpView op, List<Variation> variations);

  /**
   * Keeps the op that was added last, so that {@link #again} can add it once more. For readers of
   * formats in which the same few ops follow each other thousands of times: such an op is then
   * converted, checked and encoded once.
   *
   * <p>To be called right after {@link #op}. Each op that is kept takes memory until the program
   * ends; a sink may refuse any, such as one that is too large. This default keeps nothing.
   *
   * @return a number that stands for the op until the program ends, or {@link #NOT_KEPT}
   */
  default int keep() {
    return NOT_KEPT;
  }

  /**
   * Adds an op once more, as if {@link #op} were called with what it was called with before.
   *
   * @param kept a number that {@link #keep} gave in this program
   * @throws IllegalStateException if it gave no such number
   */
  default void again(int kept) {
    throw new IllegalStateException("this sink keeps no ops");
  }

  /**
   * Starts a block that runs {@code count} times; 0 is allowed.
   *
   * @param count how often it runs, at least 0
   */
  default void beginRepeat(long count) {
    beginRepeat(new Values.Constant(count));
  }

  /**
   * Starts a block that runs a varying number of times; each entry of the block uses one value.
   *
   * @param count how often it runs, at least 0
   */
  void beginRepeat(Values count);

  /** Ends the innermost block. */
  void endRepeat();

  /** Ends the program. */
  void endProgram();

  /**
   * Adds the whole program of some ranks, a task graph. It is read at once, not kept.
   *
   * @param ranks the ranks that execute it
   * @param graph without cycles
   * @param peersRelative whether the graph's peers are distances, 0 to the number of ranks less 1,
   *     to be added to a rank's own number modulo the number of ranks ({@link TaskGraph#shifted})
   * @throws IllegalStateException if this sink accepts only sequences of ops, or has begun one
   */
  default void taskGraph(RankSet ranks, TaskGraph graph, boolean peersRelative) {
    throw new IllegalStateException("this sink takes sequences of ops, no task graphs");
  }

  /**
   * Appends to a rank's column of durations.
   *
   * @param rank world rank
   * @param durationsPs picoseconds, at least 0, or {@link #NO_BURST}; read at once, not kept
   * @param offset index of the first in the array
   * @param length how many
   */
  void durations(int rank, long[] durationsPs, int offset, int length);

  /**
   * Appends to the recorded times of a rank's calls: the duration of each op that {@linkplain
   * OpCode#isCall() is a call} in the traced run, in the order of execution. May be called any
   * number of times for each rank, from its {@code beginProgram} on until {@code end}. A rank has a
   * time for each of its calls or for none.
   *
   * <p>This default ignores them, for sinks that do not store them.
   *
   * @param rank world rank
   * @param timesPs picoseconds, at least 0; read at once, not kept
   * @param offset index of the first in the array
   * @param length how many
   */
  default void callTimes(int rank, long[] timesPs, int offset, int length) {}

  /**
   * Appends to what a counter of the processor counted during a rank's bursts: a number for each
   * {@link OpCode#COMPUTE} that the rank executes, in the order of execution, and none for a burst
   * that is left out. May be called any number of times for each rank and counter, from the rank's
   * {@code beginProgram} on until {@code end}. A rank has a number for each of its bursts or for
   * none.
   *
   * <p>This default ignores them, for sinks that do not store them.
   *
   * @param rank world rank
   * @param counter that counted
   * @param counts at least 0, or {@link BurstCounts#UNKNOWN}; read at once, not kept
   * @param offset index of the first in the array
   * @param length how many
   */
  default void counts(int rank, BurstCounter counter, long[] counts, int offset, int length) {}

  /**
   * {@return an empty part of the trace, for another thread; empty if this sink takes everything
   * from one thread}
   *
   * <p>To be called after {@code begin}, and after the definitions that the part refers to. The
   * caller closes the part before this sink.
   */
  default Optional<TracePart> part() {
    return Optional.empty();
  }

  /** Ends and checks the trace, and makes it available. */
  void end();

  /** Releases all resources; without {@code end} no file remains. */
  @Override
  void close();

  /**
   * A part of a trace that another thread records: whole programs of some ranks, and what belongs
   * in the columns of these. A part is empty when it is made and after each {@link #join}, so that
   * it serves for one group of ranks after the other. Parts that are joined in the order in which
   * one thread would have recorded their programs give the same trace as that thread, byte by byte.
   *
   * <p>Used by one thread at a time; different parts may be used at the same time.
   */
  interface TracePart extends AutoCloseable {
    /**
     * {@return what takes the programs}
     *
     * <p>It has begun, and never ends. It takes no definitions and no notes: what its ops refer to
     * is defined in the trace itself, before.
     */
    TraceSink sink();

    /**
     * Appends all that the part holds to its trace, and empties it. To be called by the thread that
     * uses the trace, between programs.
     *
     * @throws IllegalStateException if a program of the part has not ended
     */
    void join();

    /** Releases all resources; what was not joined is lost. */
    @Override
    void close();
  }
}
