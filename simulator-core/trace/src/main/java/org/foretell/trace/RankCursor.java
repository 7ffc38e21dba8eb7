package org.foretell.trace;

/**
 * The ops of one rank in the order in which it executes them, repeats unrolled on the fly.
 *
 * <p>Memory is constant however long the trace. Not thread safe; two cursors of one source may be
 * used in turn by one thread, not by two at once.
 */
public interface RankCursor extends AutoCloseable {
  /**
   * Reads the next op.
   *
   * @param view filled with the op; unchanged when there is none
   * @return false when the rank has no further op
   * @throws TraceException if the trace is damaged
   */
  boolean next(OpView view);

  /**
   * {@return how many ops {@link #next} has delivered} The op that it delivered last has the
   * 0-based position {@code delivered() - 1}.
   */
  long delivered();

  /** Gives up what the cursor holds; the source stays open. */
  @Override
  void close();
}
