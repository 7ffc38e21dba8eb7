package org.foretell.scenario;

import java.security.MessageDigest;

/** The hash of a scenario but for its seed, so that those of other seeds cost next to nothing. */
final class SeedlessHash {
  private final MessageDigest beforeSeed;
  private final String afterSeed;

  /**
   * Of a scenario with some seed.
   *
   * @param text of which the hash is taken
   * @param seed as it stands there last, with a name and a sign before it
   * @param more text behind that one
   */
  SeedlessHash(String text, String seed, String more) {
    int at = text.lastIndexOf(seed);
    beforeSeed = Canonical.digest(text.substring(0, at + seed.indexOf('=') + 1));
    afterSeed = text.substring(at + seed.length()) + more;
  }

  /** The hash with a seed. */
  String with(long seed) {
    return Canonical.sha256(beforeSeed, seed + afterSeed);
  }
}
