package org.foretell.workload.schedule;

/**
 * Nodes in use.
 *
 * @param nodes how many
 * @param untilNs when their job is expected to end, nanoseconds, after now
 */
public record Occupied(int nodes, long untilNs) {}
