package org.foretell.trace;

import java.util.List;

/**
 * The tables that ops refer to by id. Ids are the positions in the lists, except for communicators,
 * which contain their ids.
 *
 * @param callSites text of each call site
 * @param markers name of each phase marker
 * @param communicators communicators with known members
 * @param histograms burst histograms; the id of each is its position
 */
public record TraceTables(
    List<String> callSites,
    List<String> markers,
    List<Communicator> communicators,
    List<DurationHistogram> histograms) {
  /** No tables. */
  public static final TraceTables EMPTY =
      new TraceTables(List.of(), List.of(), List.of(), List.of());

  /** Copies the lists. */
  public TraceTables {
    callSites = List.copyOf(callSites);
    markers = List.copyOf(markers);
    communicators = List.copyOf(communicators);
    histograms = List.copyOf(histograms);
  }

  /**
   * {@return the name of a phase, {@code "(unnamed)"} for a phase that begins without a marker}
   *
   * @param marker id of the marker that it begins with, or {@link OpView#NONE}
   */
  public String phase(int marker) {
    return marker == OpView.NONE ? "(unnamed)" : markers.get(marker);
  }
}
