package org.foretell.structure.cluster.grouping;

import java.util.EnumSet;
import java.util.Set;
import org.foretell.structure.cluster.signature.RankSignatures;
import org.foretell.structure.cluster.signature.Signature;

/**
 * The signatures that differ between ranks, so that only these need be compared.
 *
 * @param signatures the signatures that differ
 */
public record SignatureFormat(Set<Signature> signatures) {
  /** Copies the set. */
  public SignatureFormat {
    signatures =
        signatures.isEmpty() ? EnumSet.noneOf(Signature.class) : EnumSet.copyOf(signatures);
  }

  /**
   * Adaptive signature building (algorithm 4): on the way up a radix tree each rank compares its
   * signatures with those of its children, and adds their findings.
   *
   * @param ranks all signatures
   * @return the signatures that differ between any two ranks
   */
  static SignatureFormat of(RankSignatures ranks) {
    int[] bits = new int[ranks.ranks()];
    RadixTree.upwards(
        ranks.ranks(),
        (parent, child) -> {
          for (Signature signature : Signature.values()) {
            if (ranks.value(signature, parent) != ranks.value(signature, child)) {
              bits[parent] |= 1 << signature.ordinal();
            }
          }
          bits[parent] |= bits[child];
        });
    EnumSet<Signature> found = EnumSet.noneOf(Signature.class);
    for (Signature signature : Signature.values()) {
      if ((bits[0] >>> signature.ordinal() & 1) != 0) {
        found.add(signature);
      }
    }
    return new SignatureFormat(found);
  }
}
