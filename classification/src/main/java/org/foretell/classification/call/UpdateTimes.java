package org.foretell.classification.call;

/**
 * An update of a variable of OpenSHMEM, and the call that waited for it. Times are picoseconds.
 *
 * @param source world rank that updates
 * @param destination world rank that waits
 * @param sendSite call site of the update, or {@link org.foretell.trace.OpView#NONE}
 * @param waitSite call site of the wait, or {@link org.foretell.trace.OpView#NONE}
 * @param marker of the phase of the wait, or {@link org.foretell.trace.OpView#NONE}
 * @param bytes payload
 * @param waitPs duration of the wait
 * @param messagePs from the beginning of the update to the end of the wait
 */
public record UpdateTimes(
    int source,
    int destination,
    int sendSite,
    int waitSite,
    int marker,
    long bytes,
    long waitPs,
    long messagePs) {}
