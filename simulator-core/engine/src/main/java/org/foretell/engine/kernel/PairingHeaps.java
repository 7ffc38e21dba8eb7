package org.foretell.engine.kernel;

import java.util.Arrays;

/**
 * Many pairing heaps whose elements are small numbers, each in at most one of them, ordered by
 * time, then by sequence number. A heap is named by its first element, {@link #NONE} when it is
 * empty. Adding takes constant time, taking the first logarithmic (amortized).
 *
 * <p>Each rank has two such heaps, most of them empty or of a few elements. The pairing heap of
 * JHeaps is an object, and so is each of its elements; heaps of fastutil are an array each, ordered
 * by one key or a comparator, and cannot be melded. Here all heaps together are one array, an empty
 * heap costs its owner one int, and nothing is allocated for an element.
 */
public final class PairingHeaps {
  /** No element: an empty heap. */
  public static final int NONE = 0;

  private static final int SHIFT = 2;
  private static final int TIME = 0;
  private static final int SEQUENCE = 1;

  /** First child in the upper half, next sibling in the lower. */
  private static final int LINKS = 2;

  private long[] nodes = new long[256 << SHIFT];

  /** Makes an element, above 0 and in no heap, a heap of its own. */
  public int single(int element, long time, long sequence) {
    int at = element << SHIFT;
    if (at >= nodes.length) {
      nodes = Arrays.copyOf(nodes, Integer.highestOneBit(at) << 1);
    }
    nodes[at + TIME] = time;
    nodes[at + SEQUENCE] = sequence;
    nodes[at + LINKS] = 0;
    return element;
  }

  public long time(int element) {
    return nodes[(element << SHIFT) + TIME];
  }

  public long sequence(int element) {
    return nodes[(element << SHIFT) + SEQUENCE];
  }

  /** The heap of the elements of two heaps. */
  public int meld(int one, int other) {
    if (one == NONE || other == NONE) {
      return one | other;
    }
    boolean inOrder =
        time(one) < time(other) || (time(one) == time(other) && sequence(one) < sequence(other));
    int parent = inOrder ? one : other;
    int child = inOrder ? other : one;
    long links = nodes[(parent << SHIFT) + LINKS];
    links(child, child(child), (int) (links >>> 32));
    links(parent, child, (int) links);
    return parent;
  }

  private int child(int element) {
    return (int) (nodes[(element << SHIFT) + LINKS] >>> 32);
  }

  private int sibling(int element) {
    return (int) nodes[(element << SHIFT) + LINKS];
  }

  private void links(int element, int child, int sibling) {
    nodes[(element << SHIFT) + LINKS] = (long) child << 32 | sibling;
  }

  /**
   * Takes the first element away.
   *
   * @return the heap of the others
   */
  public int withoutFirst(int heap) {
    int rest = child(heap);
    int pairs = NONE;
    while (rest != NONE) {
      int one = rest;
      int other = sibling(one);
      rest = other == NONE ? NONE : sibling(other);
      links(one, child(one), NONE);
      if (other != NONE) {
        links(other, child(other), NONE);
      }
      int pair = meld(one, other);
      links(pair, child(pair), pairs);
      pairs = pair;
    }
    int melded = NONE;
    while (pairs != NONE) {
      int next = sibling(pairs);
      links(pairs, child(pairs), NONE);
      melded = meld(melded, pairs);
      pairs = next;
    }
    return melded;
  }
}
