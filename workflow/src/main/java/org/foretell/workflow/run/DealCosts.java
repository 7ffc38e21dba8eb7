package org.foretell.workflow.run;

/**
 * What it costs to deal out a task.
 *
 * @param taskBytes from the master
 * @param resultBytes to the master
 * @param dealPs the master's own time before it sends a task, picoseconds
 */
public record DealCosts(long taskBytes, long resultBytes, long dealPs) {}
