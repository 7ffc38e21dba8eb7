package org.foretell.trace.store;

import java.util.BitSet;
import java.util.Optional;
import org.foretell.trace.RankSet;
import org.foretell.trace.Values;

/** Whether the scopes of a value hold each rank of its program once, and no other. */
final class ScopeCover {
  private ScopeCover() {}

  /** What is wrong with them; linear in the ranks. */
  static Optional<String> fault(Values.Scoped scoped, RankSet ranks) {
    BitSet covered = new BitSet(ranks.size());
    for (Values.Scope scope : scoped.scopes()) {
      for (int rank : scope.ranks().toArray()) {
        int index = ranks.indexOf(rank);
        if (index < 0) {
          return Optional.of("rank " + rank + " of a scope is not in its program");
        }
        if (covered.get(index)) {
          return Optional.of("rank " + rank + " is in two scopes");
        }
        covered.set(index);
      }
    }
    return covered.cardinality() == ranks.size()
        ? Optional.empty()
        : Optional.of(
            "scopes must cover the program's "
                + ranks.size()
                + " ranks, but cover "
                + covered.cardinality());
  }
}
