package org.foretell.engine.kernel;

/**
 * A first-in first-out queue of ints that grows and never shrinks. That of fastutil does shrink, so
 * it allocates with every burst of events; an event through it costs 1.5 to 9 times as much.
 */
public final class IntRing {
  private int[] elements = new int[256];
  private int head;
  private int tail;

  public boolean isEmpty() {
    return head == tail;
  }

  public void add(int element) {
    elements[tail] = element;
    tail = (tail + 1) & (elements.length - 1);
    if (tail == head) {
      grow();
    }
  }

  /** The oldest element; there must be one. */
  public int peek() {
    return elements[head];
  }

  /** Removes the oldest element; there must be one. */
  public int poll() {
    int element = elements[head];
    head = (head + 1) & (elements.length - 1);
    return element;
  }

  private void grow() {
    int[] larger = new int[2 * elements.length];
    int first = elements.length - head;
    System.arraycopy(elements, head, larger, 0, first);
    System.arraycopy(elements, 0, larger, first, head);
    head = 0;
    tail = elements.length;
    elements = larger;
  }
}
