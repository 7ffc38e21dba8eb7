package org.foretell.workload.schedule;

import java.util.Locale;
import java.util.Optional;

/** Rules of batch systems. */
public enum SchedulePolicy {
  /** First come, first served: no job starts before one that is ahead of it in the queue. */
  FCFS {
    @Override
    public Scheduler scheduler() {
      return new FirstCome();
    }
  },
  /**
   * A job may start before others if the first of the queue, by the estimates, starts no later for
   * it (Lifka 1995).
   */
  EASY {
    @Override
    public Scheduler scheduler() {
      return new EasyBackfill();
    }
  },
  /**
   * A job may start before others if none of them, by the estimates, starts later for it (Mu'alem
   * and Feitelson 2001).
   */
  CONSERVATIVE {
    @Override
    public Scheduler scheduler() {
      return new ConservativeBackfill();
    }
  };

  /** {@return a scheduler for one queue} */
  public abstract Scheduler scheduler();

  /** Returns the form of the command line, {@code fcfs}, {@code easy} or {@code conservative}. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }

  /**
   * {@return the policy of a name, empty if there is none}
   *
   * @param text the form of the command line
   */
  public static Optional<SchedulePolicy> of(String text) {
    for (SchedulePolicy policy : values()) {
      if (policy.toString().equals(text)) {
        return Optional.of(policy);
      }
    }
    return Optional.empty();
  }
}
