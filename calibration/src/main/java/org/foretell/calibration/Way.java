package org.foretell.calibration;

import java.util.Locale;

/** Which way the messages of a measurement went. */
public enum Way {
  /** Between two ranks of one node. */
  INTRA,
  /** Between two nodes. */
  INTER;

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
