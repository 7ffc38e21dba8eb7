package org.foretell.observe;

import java.util.AbstractList;
import java.util.Objects;
import java.util.RandomAccess;
import java.util.function.IntFunction;

/**
 * An unmodifiable list with an element for each rank, which it computes whenever it is asked for
 * it: a list of a million ranks takes no memory. Who reads it several times may copy it.
 *
 * <p>As confined to a thread, and as constant, as what it computes elements from.
 *
 * @param <E> what there is for each rank
 */
public final class RankView<E> extends AbstractList<E> implements RandomAccess {
  private final int ranks;
  private final IntFunction<E> ofRank;

  /**
   * A view.
   *
   * @param ranks how many elements it has
   * @param ofRank computes that of a rank, which is not null
   */
  public RankView(int ranks, IntFunction<E> ofRank) {
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
