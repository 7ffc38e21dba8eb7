package org.foretell.structure;

/**
 * What a compression has found.
 *
 * @param isTaskGraphs whether the programs are task graphs, which are taken over as they are
 * @param programsBefore how many programs the trace had
 * @param programsAfter how many are left
 */
public record CompressionReport(boolean isTaskGraphs, int programsBefore, int programsAfter) {}
