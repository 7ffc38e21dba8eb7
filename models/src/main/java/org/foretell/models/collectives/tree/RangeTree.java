package org.foretell.models.collectives.tree;

/** A tree in which a place and all below it are consecutive places. */
public interface RangeTree extends Tree {
  /** The place after the last one of those below a place. */
  int end(int p, int place);
}
