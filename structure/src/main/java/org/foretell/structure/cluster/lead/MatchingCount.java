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

    void add(Tally other) {
      add(other.equal, other.all);
    }

    Matching.Share share() {
      return new Matching.Share(equal, all);
    }
  }

  /** Adds what has been counted elsewhere. */
  void add(MatchingCount other) {
    count.add(other.count);
    loop.add(other.loop);
    events.add(other.events);
    source.add(other.source);
    destination.add(other.destination);
    tag.add(other.tag);
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
