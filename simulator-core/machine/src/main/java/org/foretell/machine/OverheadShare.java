package org.foretell.machine;

/** The assumed overhead of a message on a machine that does not state it. */
public final class OverheadShare {
  /** The ratio of the latency of a message to the overhead at either end. */
  public static final int OF_LATENCY = 4;

  private OverheadShare() {}
}
