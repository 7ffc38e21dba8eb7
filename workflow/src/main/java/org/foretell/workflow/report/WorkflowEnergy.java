package org.foretell.workflow.report;

/**
 * The energy of the nodes of the workers, and of their share of the switches.
 *
 * @param joules with all powers as stated
 * @param joulesLow with all powers at their least
 * @param joulesHigh with all powers at their greatest
 * @param meanWatts mean power
 * @param joulesPerInstance of each instance of the workflow
 */
public record WorkflowEnergy(
    double joules,
    double joulesLow,
    double joulesHigh,
    double meanWatts,
    double joulesPerInstance) {}
