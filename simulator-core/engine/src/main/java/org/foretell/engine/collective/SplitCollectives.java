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
  private final Map<Key, Created> created = new HashMap<>();
  private int contexts;

  private record Key(int context, long number) {}

  /** Communicators that each part makes for its ranks. */
  private static final class Created {
    private final CommunicatorCreation creation;
    private final int firstContext;
    private int partsLeft;

    Created(CommunicatorCreation creation, int firstContext, int parts) {
      this.creation = creation;
      this.firstContext = firstContext;
      partsLeft = parts;
    }
  }

  /**
   * No part has added anything.
   *
   * @param firstContext of communicators that are made
   */
  public SplitCollectives(int firstContext) {
    contexts = firstContext;
  }

  /**
   * Adds what the members in one part said.
   *
   * @param here whose members in that part have all called
   * @param number which of its communicator's collectives it is
   * @return what all members said, if these were the last; null if others have to call
   * @throws NeedsOnePart if they do not say the same
   */
  synchronized @Nullable OpenCollective add(OpenCollective here, long number) {
    Key key = new Key(here.group().context, number);
    OpenCollective whole = waiting.computeIfAbsent(key, first -> new OpenCollective());
    if (!whole.add(here)) {
      throw new NeedsOnePart();
    }
    if (!whole.isComplete()) {
      return null;
    }
    waiting.remove(key);
    CommunicatorCreation creation = whole.creation;
    if (creation != null) {
      if (creation.disagreeing() >= 0) {
        throw new NeedsOnePart();
      }
      int parts = here.group().otherParts().length + 1;
      created.put(key, new Created(creation, contexts, parts));
      contexts += CommunicatorTable.STEP_OF_PARTS * creation.count();
    }
    return whole;
  }

  /** Makes the communicators of a collective whose members have all called, for one part. */
  synchronized void complete(CommunicatorGroup parent, long number, CommunicatorTable own) {
    Key key = new Key(parent.context, number);
    Created ready = created.get(key);
    if (ready == null) {
      throw new AssertionError("nothing is made by collective " + number + " of " + parent.context);
    }
    ready.creation.complete(own, ready.firstContext);
    if (--ready.partsLeft == 0) {
      created.remove(key);
    }
  }
}
