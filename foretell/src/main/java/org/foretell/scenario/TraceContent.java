package org.foretell.scenario;

import org.foretell.input.OpenTrace;

/**
 * What a scenario says of its trace: what it contains, not where it is.
 *
 * @param sha256 of the file's bytes
 * @param reading by which settings it is read; empty if none matter
 * @param ranks how many it has
 */
@SuppressWarnings("exports") // What setups fill in is made by them, and by nobody else.
public record TraceContent(String sha256, String reading, int ranks) {
  /**
   * {@return the content of a trace}
   *
   * @param trace as it was opened
   */
  public static TraceContent of(OpenTrace trace) {
    return new TraceContent(trace.sha256(), trace.reading(), trace.source().info().ranks());
  }
}
