package org.foretell.parsers.dimemas;

/** Types of records, and numbers in them. */
final class DimRecord {
  static final int NOTHING = 0;
  static final int BURST = 1;
  static final int SEND = 2;
  static final int RECEIVE = 3;
  static final int COLLECTIVE = 10;
  static final int GPU_BURST = 11;
  static final int EVENT = 20;

  /** Bits of the synchronisation of a send. */
  static final int RENDEZVOUS = 1;

  static final int IMMEDIATE = 2;

  /** Types of receives. */
  static final int BLOCKING_RECEIVE = 0;

  static final int IMMEDIATE_RECEIVE = 1;

  /** Type of a receive, and synchronisation of a collective, that waits for an earlier one. */
  static final int WAIT = 2;

  /** Other synchronisations of collectives. */
  static final int START = 0;

  static final int BLOCKING = 1;
  static final int ROOT = 3;

  private DimRecord() {}
}
