package org.foretell.engine.state;

import java.util.concurrent.CancellationException;
import java.util.function.BooleanSupplier;

/**
 * Asks every few thousand events whether the replay is to stop. Events are counted, and not ops,
 * because a single collective in steps can take minutes.
 */
public final class StopCheck {
  private static final int EVENTS = 1 << 12;

  private final BooleanSupplier stop;
  private int left = EVENTS;

  public StopCheck(RunSettings settings) {
    stop = settings.stop();
  }

  /**
   * An event comes.
   *
   * @throws CancellationException if the replay is to stop
   */
  public void event() {
    if (--left == 0) {
      now();
    }
  }

  /**
   * Asks at once.
   *
   * @throws CancellationException if the replay is to stop
   */
  public void now() {
    left = EVENTS;
    if (stop.getAsBoolean()) {
      throw new CancellationException("the replay was stopped");
    }
  }
}
