package org.foretell.inspection;

import org.foretell.model.CommunicationModel;
import org.foretell.model.DirectModel;
import org.foretell.model.Message;

/** Nothing takes time: only who waits for whom is left. */
final class UntimedModel extends DirectModel {
  private final boolean buffered;

  private UntimedModel(boolean buffered) {
    this.buffered = buffered;
  }

  /**
   * The model.
   *
   * @param buffered whether standard sends return at once, as with endless buffers, or wait for
   *     their receive, as with none
   */
  static CommunicationModel of(boolean buffered) {
    return new CommunicationModel("untimed", new UntimedModel(buffered), call -> 0);
  }

  @Override
  public boolean eager(Message message) {
    return buffered;
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
