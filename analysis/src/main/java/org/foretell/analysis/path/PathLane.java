package org.foretell.analysis.path;

import org.foretell.observe.PathLeg.Kind;

/**
 * A piece of the critical path as a chart shows it: legs that follow each other at one rank, or so
 * many short ones that a chart could not show them.
 *
 * @param rank where the longest part of it is
 * @param kind what takes the longest part of it
 * @param startPs when it begins, which is when the one before it ends, picoseconds
 * @param endPs when it ends, picoseconds
 * @param ownPs how much of it is at this rank and of this kind: all of it, unless short legs were
 *     put together; of those what is known to be, at least, picoseconds
 */
public record PathLane(int rank, Kind kind, long startPs, long endPs, long ownPs) {}
