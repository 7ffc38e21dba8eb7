package org.foretell.trace;

/**
 * A part of a trace that another thread records: whole programs of some ranks, and what belongs in
 * the columns of these. A part is empty when it is made and after each {@link #join}, so that it
 * serves for one group of ranks after the other. Parts that are joined in the order in which one
 * thread would have recorded their programs give the same trace as that thread, byte by byte.
 *
 * <p>Used by one thread at a time; different parts may be used at the same time.
 */
public interface TracePart extends AutoCloseable {
  /**
   * {@return what takes the programs}
   *
   * <p>It has begun, and never ends. It takes no definitions and no notes: what its ops refer to is
   * defined in the trace itself, before.
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
