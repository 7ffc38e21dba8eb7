package org.foretell.calibration;

import java.util.Locale;

/** The distance of the messages of a measurement. */
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
