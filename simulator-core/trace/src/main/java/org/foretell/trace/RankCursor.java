package org.foretell.trace;

/**
 * The ops of a rank in the order in which it executes them, repeats unrolled on the fly.
 *
 * <p>Memory is constant, however long the trace. Not thread safe; one thread may use two cursors of
 * a source in turn, but two threads may not use them at once.
 */
public interface RankCursor extends AutoCloseable {
  /**
   * Reads the next op.
   *
   * <p>A replay in strict order calls this when the end of the previous op is known, after
   * observers have received it, except that it may read the op after a burst when the burst begins.
   * So a source whose capabilities force strict order may decide an op by what has happened to its
   * rank (docs/semantics.md, section 1).
   *
   * @param view filled with the op; unchanged if there is none
   * @return false when the rank has no further op
   * @throws TraceException if the trace is damaged
   */
  boolean next(OpView view);

  /**
   * {@return how many ops {@link #next} has delivered} The most recent op has the 0-based position
   * {@code delivered() - 1}.
   */
  long delivered();

  /** Releases the resources of the cursor; the source stays open. */
  @Override
  void close();
}
