package org.foretell.models.collectives.tree;

/**
 * A binary tree whose places, counted from the last member down, are met in order by a walk that
 * visits both subtrees before their parent; so operands are combined in the order of the members. A
 * subtree is a range of places; its top is the lowest, the rest is halved.
 */
public enum InOrderTree implements Tree {
  /** The only one. */
  IN_ORDER;

  @Override
  public int parent(int p, int place) {
    return walk(p, place, true);
  }

  @Override
  public int children(int p, int place) {
    return Math.min(2, walk(p, place, false) - place - 1);
  }

  @Override
  public int child(int p, int place, int index) {
    int below = walk(p, place, false) - place - 1;
    return index == 0 ? place + 1 : place + 1 + (below + 1) / 2;
  }

  /** Goes down from the top to a place; gives its parent, or the end of the range below it. */
  private static int walk(int p, int place, boolean wantsParent) {
    int parent = 0;
    int top = 0;
    int end = p;
    while (top != place) {
      int second = top + 1 + (end - top) / 2;
      parent = top;
      if (place < second) {
        top++;
        end = second;
      } else {
        top = second;
      }
    }
    return wantsParent ? parent : end;
  }
}
