package org.foretell.machines.file;

/** What becomes of a figure when the group that it belongs to gets faster by a factor. */
public enum Movement {
  /** It is a time, also one for each byte: it is divided. */
  DIVIDED,
  /** It is a rate: it is multiplied. */
  MULTIPLIED,
  /** It does not belong to the group. */
  NONE
}
