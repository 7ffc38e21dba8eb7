package org.foretell.workload.schedule;

/**
 * A job that waits for nodes.
 *
 * @param number by which it is told apart
 * @param nodes how many it needs
 * @param estimateNs how long it is expected to take, nanoseconds, at least 1
 */
public record Waiting(int number, int nodes, long estimateNs) {}
