package org.foretell.classification.call;

import org.foretell.trace.OpCode;

/**
 * A member's call of a blocking collective. Times are picoseconds.
 *
 * @param rank world rank
 * @param code which collective
 * @param callSite or {@link org.foretell.trace.OpView#NONE}
 * @param marker of its phase, or {@link org.foretell.trace.OpView#NONE}
 * @param members how many ranks call it together
 * @param bytes the total that the member sends, or receives if it sends nothing
 * @param ownPs how long the member's call takes
 */
public record CollectiveTimes(
    int rank, OpCode code, int callSite, int marker, int members, long bytes, long ownPs) {}
