package org.foretell.models.collectives.tree;

/** A tree over the places 0 to {@code p - 1} of a team, with place 0 at its top. Stateless. */
public interface Tree {
  /** The parent of a place other than 0. */
  int parent(int p, int place);

  /** Number of children of a place. */
  int children(int p, int place);

  /** A child; the first is the one that a broadcast serves first. */
  int child(int p, int place, int index);
}
