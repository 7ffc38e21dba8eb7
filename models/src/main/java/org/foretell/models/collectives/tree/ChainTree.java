package org.foretell.models.collectives.tree;

/**
 * Chains of consecutive places that begin at the root; their lengths differ by one at most. One
 * chain is a pipeline.
 *
 * @param chains at least 1
 */
public record ChainTree(int chains) implements Tree {
  @Override
  public int parent(int p, int place) {
    int chain = chainOf(p, place);
    return place == first(p, chain) ? 0 : place - 1;
  }

  @Override
  public int children(int p, int place) {
    if (place == 0) {
      return count(p);
    }
    return place + 1 < first(p, chainOf(p, place) + 1) ? 1 : 0;
  }

  @Override
  public int child(int p, int place, int index) {
    return place == 0 ? first(p, index) : place + 1;
  }

  private int count(int p) {
    return Math.min(chains, p - 1);
  }

  /** The place at which a chain begins; the longer chains are the first ones. */
  private int first(int p, int chain) {
    int count = count(p);
    int length = (p - 1) / count;
    int longer = (p - 1) % count;
    return 1 + chain * length + Math.min(chain, longer);
  }

  private int chainOf(int p, int place) {
    int count = count(p);
    int length = (p - 1) / count;
    int longer = (p - 1) % count;
    int inLonger = longer * (length + 1);
    return place - 1 < inLonger
        ? (place - 1) / (length + 1)
        : longer + (place - 1 - inLonger) / length;
  }
}
