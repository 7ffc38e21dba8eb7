package org.foretell.analysis.path;

import org.foretell.observe.PathLeg.Kind;

/**
 * A piece of the critical path for a chart: consecutive legs at one rank, or a group of legs too
 * short to show.
 *
 * @param rank the rank of its longest part
 * @param kind the kind of its longest part
 * @param startPs its start, which is the end of the previous piece, picoseconds
 * @param endPs when it ends, picoseconds
 * @param ownPs how much of it is at this rank and of this kind, picoseconds: all of it, or, for a
 *     group of short legs, a lower bound
 */
public record PathLane(int rank, Kind kind, long startPs, long endPs, long ownPs) {}
