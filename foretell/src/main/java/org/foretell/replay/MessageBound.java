package org.foretell.replay;

import java.util.Set;
import org.foretell.observe.EventSummary;
import org.foretell.observe.Statistics;
import org.foretell.trace.Capability;
import org.foretell.trace.OpCode;
import org.foretell.trace.TraceSource;

/** How large the messages of a run are at most, without a look at each. */
public final class MessageBound {
  /** Traces whose ops move data that no event of an op tells. */
  private static final Set<Capability> UNTOLD =
      Set.of(Capability.RMA, Capability.SHMEM, Capability.TASK_GRAPHS);

  private MessageBound() {}

  /**
   * {@return no message of the run has more bytes; {@link Long#MAX_VALUE} if that is not known}
   *
   * <p>In a step of a collective a member may pass on what all have sent.
   *
   * @param trace what was replayed
   * @param statistics of all of the replay
   */
  public static long of(TraceSource trace, Statistics statistics) {
    if (trace.capabilities().stream().anyMatch(UNTOLD::contains)) {
      return Long.MAX_VALUE;
    }
    long ranks = trace.info().ranks();
    long most = 0;
    for (EventSummary event : statistics.events()) {
      boolean isCollective = event.code().family() == OpCode.Family.COLLECTIVE;
      long bytes = event.maxBytes();
      if (isCollective && bytes > Long.MAX_VALUE / ranks) {
        return Long.MAX_VALUE;
      }
      most = Math.max(most, isCollective ? bytes * ranks : bytes);
    }
    return most;
  }
}
