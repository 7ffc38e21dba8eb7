package org.foretell.engine.collective;

import java.util.HashMap;
import java.util.Map;
import org.foretell.engine.mail.NeedsOnePart;
import org.jspecify.annotations.Nullable;

/**
 * Collectives whose members are in several parts of a replay. Each part adds what its own members
 * said, once all of these have called; the last one has all of it. Used by the threads of all
 * parts.
 */
public final class SplitCollectives {
  private final Map<Key, OpenCollective> waiting = new HashMap<>();

  private record Key(int context, long number) {}

  /** No part has added anything. */
  public SplitCollectives() {}

  /**
   * Adds what the members in one part said.
   *
   * @param part whose members have all called
   * @param number which of its communicator's collectives it is
   * @return what all members said, if these were the last; null if others have to call
   * @throws NeedsOnePart if they do not say the same
   */
  synchronized @Nullable OpenCollective add(OpenCollective part, long number) {
    Key key = new Key(part.group().context, number);
    OpenCollective whole = waiting.computeIfAbsent(key, first -> new OpenCollective());
    if (!whole.add(part)) {
      throw new NeedsOnePart("collectives that do not agree");
    }
    if (!whole.isComplete()) {
      return null;
    }
    waiting.remove(key);
    return whole;
  }
}
