package org.foretell.machine;

/**
 * Within which bounds a figure of a machine is believed to lie. All texts are as written, with
 * their units.
 *
 * @param figure its name, {@code "nodeGroups.compute.intraNode.latency"}
 * @param value what models take
 * @param from the least value
 * @param to the greatest value
 */
public record FigureRange(String figure, String value, String from, String to) {}
