package org.foretell.structure;

/**
 * The result of a compression.
 *
 * @param isTaskGraphs whether the programs are task graphs, which are taken over as they are
 * @param programsBefore how many programs the trace had
 * @param programsAfter how many are left
 */
public record CompressionReport(boolean isTaskGraphs, int programsBefore, int programsAfter) {}
