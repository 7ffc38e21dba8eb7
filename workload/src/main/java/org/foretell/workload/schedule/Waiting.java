package org.foretell.workload.schedule;

/**
 * A job that waits for nodes.
 *
 * @param number its own number
 * @param nodes how many it needs
 * @param estimateNs how long it is expected to take, nanoseconds, at least 1
 */
public record Waiting(int number, int nodes, long estimateNs) {}
