package org.foretell.models.maxrate;

import java.util.Locale;

/** When a rank's CPU takes in messages that have come. */
enum Progress {
  /** Whenever it is free, in the order in which ops and messages come to it. */
  ALWAYS,
  /** When the rank's own ops leave it free: the next op goes before messages that have come. */
  WAITING;

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
