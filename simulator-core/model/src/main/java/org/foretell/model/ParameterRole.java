package org.foretell.model;

/** The role of a parameter; code looks for roles, never for names. */
public enum ParameterRole {
  /**
   * How long the first byte takes. If several parameters between nodes have this role, the first in
   * the list counts.
   */
  LATENCY,
  /** How many bytes are transferred in a second. */
  BANDWIDTH,
  /** Processor time for each message at its sender or receiver. */
  OVERHEAD,
  /** Time for each byte, of the processor or of the network. */
  GAP_PER_BYTE,
  /** Interface time for each message, whatever its size. */
  GAP,
  /** The size above which, or from which on, messages wait for their receiver. */
  PROTOCOL_THRESHOLD,
  /** The size above which messages go over several interfaces. */
  STRIPE_THRESHOLD,
  /** Any other size. */
  SIZE,
  /** The number of units of a resource that messages share. */
  COUNT,
  /** The cost of arithmetic in a reduction; a critical path cannot give its effect. */
  REDUCTION,
  /** Multiplies or divides another quantity. */
  FACTOR,
  /** Factors by size of the message. */
  TABLE,
  /** A choice between methods. */
  CHOICE,
  /** Any other time. */
  TIME;
}
