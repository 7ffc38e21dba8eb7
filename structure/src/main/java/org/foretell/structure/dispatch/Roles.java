package org.foretell.structure.dispatch;

import java.util.Objects;
import org.foretell.trace.RankSet;

/**
 * Whether a program has a master that deals out tasks to workers. The master receives from any
 * source, and every other rank that has messages at all has them with the master, in one copy of
 * the world. Other messages of other communicators do not count.
 *
 * <p>A rank receives from any source if it receives or probes with a wildcard, if it waits for one
 * of several receives from different ranks (waitany and the like), or if it asks for messages of
 * one rank, finds none, and asks for those of another next. The records of these calls are all that
 * tells; a trace needs no mark.
 */
public sealed interface Roles {
  /**
   * A master and its workers.
   *
   * @param master the rank
   * @param workers the ranks of the workers
   * @param copy the number of the communicator of their messages, see {@link WorldCopies}
   */
  record Found(int master, RankSet workers, int copy) implements Roles {
    /** Checks that there are workers. */
    public Found {
      Objects.requireNonNull(workers, "workers");
    }
  }

  /**
   * Another program.
   *
   * @param reason the reason why no rank is a master, as a clause
   */
  record None(String reason) implements Roles {
    /** Checks that there is a reason. */
    public None {
      Objects.requireNonNull(reason, "reason");
    }
  }
}
