package org.foretell.model;

/** What a parameter does to messages; what asks for it asks for this, never for its name. */
public enum ParameterRole {
  /** How long the first byte is under way. Of several between nodes the first one listed counts. */
  LATENCY,
  /** How many bytes pass in a second. */
  BANDWIDTH,
  /** What a message takes of the processor that sends or receives it. */
  OVERHEAD,
  /** What each byte takes of the processor, or of the network. */
  GAP_PER_BYTE,
  /** What a message takes of an interface, whatever its size. */
  GAP,
  /** The size above which, or from which on, messages wait for their receiver. */
  PROTOCOL_THRESHOLD,
  /** The size above which messages go over several interfaces. */
  STRIPE_THRESHOLD,
  /** Another size. */
  SIZE,
  /** How many there are of something that messages share. */
  COUNT,
  /** What arithmetic costs in a reduction; no critical path can tell what it does. */
  REDUCTION,
  /** Multiplies or shares out something else. */
  FACTOR,
  /** Factors by size of the message. */
  TABLE,
  /** A choice between ways of doing something. */
  CHOICE,
  /** A time that is none of the others. */
  TIME;
}
