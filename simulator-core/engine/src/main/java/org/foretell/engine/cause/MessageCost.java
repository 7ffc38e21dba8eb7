package org.foretell.engine.cause;

import org.foretell.model.Message;
import org.foretell.model.MpiModel;

/** One of the times that models say of messages. */
@FunctionalInterface
public interface MessageCost {
  /** What it is under a model of the kind at hand, picoseconds. */
  long ps(MpiModel model, Message message, long startPs);
}
