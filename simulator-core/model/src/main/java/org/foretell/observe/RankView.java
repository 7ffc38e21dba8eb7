package org.foretell.observe;

import java.util.AbstractList;
import java.util.Objects;
import java.util.RandomAccess;
import java.util.function.IntFunction;

/**
 * An unmodifiable list with an element for each rank. Each {@code get} computes it, so a list of a
 * million ranks takes no memory. Copy it to read it repeatedly.
 *
 * <p>Thread confinement and constancy are those of the function.
 *
 * @param <E> the type of an element
 */
public final class RankView<E> extends AbstractList<E> implements RandomAccess {
  private final int ranks;
  private final IntFunction<E> ofRank;

  /**
   * A view.
   *
   * @param ranks how many, at least 0
   * @param ofRank returns the element of a rank; never null
   */
  public RankView(int ranks, IntFunction<E> ofRank) {
    if (ranks < 0) {
      throw new IllegalArgumentException("a view of " + ranks + " ranks");
    }
    this.ranks = ranks;
    this.ofRank = Objects.requireNonNull(ofRank, "ofRank");
  }

  @Override
  public E get(int rank) {
    return ofRank.apply(Objects.checkIndex(rank, ranks));
  }

  @Override
  public int size() {
    return ranks;
  }
}
