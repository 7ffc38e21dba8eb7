package org.foretell.analysis.path;

/**
 * The share of a rank in the critical path.
 *
 * @param rank world rank
 * @param times on the path, including those of messages it sends
 */
public record PathRank(int rank, PathTimes times) {}
