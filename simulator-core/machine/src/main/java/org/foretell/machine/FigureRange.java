package org.foretell.machine;

/**
 * The bounds of a figure of a machine. All texts are as written, with their units.
 *
 * @param figure its name, {@code "nodeGroups.compute.intraNode.latency"}
 * @param value used by models
 * @param from the least value
 * @param to the greatest value
 */
public record FigureRange(String figure, String value, String from, String to) {}
