package org.foretell.structure.cluster.online;

import org.foretell.structure.cluster.grouping.Clustering;

/**
 * A piece that the online trace grows by.
 *
 * @param state that its clusters belong to: {@link MarkerState#CLUSTERING} if they were found at
 *     the marker that it ends with, {@link MarkerState#LEAD} if they are those of the phase before,
 *     {@link MarkerState#FINAL} if they were found at the end
 * @param firstMarker the marker that its first interval ends with, counted from 0 among those that
 *     were looked at
 * @param markers how many markers it holds; 0 if it is what follows the last
 * @param divided whether clusters of the phase before had to be divided, because their ranks did
 *     not do what their leads did while only leads recorded
 * @param clustering its clusters
 */
public record Phase(
    MarkerState state, int firstMarker, int markers, boolean divided, Clustering clustering) {}
