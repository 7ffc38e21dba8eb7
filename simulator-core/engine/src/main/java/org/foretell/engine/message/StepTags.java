package org.foretell.engine.message;

import org.foretell.trace.OpView;

/** The tags of messages that are steps of collectives. No op has such a tag. */
public final class StepTags {
  /** The tag of blocking collectives; those of non-blocking ones follow. */
  public static final int BLOCKING = Integer.MIN_VALUE;

  private static final int TAGS = 1 << 30;

  private StepTags() {}

  /** Whether a message with a tag is a step of a collective. */
  public static boolean isStep(int tag) {
    return tag < OpView.NONE;
  }

  /** The tag of a non-blocking collective, its communicator's {@code number}th. */
  public static int background(long number) {
    return BLOCKING + 1 + (int) (number & (TAGS - 1));
  }
}
