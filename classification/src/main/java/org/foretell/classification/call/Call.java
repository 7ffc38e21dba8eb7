package org.foretell.classification.call;

/**
 * When and where a rank called something.
 *
 * @param rank world rank
 * @param callSite or {@link org.foretell.trace.OpView#NONE}
 * @param marker of the phase it is in, or {@link org.foretell.trace.OpView#NONE}
 * @param replayStartPs on the clock of the replay
 * @param replayEndPs on the clock of the replay
 * @param startPs on the clock that durations are taken from
 * @param endPs on the clock that durations are taken from
 */
record Call(
    int rank,
    int callSite,
    int marker,
    long replayStartPs,
    long replayEndPs,
    long startPs,
    long endPs) {}
