package org.foretell.engine.reference;

import umontreal.ssj.simevents.Event;
import umontreal.ssj.simevents.Simulator;

/**
 * Simulated time in the order (time, sequence), kept by SSJ: the sequence number is the priority of
 * an SSJ event. SSJ counts time in a {@code double}, which is exact for picoseconds below 2^53,
 * about 2.5 hours.
 */
public final class Timeline {
  private final Simulator simulator = new Simulator();
  private long sequences;

  public Timeline() {
    simulator.init();
  }

  public long nowPs() {
    return (long) simulator.time();
  }

  /** A number that is higher than all that were given out before. */
  public long nextSequence() {
    return sequences++;
  }

  public void at(long timePs, long sequence, Runnable action) {
    if (timePs < nowPs() || timePs >= 1L << 53) {
      throw new IllegalStateException("time " + timePs + " ps, but it is " + nowPs() + " ps");
    }
    Event event =
        new Event(simulator) {
          @Override
          public void actions() {
            action.run();
          }
        };
    event.setPriority((double) sequence);
    event.schedule((double) (timePs - nowPs()));
  }

  /** Runs until no event is left. */
  public void run() {
    if (!simulator.getEventList().isEmpty()) {
      simulator.start();
    }
  }
}
