package org.foretell.observe;

/**
 * The activity of a rank. Compute, communication, waiting and idle time add up to the makespan
 * exactly.
 *
 * <p>Sums of sizes are exact below 2^63 bytes; larger sums saturate.
 *
 * @param rank world rank
 * @param finishPs when it had executed its last op, or got as far as it could, picoseconds
 * @param computePs time in bursts, picoseconds; where several streams of a task graph compute at
 *     once, that time counts once
 * @param communicationPs time until its finish that is neither compute nor waiting, picoseconds:
 *     sending, transfer, and CPU time for messages between ops
 * @param waitPs time in ops in which it waited for other ranks, picoseconds
 * @param idlePs from its finish until the last rank's, picoseconds
 * @param sentOnNode messages to ranks on its node, itself included, that were received
 * @param sentOffNode messages to ranks on other nodes that were received
 * @param receivedOnNode messages from ranks on its node, itself included
 * @param receivedOffNode messages from ranks on other nodes
 * @param collectives calls of collectives, and the bytes that the rank sends in them, or receives
 *     if it sends nothing
 */
public record RankSummary(
    int rank,
    long finishPs,
    long computePs,
    long communicationPs,
    long waitPs,
    long idlePs,
    MessageVolume sentOnNode,
    MessageVolume sentOffNode,
    MessageVolume receivedOnNode,
    MessageVolume receivedOffNode,
    MessageVolume collectives) {}
