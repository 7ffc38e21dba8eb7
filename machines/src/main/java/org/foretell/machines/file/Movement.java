package org.foretell.machines.file;

/** How a figure changes when its group gets faster by a factor. */
public enum Movement {
  /** A time, or a time for each byte: it is divided. */
  DIVIDED,
  /** A rate: it is multiplied. */
  MULTIPLIED,
  /** Not part of the group: it is unchanged. */
  NONE
}
