package org.foretell.engine.state;

import org.foretell.result.Position;

/**
 * The ops at given positions as text, for reports: read again from the trace, so that nothing has
 * to be remembered while replaying.
 */
@FunctionalInterface
public interface OpTexts {
  /**
   * An op with its text.
   *
   * @param operation its number in the rank's sequence, or that of the task in the rank's graph
   */
  Position at(int rank, long operation);
}
