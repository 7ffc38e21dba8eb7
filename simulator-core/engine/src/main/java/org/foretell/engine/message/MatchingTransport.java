package org.foretell.engine.message;

import org.foretell.engine.batch.Followers;
import org.foretell.engine.cause.Causes;
import org.foretell.engine.state.RankTable;
import org.foretell.engine.state.RequestTable;
import org.foretell.observe.PathLeg;
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

  /** Null where nobody asks for the critical path. */
  protected final @Nullable Causes causes;

  /** Null where no other replay follows. */
  protected final @Nullable Followers followers;

  /** By rank its node. */
  final int[] nodes;

  private final Probes probes;

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

  /** A message waits for its receive; a probe may see it. */
  protected final void keep(int message) {
    matcher.keepMessage(message);
    isKept(message);
  }

  /** A message has been kept somewhere; a probe may see it. */
  protected final void isKept(int message) {
    probes.kept(messages, message, this);
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
   */
  protected final void ends(int rank, int slot, int kind, long timePs, long partnerPs) {
    if (slot == RequestTable.BLOCKING) {
      ranks.part(rank, timePs, partnerPs);
      ranks.followersPart(rank);
    } else if (slot >= 0) {
      requests.setComplete(rank, slot, kind, timePs, partnerPs);
    }
  }

  /** A one-sided message waits until its target can serve it. */
  protected final void waits(int message, long untilPs) {
    if (causes != null) {
      causes.now(messages.cause(message));
      causes.queue(
          PathLeg.Kind.CPU_QUEUE,
          PathLeg.Resource.CPU,
          messages.destination(message),
          messages.destination(message),
          messages.source(message),
          messages.bytes(message),
          untilPs);
      messages.cause(message, causes.now());
    }
  }

  @Override
  public void sees(int message) {
    if (causes != null) {
      causes.now(messages.cause(message));
    }
  }

  @Override
  public int peek(int rank, int source, int tag, int context) {
    return matcher.peekMessage(rank, source, tag, context);
  }
}
