package org.foretell.replay;

import org.foretell.model.CommunicationModel;
import org.foretell.model.DirectModel;
import org.foretell.model.Message;

/**
 * A model with some of its costs only: what is left of another one when messages do not hinder each
 * other, and then do without protocol, bandwidth, latency and collectives one after the other.
 */
final class SteppedModel extends DirectModel {
  /** What counts; each step counts what those before do, and one thing more. */
  enum Step {
    /** Nothing: computation, and who waits for whom. */
    NOTHING,
    /** Collectives that go by formula. */
    COLLECTIVES,
    /** What a message of no bytes takes. */
    LATENCY,
    /** What the bytes of a message take. */
    BANDWIDTH,
    /** That large messages wait for their receiver. */
    PROTOCOL
  }

  private final CommunicationModel whole;
  private final LoneMessage lone;
  private final Step step;

  private SteppedModel(CommunicationModel whole, LoneMessage lone, Step step) {
    this.whole = whole;
    this.lone = lone;
    this.step = step;
  }

  static CommunicationModel of(CommunicationModel whole, LoneMessage lone, Step step) {
    return new CommunicationModel(
        whole.name(),
        new SteppedModel(whole, lone, step),
        step == Step.NOTHING ? call -> 0 : whole.collectives(),
        whole.expanded());
  }

  @Override
  public boolean eager(Message message) {
    return step.compareTo(Step.PROTOCOL) < 0 || whole.mpi().eager(message);
  }

  @Override
  public long transferPs(Message message, long startPs) {
    if (step.compareTo(Step.LATENCY) < 0) {
      return 0;
    }
    long bytes = step == Step.LATENCY ? 0 : message.bytes();
    return lone.durationPs(bytes, message.withinNode());
  }

  @Override
  public long blockingSendPs(Message message, long transferPs) {
    return 0;
  }

  @Override
  public boolean independent() {
    return true;
  }
}
