package org.foretell.scenario;

import java.util.Objects;
import org.foretell.input.OpenTrace;

/**
 * The trace of a scenario, by its content rather than its place.
 *
 * @param sha256 of the file's bytes
 * @param reading the settings used for reading it; empty if none matter
 * @param ranks how many it has
 */
@SuppressWarnings("exports") // What setups fill in is made by them, and by nobody else.
public record TraceContent(String sha256, String reading, int ranks) {
  /** Checks that neither text is null. */
  public TraceContent {
    Objects.requireNonNull(sha256, "sha256");
    Objects.requireNonNull(reading, "reading");
  }

  // A record's own methods are linked when they are first called, which takes a short run long.
  @Override
  public boolean equals(Object other) {
    return other instanceof TraceContent that
        && ranks == that.ranks
        && sha256.equals(that.sha256)
        && reading.equals(that.reading);
  }

  @Override
  public int hashCode() {
    return sha256.hashCode();
  }

  /**
   * {@return the content of a trace}
   *
   * @param trace as it was opened
   */
  public static TraceContent of(OpenTrace trace) {
    Objects.requireNonNull(trace, "trace");
    return new TraceContent(trace.sha256(), trace.reading(), trace.source().info().ranks());
  }
}
