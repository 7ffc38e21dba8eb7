package org.foretell.structure.cluster.online;

import org.foretell.structure.cluster.grouping.Clustering;

/**
 * A piece of the online trace.
 *
 * @param state that its clusters belong to: {@link MarkerState#CLUSTERING} if they were found at
 *     the marker that ends it, {@link MarkerState#LEAD} if they are those of the previous phase,
 *     {@link MarkerState#FINAL} if they were found at the end
 * @param firstMarker the marker that ends its first interval, counted from 0 among the markers used
 * @param markers how many markers it contains; 0 for the part after the last marker
 * @param divided whether clusters of the previous phase had to be divided, because their ranks
 *     deviated from their leads while only leads recorded
 * @param clustering its clusters
 */
public record Phase(
    MarkerState state, int firstMarker, int markers, boolean divided, Clustering clustering) {}
