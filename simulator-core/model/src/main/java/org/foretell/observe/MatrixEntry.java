package org.foretell.observe;

/**
 * The messages from one rank to another. Messages inside collectives are not included; see {@link
 * RankSummary#collectives} for their volume.
 *
 * @param source sending world rank
 * @param destination receiving world rank
 * @param volume messages that were received, and their bytes
 */
public record MatrixEntry(int source, int destination, MessageVolume volume) {}
