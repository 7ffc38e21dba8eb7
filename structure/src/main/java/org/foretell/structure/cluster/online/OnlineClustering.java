package org.foretell.structure.cluster.online;

import java.util.Comparator;
import java.util.List;

/**
 * The result of Chameleon for a trace.
 *
 * @param marker description of the markers, for people
 * @param markers how many each rank came to
 * @param calls how many of them were used: every one, or every n-th
 * @param allTracing how many of these led to {@link MarkerState#ALL_TRACING}
 * @param clusterings how many brought {@link MarkerState#CLUSTERING}
 * @param leads how many brought {@link MarkerState#LEAD}
 * @param phases the pieces of the online trace, in order
 * @param callSites whether events were distinguished by call site
 * @param collisions call-path signatures that stood for several sequences of events
 */
public record OnlineClustering(
    String marker,
    long markers,
    int calls,
    int allTracing,
    int clusterings,
    int leads,
    List<Phase> phases,
    boolean callSites,
    int collisions) {
  /** Copies the list. */
  public OnlineClustering {
    phases = List.copyOf(phases);
  }

  /** {@return the phase with most markers, the first of several} */
  public Phase longest() {
    return phases.stream()
        .max(Comparator.comparingInt(Phase::markers).thenComparing(phase -> -phase.firstMarker()))
        .orElseThrow();
  }
}
