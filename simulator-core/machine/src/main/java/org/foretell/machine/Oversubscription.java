package org.foretell.machine;

import java.util.Locale;

/** Treatment of more ranks than cores. */
public enum Oversubscription {
  /** It is an error. */
  REFUSE,
  /** Ranks of a core take turns: a burst takes as many times longer as ranks share the core. */
  SHARE,
  /** Every rank computes as if it had a core of its own. */
  IGNORE;

  /** Returns the form of the command line: {@code refuse}, {@code share} or {@code ignore}. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
