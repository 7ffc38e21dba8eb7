package org.foretell.engine.message;

import org.foretell.engine.batch.Followers;
import org.foretell.engine.cause.Causes;
import org.foretell.engine.state.RankTable;
import org.foretell.engine.state.RequestTable;
import org.foretell.model.MutableMessage;
import org.foretell.observe.PathLeg;
import org.foretell.observe.SimObserver;
import org.jspecify.annotations.Nullable;

/** What transports of all kinds have at hand, and what they do alike. */
public abstract class MatchingTransport implements Transport {
  protected final RankTable ranks;
  protected final RequestTable requests;
  protected final Matcher matcher;
  protected final MessagePool messages;
  protected final ReceivePool receives;
  protected final Deliveries deliveries;

  /** Null where no op is one-sided. */
  protected final @Nullable OneSidedArrivals oneSided;

  protected final Causes causes;

  /** Null where no other replay follows. */
  protected final @Nullable Followers followers;

  /** By rank its node. */
  final int[] nodes;

  private final Probes probes;

  /** The moment at which the caller goes on that has sent the last one-sided message. */
  private int goesOn;

  protected MatchingTransport(MessageState state) {
    ranks = state.ranks();
    requests = state.requests();
    matcher = state.matcher();
    messages = matcher.messages;
    receives = matcher.receives;
    deliveries = state.deliveries();
    oneSided = state.oneSided();
    causes = state.causes();
    followers = ranks.followers();
    nodes = state.placement().nodes();
    probes = state.probes();
  }

  /**
   * What the costs of the messages are accounted to.
   *
   * @param view shows models the message that costs are about
   */
  final CostState costState(MutableMessage view, EventList ends, @Nullable SimObserver observer) {
    return new CostState(messages, nodes, view, ends, causes, causes.setup().cpus(), observer);
  }

  /** A message waits for its receive from a moment on; a probe may see it. */
  protected final void keep(int message, int after) {
    matcher.keepMessage(message);
    isKept(message, after);
  }

  /** A message has been kept somewhere; a probe may see it. */
  protected final void isKept(int message, int after) {
    probes.kept(messages, message, this, after);
  }

  /**
   * It is not known yet when a send or receive ends.
   *
   * @param slot {@link RequestTable#BLOCKING} if it is a part of its rank's op
   * @param kind {@link RequestTable#SEND} or {@link RequestTable#RECEIVE}
   * @param entry the message or receive
   */
  protected final void pend(int rank, int slot, int kind, int entry) {
    if (slot == RequestTable.BLOCKING) {
      ranks.expect(rank);
    } else if (slot >= 0) {
      requests.setPending(rank, slot, kind, entry);
    }
  }

  /**
   * A send or receive ends at a time that is known at once, that of followers is at hand.
   *
   * @param kind {@link RequestTable#SEND} or {@link RequestTable#RECEIVE}
   * @param after the moment from which that follows
   */
  protected final void ends(int rank, int slot, int kind, long timePs, long partnerPs, int after) {
    if (slot == RequestTable.BLOCKING) {
      ranks.part(rank, timePs, partnerPs, after);
      ranks.followersPart(rank);
    } else if (slot >= 0) {
      requests.setComplete(rank, slot, kind, timePs, partnerPs, after);
    }
  }

  /** A one-sided message waits until its target can serve it. */
  protected final void waits(int message, long untilPs) {
    int rank = messages.destination(message);
    messages.cause(
        message,
        causes.happened(
            PathLeg.Kind.CPU_QUEUE,
            PathLeg.Resource.CPU,
            rank,
            rank,
            messages.source(message),
            messages.bytes(message),
            untilPs,
            messages.cause(message)));
  }

  /** The caller of a one-sided message, which is being sent, goes on at a moment. */
  protected final void goesOn(int moment) {
    goesOn = moment;
  }

  @Override
  public final int goesOn() {
    return goesOn;
  }

  @Override
  public int sees(int message, int after) {
    return messages.cause(message);
  }

  @Override
  public int peek(int rank, int source, int tag, int context) {
    return matcher.peekMessage(rank, source, tag, context);
  }
}
