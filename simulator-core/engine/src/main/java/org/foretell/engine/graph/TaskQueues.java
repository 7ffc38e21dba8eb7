package org.foretell.engine.graph;

import org.foretell.engine.kernel.RecordPool;

/**
 * What is about to happen to tasks: records of a task (or a message that must wait) and the number
 * that it got when it entered, in any number of queues ordered by that number.
 *
 * <p>Nearly always things come to a queue in the order of their numbers. Those that do are linked
 * one after the other; the few that come late go into a pairing heap next to that list.
 */
final class TaskQueues extends RecordPool {
  private static final int STRIDE = 4;

  /** In the list: the next one. In the heap: the next sibling, and in the upper half a child. */
  private static final int LINKS = 0;

  private static final int SEQUENCE = 1;

  /** What it is, see {@link #what}. */
  private static final int WHAT = 2;

  private final int[] heads;
  private final int[] tails;
  private final int[] roots;

  /**
   * @param queues how many, all empty
   * @param expected how many records there will be at the same time, at least
   */
  TaskQueues(int queues, long expected) {
    super("tasks", STRIDE, expected);
    heads = new int[queues];
    tails = new int[queues];
    roots = new int[queues];
  }

  /** A record of a task. */
  int ofTask(int rank, int task, long sequence) {
    return of((long) rank << 32 | task, sequence);
  }

  /** A record of a message. */
  int ofMessage(int message, long sequence) {
    return of(~message, sequence);
  }

  private int of(long what, long sequence) {
    int entry = allocate();
    set(entry, WHAT, what);
    set(entry, SEQUENCE, sequence);
    return entry;
  }

  long sequence(int entry) {
    return get(entry, SEQUENCE);
  }

  /** Rank and task, the former in the upper half; the complement of a message if negative. */
  long what(int entry) {
    return get(entry, WHAT);
  }

  /** The first entry of a queue, {@link #NONE} when it is empty. */
  int first(int queue) {
    int head = heads[queue];
    int root = roots[queue];
    return root != NONE && (head == NONE || sequence(root) < sequence(head)) ? root : head;
  }

  /**
   * Puts an entry into a queue.
   *
   * @return whether it is the first
   */
  boolean add(int queue, int entry) {
    set(entry, LINKS, NONE);
    int tail = tails[queue];
    if (heads[queue] == NONE) {
      heads[queue] = entry;
      tails[queue] = entry;
    } else if (sequence(tail) < sequence(entry)) {
      next(tail, entry);
      tails[queue] = entry;
      return false;
    } else {
      roots[queue] = meld(roots[queue], entry);
    }
    return first(queue) == entry;
  }

  /** Takes the first entry of a queue out of it. */
  void removeFirst(int queue, int first) {
    if (first == heads[queue]) {
      heads[queue] = next(first);
    } else {
      roots[queue] = meldPairs(child(first));
    }
  }

  private int next(int entry) {
    return (int) get(entry, LINKS);
  }

  private void next(int entry, int next) {
    set(entry, LINKS, (get(entry, LINKS) & ~LOW) | next);
  }

  private int child(int entry) {
    return (int) (get(entry, LINKS) >>> 32);
  }

  private int meld(int one, int other) {
    if (one == NONE || other == NONE) {
      return one | other;
    }
    int parent = sequence(one) < sequence(other) ? one : other;
    int child = one ^ other ^ parent;
    next(child, child(parent));
    set(parent, LINKS, (long) child << 32);
    return parent;
  }

  /** Melds a list of siblings in pairs from the left, then the results from the right. */
  private int meldPairs(int first) {
    int pairs = NONE;
    int rest = first;
    while (rest != NONE) {
      int one = rest;
      int other = next(one);
      rest = other == NONE ? NONE : next(other);
      next(one, NONE);
      if (other != NONE) {
        next(other, NONE);
      }
      int pair = meld(one, other);
      next(pair, pairs);
      pairs = pair;
    }
    int root = NONE;
    while (pairs != NONE) {
      int next = next(pairs);
      next(pairs, NONE);
      root = meld(root, pairs);
      pairs = next;
    }
    return root;
  }
}
