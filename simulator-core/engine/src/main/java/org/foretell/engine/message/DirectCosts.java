package org.foretell.engine.message;

import org.foretell.engine.cause.CauseTree;
import org.foretell.engine.cause.MessageCost;
import org.foretell.engine.kernel.ModelAnswer;
import org.foretell.model.DirectModel;
import org.foretell.observe.PathLeg;
import org.foretell.time.Ps;

/** What messages cost under a {@link DirectModel}, and what that follows from. */
public final class DirectCosts extends MessageCosts {
  private static final MessageCost TRANSFER =
      (model, message, startPs) -> ((DirectModel) model).transferPs(message, startPs);
  private static final MessageCost BLOCKING_SEND =
      (model, message, startPs) -> {
        DirectModel direct = (DirectModel) model;
        return direct.blockingSendPs(message, direct.transferPs(message, startPs));
      };
  private static final MessageCost NON_BLOCKING_SEND =
      (model, message, startPs) -> ((DirectModel) model).nonBlockingSendPs(message);
  private static final MessageCost ENVELOPE =
      (model, message, startPs) -> ((DirectModel) model).envelopePs(message);
  private static final MessageCost ACKNOWLEDGE =
      (model, message, startPs) -> ((DirectModel) model).acknowledgePs(message);

  private final DirectModel model;

  /**
   * Whether messages are matched when the receiver can see them, rather than when they are sent.
   */
  private final boolean envelopes;

  private final long postReceivePs;

  /**
   * @param envelopes whether receives may name any source or any tag
   */
  public DirectCosts(DirectModel model, boolean envelopes, CostState state) {
    super(state, false);
    this.model = model;
    this.envelopes = envelopes;
    postReceivePs = ModelAnswer.atLeastZero(model.postReceivePs(), "postReceivePs");
  }

  @Override
  public long callerPs(int message) {
    return goesOnPs(ends.nowPs());
  }

  @Override
  public int sends(int message, int cpu, long callerPs, int begun) {
    long now = ends.nowPs();
    int caller = goesOn(now, callerPs, begun);
    keepCpu(cpu, view.bytes(), now, callerPs, caller);
    messages.callerPs(message, callerPs);
    if (view.rendezvous()) {
      messages.arrivePs(message, MessagePool.NOT_MOVING);
      messages.cause(message, begun);
    } else {
      long arrive = arrivesPs(now);
      messages.arrivePs(message, arrive);
      messages.cause(message, moves(view.source(), now, arrive, begun));
    }
    return caller;
  }

  @Override
  public boolean setsOut(int message, int after) {
    if (!envelopes) {
      return true;
    }
    ends.messageComes(message, seenPs(messages.sendPs(message)), after);
    return false;
  }

  @Override
  public Place comes(int message) {
    return Place.AT_RECEIVER;
  }

  @Override
  public long meets(int message, long receiving, long postedPs, int met) {
    if (!messages.isRendezvous(message)) {
      return messages.arrivePs(message);
    }
    messages.show(message, view, nodes);
    long move = Math.max(messages.sendPs(message), postedPs);
    long arrive = arrivesPs(move);
    messages.cause(message, moves(MessagePool.who(message), move, arrive, met));
    return arrive;
  }

  /** When the receiver can see a message that is sent. */
  long seenPs(long sendPs) {
    return ModelAnswer.endPs(sendPs, model.envelopePs(view), "envelopePs");
  }

  /** The moment of that. */
  int seen(int who, long sendPs, long seenPs, int after) {
    return causes.happened(PathLeg.Kind.LATENCY, who, view, ENVELOPE, sendPs, seenPs, after);
  }

  /** When the acknowledgement is back that the message is. */
  long acknowledgedPs(long nowPs) {
    return ModelAnswer.endPs(nowPs, model.acknowledgePs(view), "acknowledgePs");
  }

  /** The moment of that. */
  int acknowledged(long startPs, long timePs, int after) {
    return causes.happenedAtTarget(PathLeg.Kind.LATENCY, view, ACKNOWLEDGE, startPs, timePs, after);
  }

  /** When the caller goes on that sends the message without blocking. */
  long goesOnPs(long startPs) {
    return ModelAnswer.endPs(startPs, model.nonBlockingSendPs(view), "nonBlockingSendPs");
  }

  /** The moment of that. */
  int goesOn(long startPs, long untilPs, int after) {
    return overhead(NON_BLOCKING_SEND, startPs, untilPs, after);
  }

  /** When the caller goes on that sends the message, which arrives then, and blocks. */
  long blockedPs(long startPs, long arrivePs) {
    long blocked = model.blockingSendPs(view, arrivePs - startPs);
    return ModelAnswer.endPs(startPs, blocked, "blockingSendPs");
  }

  /** The moment of that. */
  int blocked(long startPs, long untilPs, int after) {
    return overhead(BLOCKING_SEND, startPs, untilPs, after);
  }

  private int overhead(MessageCost cost, long startPs, long untilPs, int after) {
    return causes.happened(PathLeg.Kind.OVERHEAD, view, cost, startPs, untilPs, after);
  }

  @Override
  public long postedPs(long startPs) {
    return Ps.plus(startPs, postReceivePs);
  }

  /** When the message arrives, which starts to move; reports that to the observer. */
  long arrivesPs(long startPs) {
    long arrive = ModelAnswer.endPs(startPs, model.transferPs(view, startPs), "transferPs");
    if (observer != null && view.bytes() > 0) {
      observer.moved(view.source(), view.destination(), view.bytes(), startPs, arrive);
    }
    return arrive;
  }

  /**
   * The moment at which the message arrives: after its latency come its bytes.
   *
   * @param who a rank, or the complement of a message's number, to whose op this belongs, see
   *     {@link org.foretell.engine.cause.Causes#sends}
   */
  int moves(int who, long startPs, long arrivePs, int after) {
    if (!causes.areKept()) {
      return CauseTree.NONE; // else each message would cost a question to the model for nobody
    }
    long bytes = view.bytes();
    view.bytes(0);
    long latency = ModelAnswer.atLeastZero(model.latencyPs(view, startPs), "latencyPs");
    view.bytes(bytes);
    long first = Math.min(arrivePs, Ps.plus(startPs, latency));
    int there = causes.happened(PathLeg.Kind.LATENCY, who, view, TRANSFER, startPs, first, after);
    return causes.happened(PathLeg.Kind.BANDWIDTH, who, view, null, first, arrivePs, there);
  }
}
