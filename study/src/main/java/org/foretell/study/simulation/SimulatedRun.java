package org.foretell.study.simulation;

import org.foretell.study.evaluation.SimulatedFigures;

/**
 * How a mix or a workflow ran.
 *
 * @param makespanPs picoseconds from the first arrival or task to the last end
 * @param busyShare of the time of all cores of its nodes that they compute, 0 to 1
 * @param figures all else
 */
public record SimulatedRun(long makespanPs, double busyShare, SimulatedFigures figures) {}
