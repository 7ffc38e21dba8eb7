package org.foretell.machine;

/**
 * The support of a machine for OpenSHMEM at the target of puts, gets, atomics and locks.
 *
 * @param progress what serves requests to a rank
 * @param atomicPs how long an atomic takes at its target, picoseconds; a target executes one at a
 *     time
 * @param strided how strided puts travel
 */
public record ShmemSupport(Progress progress, long atomicPs, Strided strided) {
  /** The interface serves all requests at once, and a strided put is one message. */
  public static final ShmemSupport HARDWARE = new ShmemSupport(Progress.HARDWARE, 0, Strided.WHOLE);

  /** What serves requests to a rank. */
  public enum Progress {
    /** The network interface, whatever the rank does. */
    HARDWARE,
    /** The library, once the rank is outside bursts. */
    SOFTWARE
  }

  /** How strided puts travel. */
  public enum Strided {
    /** As one message. */
    WHOLE,
    /** As a message for each element. */
    ELEMENTS
  }

  /** {@return whether a target serves requests on arrival, whatever else it does} */
  public boolean servesAllAtOnce() {
    return progress == Progress.HARDWARE && atomicPs == 0;
  }

  /** Checks the range. */
  public ShmemSupport {
    if (atomicPs < 0) {
      throw new IllegalArgumentException("an atomic cannot take " + atomicPs + " ps");
    }
  }
}
