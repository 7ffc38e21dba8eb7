package org.foretell.engine.message;

import org.foretell.engine.cause.Causes;
import org.foretell.engine.cause.Uses;
import org.foretell.model.ModelException;
import org.foretell.model.MutableMessage;
import org.foretell.observe.SimObserver;
import org.jspecify.annotations.Nullable;

/**
 * Costs of messages under one kind of model, and their causes. A message is sent, and sets out; it
 * comes to its receiver, perhaps by several events; there it meets its receive, and is complete
 * then or later.
 *
 * <p>Ranks are sequences of ops or task graphs. The caller, which knows their ops and requests or
 * their tasks, matches the messages and lets senders and receivers go on.
 */
public abstract sealed class MessageCosts
    permits DirectCosts, OccupancyCosts, QueuedCosts, FlowCosts {
  /** This is known at another time. */
  public static final long NOT_NOW = -1;

  /** How far a message is after one of its events. */
  public enum Place {
    /** Another event follows, or nothing does before its receive is posted. */
    ON_ITS_WAY,
    /** It can meet its receive. */
    AT_RECEIVER,
    /** It has met its receive before, and is complete. */
    COMPLETE
  }

  final MessagePool messages;
  final int[] nodes;
  final MutableMessage view;
  final MessageEnds ends;
  final Causes causes;
  final Uses cpus;
  final @Nullable SimObserver observer;

  private final boolean occupies;

  /**
   * @param occupies see {@link #occupies}
   */
  MessageCosts(CostState state, boolean occupies) {
    messages = state.messages();
    nodes = state.nodes();
    view = state.view();
    ends = state.ends();
    causes = state.causes();
    cpus = state.cpus();
    observer = state.observer();
    this.occupies = occupies;
  }

  /**
   * Whether messages occupy the CPUs of both ends. Then a receive is posted whoever has the CPU;
   * otherwise an op that sends or receives has its rank, or its stream, until it goes on.
   */
  public final boolean occupies() {
    return occupies;
  }

  /**
   * The moment at which all is free that a message needs which is sent now.
   *
   * @param came that at which its sender came, or none
   */
  public int free(int message, int cpu, int came) {
    return cpus.after(cpu, came);
  }

  /** When the caller goes on that sends a message now, without blocking; the view shows it. */
  public abstract long callerPs(int message);

  /**
   * A message is sent now, as the view shows.
   *
   * @param callerPs when the caller goes on
   * @param begun the moment at which all is free
   * @return the moment at which the caller goes on
   */
  public abstract int sends(int message, int cpu, long callerPs, int begun);

  /**
   * A message that has been sent sets out.
   *
   * @param after a moment that says before whom it is served, see {@link Causes#numbered}
   * @return whether it can meet its receive now; otherwise it {@link #comes}
   */
  public abstract boolean setsOut(int message, int after);

  /** The event of a message has come. */
  public abstract Place comes(int message);

  /** A message that has come is kept until its receive is posted. */
  public void waits(int message) {}

  /** When the caller goes on that posts a receive now, without blocking. */
  public long postedPs(long nowPs) {
    return nowPs;
  }

  /**
   * A message meets its receive.
   *
   * @param receiving number of the op that receives
   * @param met the moment at which both are there
   * @return when it is complete, which may be in the past; the cause of the message is then the
   *     moment of that. {@link #NOT_NOW} if it {@link #comes} again
   */
  public abstract long meets(int message, long receiving, long postedPs, int met);

  /**
   * When a message has been received that is {@link Place#COMPLETE} now; the cause of the message
   * is then the moment of that.
   */
  public long receivedPs(int message) {
    return messages.arrivePs(message);
  }

  /**
   * When the send of a rendezvous ends that is complete at a time, known now. What it needs is in
   * use until then.
   *
   * @return {@link #NOT_NOW} if its {@link Sent} learns that
   */
  public long sentPs(int message, long completePs) {
    return Math.max(messages.callerPs(message), completePs);
  }

  /**
   * The moment at which the send of a rendezvous ends, not counting its caller.
   *
   * @param now the moment of the event
   */
  public int sent(int message, int now) {
    return messages.cause(message);
  }

  /** A CPU works for a message, or for an op that posts a receive. */
  public final void keepCpu(int cpu, long bytes, long fromPs, long untilPs, int until) {
    ends.keepCpu(cpu, untilPs, until);
    cpus.keep(cpu, until);
    if (observer != null && (occupies || untilPs > fromPs)) {
      observer.busy(SimObserver.Resource.CPU, cpu, bytes, fromPs, untilPs);
    }
  }

  /** Refuses a message that is complete before it can be seen, now. */
  public static void checkSeen(long arrivePs, long nowPs) {
    if (arrivePs < nowPs) {
      throw new ModelException(
          "the model lets a message arrive before its envelope: transferPs must be at least"
              + " envelopePs, but the message is complete at "
              + arrivePs
              + " ps and can be seen from "
              + nowPs
              + " ps only");
    }
  }

  /** Called when it is known when the send of a rendezvous ends that is not complete yet. */
  @FunctionalInterface
  public interface Sent {
    void ends(int message, long endPs, int end);
  }
}
