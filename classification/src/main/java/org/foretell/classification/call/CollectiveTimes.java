package org.foretell.classification.call;

import org.foretell.trace.OpCode;

/**
 * A member's call of a collective that blocks. Times are picoseconds.
 *
 * @param rank world rank
 * @param code which collective
 * @param callSite or {@link org.foretell.trace.OpView#NONE}
 * @param marker of the phase it is in, or {@link org.foretell.trace.OpView#NONE}
 * @param members how many ranks call it together
 * @param bytes what the member sends in all, or receives where it sends nothing
 * @param ownPs how long the member's call takes
 */
public record CollectiveTimes(
    int rank, OpCode code, int callSite, int marker, int members, long bytes, long ownPs) {}
