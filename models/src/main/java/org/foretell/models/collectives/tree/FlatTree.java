package org.foretell.models.collectives.tree;

/** The root and its {@code p - 1} children. */
public enum FlatTree implements RangeTree {
  /** The only one. */
  FLAT;

  @Override
  public int parent(int p, int place) {
    return 0;
  }

  @Override
  public int children(int p, int place) {
    return place == 0 ? p - 1 : 0;
  }

  @Override
  public int child(int p, int place, int index) {
    return index + 1;
  }

  @Override
  public int end(int p, int place) {
    return place == 0 ? p : place + 1;
  }
}
