package org.foretell.inspection;

import org.foretell.model.CommunicationModel;
import org.foretell.model.DirectModel;
import org.foretell.model.Message;

/** Nothing takes time: only who waits for whom is left. */
final class UntimedModel extends DirectModel {
  /** The largest message whose standard send returns at once; below 0: none. */
  private final long eagerBytes;

  private UntimedModel(long eagerBytes) {
    this.eagerBytes = eagerBytes;
  }

  /**
   * The model.
   *
   * @param eagerBytes the largest message whose standard send returns at once, as it is buffered;
   *     larger ones wait for their receive, and below 0 all do
   */
  static CommunicationModel of(long eagerBytes) {
    return new CommunicationModel("untimed", new UntimedModel(eagerBytes), call -> 0);
  }

  @Override
  public boolean eager(Message message) {
    return message.bytes() <= eagerBytes;
  }

  @Override
  public long transferPs(Message message, long startPs) {
    return 0;
  }

  @Override
  public boolean independent() {
    return true;
  }
}
