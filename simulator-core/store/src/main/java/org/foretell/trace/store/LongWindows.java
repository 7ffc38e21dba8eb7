package org.foretell.trace.store;

import it.unimi.dsi.fastutil.longs.Long2ObjectLinkedOpenHashMap;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Windows with long records, kept for who comes to them again: a repeat whose body has such a
 * record, or the next rank of the program. Each time only one number of many is taken from it, so
 * that decoding it again each time would take quadratic time.
 *
 * <p>Those that have not been used for longest make room for others. Used by one thread at a time.
 */
final class LongWindows {
  /** A window is long if it has more words than that. */
  static final int LONG_WORDS = 1024;

  /** Words of all windows that are kept, at most (32 MiB). */
  private static final int MOST_WORDS = 4 << 20;

  /** A window is named by its block's position in the file and by its offset in the block. */
  private static final int OFFSET_BITS = 26;

  private static final long MOST_POSITION = Long.MAX_VALUE >> OFFSET_BITS;

  /**
   * A window.
   *
   * @param words as decoded; immutable
   * @param nextBlock position of the block in which the next window begins, 0 after the last
   * @param nextOffset its offset there
   */
  record Window(long[] words, long nextBlock, int nextOffset) {}

  private final Long2ObjectLinkedOpenHashMap<Window> windows = new Long2ObjectLinkedOpenHashMap<>();
  private final ScopeIndexes scopes;
  private long kept;

  LongWindows(ScopeIndexes scopes) {
    this.scopes = scopes;
  }

  /** The window that begins there, if it has been kept. */
  @Nullable Window find(long block, int offset) {
    return windows.isEmpty() || block > MOST_POSITION
        ? null
        : windows.getAndMoveToFirst(block << OFFSET_BITS | offset);
  }

  /**
   * Keeps a window that {@link #find} has not found.
   *
   * @param decoded its words, of which a copy is made
   * @param length how many
   * @param nextOffset where in the block the next window begins, after its end if in the next block
   * @return the window
   */
  Window keep(Block block, int offset, long[] decoded, int length, int nextOffset) {
    boolean ends = nextOffset >= block.length;
    Window window =
        new Window(
            Arrays.copyOf(decoded, length),
            ends ? block.next : block.position,
            ends ? 0 : nextOffset);
    if (length <= MOST_WORDS && block.position <= MOST_POSITION) {
      kept += length;
      while (kept > MOST_WORDS) {
        Window oldest = windows.removeLast();
        kept -= oldest.words.length;
        scopes.forget(oldest.words);
      }
      windows.putAndMoveToFirst(block.position << OFFSET_BITS | offset, window);
    }
    return window;
  }
}
