package org.foretell.models.collectives.tree;

/** The complete binary tree, level by level: the children of {@code v} are 2v + 1 and 2v + 2. */
public enum BinaryTree implements Tree {
  /** The only one. */
  BINARY;

  @Override
  public int parent(int p, int place) {
    return (place - 1) / 2;
  }

  @Override
  public int children(int p, int place) {
    return (int) Math.max(0, Math.min(2, p - 1 - 2L * place));
  }

  @Override
  public int child(int p, int place, int index) {
    return 2 * place + 1 + index;
  }
}
