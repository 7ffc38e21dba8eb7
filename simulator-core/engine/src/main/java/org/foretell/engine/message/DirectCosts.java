package org.foretell.engine.message;

import org.foretell.engine.cause.CauseTree;
import org.foretell.engine.cause.Causes;
import org.foretell.engine.cause.MessageCost;
import org.foretell.engine.kernel.ModelAnswer;
import org.foretell.model.DirectModel;
import org.foretell.model.ModelException;
import org.foretell.model.MutableMessage;
import org.foretell.observe.PathLeg;
import org.foretell.observe.SimObserver;
import org.foretell.time.Ps;
import org.jspecify.annotations.Nullable;

/** What messages cost under a {@link DirectModel}, and what that follows from. */
public final class DirectCosts {
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
  private final MutableMessage view;
  private final Causes causes;
  private final long postReceivePs;
  private final @Nullable SimObserver observer;

  /**
   * @param view shows the message that every method is about
   */
  public DirectCosts(
      DirectModel model, MutableMessage view, Causes causes, @Nullable SimObserver observer) {
    this.model = model;
    this.view = view;
    this.causes = causes;
    this.observer = observer;
    postReceivePs = ModelAnswer.atLeastZero(model.postReceivePs(), "postReceivePs");
  }

  /** When the receiver can see a message that is sent. */
  public long seenPs(long sendPs) {
    return ModelAnswer.endPs(sendPs, model.envelopePs(view), "envelopePs");
  }

  /** The moment of that. */
  int seen(long sendPs, long seenPs, int after) {
    return causes.happened(PathLeg.Kind.LATENCY, view, ENVELOPE, sendPs, seenPs, after);
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
  public long goesOnPs(long startPs) {
    return ModelAnswer.endPs(startPs, model.nonBlockingSendPs(view), "nonBlockingSendPs");
  }

  /** The moment of that. */
  public int goesOn(long startPs, long untilPs, int after) {
    return overhead(NON_BLOCKING_SEND, startPs, untilPs, after);
  }

  /** When the caller goes on that sends the message, which arrives then, and blocks. */
  public long blockedPs(long startPs, long arrivePs) {
    long blocked = model.blockingSendPs(view, arrivePs - startPs);
    return ModelAnswer.endPs(startPs, blocked, "blockingSendPs");
  }

  /** The moment of that. */
  public int blocked(long startPs, long untilPs, int after) {
    return overhead(BLOCKING_SEND, startPs, untilPs, after);
  }

  private int overhead(MessageCost cost, long startPs, long untilPs, int after) {
    return causes.happened(PathLeg.Kind.OVERHEAD, view, cost, startPs, untilPs, after);
  }

  /** When the caller goes on that posts a receive without blocking. */
  public long postedPs(long startPs) {
    return Ps.plus(startPs, postReceivePs);
  }

  /** When the message arrives, which starts to move; reports that to the observer. */
  public long arrivesPs(long startPs) {
    long arrive = ModelAnswer.endPs(startPs, model.transferPs(view, startPs), "transferPs");
    if (observer != null && view.bytes() > 0) {
      observer.moved(view.source(), view.destination(), view.bytes(), startPs, arrive);
    }
    return arrive;
  }

  /** The moment at which the message arrives: after its latency come its bytes. */
  public int moves(long startPs, long arrivePs, int after) {
    if (!causes.areKept()) {
      return CauseTree.NONE; // else each message would cost a question to the model for nobody
    }
    long bytes = view.bytes();
    view.bytes(0);
    long latency = ModelAnswer.atLeastZero(model.latencyPs(view, startPs), "latencyPs");
    view.bytes(bytes);
    long first = Math.min(arrivePs, Ps.plus(startPs, latency));
    int there = causes.happened(PathLeg.Kind.LATENCY, view, TRANSFER, startPs, first, after);
    return causes.happened(PathLeg.Kind.BANDWIDTH, view, null, first, arrivePs, there);
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
}
