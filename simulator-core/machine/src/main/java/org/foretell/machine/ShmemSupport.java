package org.foretell.machine;

/**
 * What a machine does for OpenSHMEM at the target of puts, gets, atomics and locks.
 *
 * @param progress who serves what comes to a rank
 * @param atomicPs how long an atomic takes at its target, picoseconds; one comes after the other
 * @param strided how strided puts travel
 */
public record ShmemSupport(Progress progress, long atomicPs, Strided strided) {
  /** The interface serves all at once, and strided puts are one message each. */
  public static final ShmemSupport HARDWARE = new ShmemSupport(Progress.HARDWARE, 0, Strided.WHOLE);

  /** Who serves what comes to a rank. */
  public enum Progress {
    /** The network interface, whatever the rank does. */
    HARDWARE,
    /** The library, once the rank is in no burst. */
    SOFTWARE
  }

  /** How strided puts travel. */
  public enum Strided {
    /** As one message. */
    WHOLE,
    /** As a message for each element. */
    ELEMENTS
  }

  /** {@return whether a target serves what comes to it as it comes, whatever else does} */
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
