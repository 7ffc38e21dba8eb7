package org.foretell.machine;

import java.util.Optional;

/**
 * The power of the nodes of a group, by part and by what each part does.
 *
 * @param node memory, board, fans and losses: all that its cores and interfaces do not take;
 *     accelerators too
 * @param coreBusy a core in a burst
 * @param coreWaiting a core whose rank is in a communication call
 * @param coreIdle a core without a rank, or whose rank has not begun or has ended
 * @param networkInterface each network interface, whatever it does
 * @param clocks what slower clocks do; empty if the cores have one clock only
 */
public record NodePower(
    Watts node,
    Watts coreBusy,
    Watts coreWaiting,
    Watts coreIdle,
    Watts networkInterface,
    Optional<ClockScaling> clocks) {
  /** Checks that a core takes no less when it does more. */
  public NodePower {
    if (coreIdle.value() > coreWaiting.value() || coreWaiting.value() > coreBusy.value()) {
      throw new IllegalArgumentException(
          "a core takes at least as much waiting as idle, and at least as much busy as waiting,"
              + " but the powers are %s W idle, %s W waiting and %s W busy"
                  .formatted(coreIdle.value(), coreWaiting.value(), coreBusy.value()));
    }
  }
}
