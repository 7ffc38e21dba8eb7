package org.foretell.machine;

/** What is taken for the overhead of a message on a machine that does not state it. */
public final class OverheadShare {
  /** The latency of a message is so many times the overhead at either end. */
  public static final int OF_LATENCY = 4;

  private OverheadShare() {}
}
