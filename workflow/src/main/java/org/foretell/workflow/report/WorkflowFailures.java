package org.foretell.workflow.report;

/**
 * What failures cost a run.
 *
 * @param failures of nodes in use and of the network until the end
 * @param lostAttempts how many attempts they ended
 * @param lostSeconds time of workers that these attempts took and that no checkpoint kept
 * @param restartSeconds time in which workers with a task were away, or waited for nodes
 */
public record WorkflowFailures(
    int failures, int lostAttempts, double lostSeconds, double restartSeconds) {}
