package org.foretell.analysis.path;

/**
 * What a rank has on the critical path.
 *
 * @param rank world rank
 * @param times on the path, that of messages it sends included
 */
public record PathRank(int rank, PathTimes times) {}
