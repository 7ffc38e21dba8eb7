package org.foretell.structure.cluster.lead;

/** {@link Matching} while it is counted. */
final class MatchingCount {
  final Tally count = new Tally();
  final Tally loop = new Tally();
  final Tally events = new Tally();
  final Tally source = new Tally();
  final Tally destination = new Tally();
  final Tally tag = new Tally();

  /** Some of many. */
  static final class Tally {
    private long equal;
    private long all;

    void add(long newEqual, long newAll) {
      equal += newEqual;
      all += newAll;
    }

    Matching.Share share() {
      return new Matching.Share(equal, all);
    }
  }

  Matching matching() {
    return new Matching(
        count.share(),
        loop.share(),
        events.share(),
        source.share(),
        destination.share(),
        tag.share());
  }
}
