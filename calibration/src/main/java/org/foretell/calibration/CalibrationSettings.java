package org.foretell.calibration;

import java.time.LocalDate;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * What measurements of messages do not say.
 *
 * @param name of the machine, for the command line: lower case letters, digits and hyphens
 * @param nodes how many there are, at least 1
 * @param coresPerNode how many each has, at least 1
 * @param eagerThresholdBytes the largest message that is sent eagerly; empty to look for it
 * @param mostSegments the bound of the number of segments of each fit, at least 1
 * @param date that stands in the sources
 * @param library what the MPI library that was measured says of itself; empty if it is not known
 */
public record CalibrationSettings(
    String name,
    int nodes,
    int coresPerNode,
    OptionalLong eagerThresholdBytes,
    int mostSegments,
    LocalDate date,
    Optional<String> library) {
  /** As many segments as change anything. */
  public static final int USUAL_SEGMENTS = 8;

  /** Checks the ranges. */
  public CalibrationSettings {
    if (nodes < 1 || coresPerNode < 1 || mostSegments < 1) {
      throw new IllegalArgumentException("nodes, cores and segments must be at least 1");
    }
  }

  /**
   * Of a library that is not known.
   *
   * @param name of the machine, for the command line: lower case letters, digits and hyphens
   * @param nodes how many there are, at least 1
   * @param coresPerNode how many each has, at least 1
   * @param eagerThresholdBytes the largest message that is sent eagerly; empty to look for it
   * @param mostSegments the bound of the number of segments of each fit, at least 1
   * @param date that stands in the sources
   */
  public CalibrationSettings(
      String name,
      int nodes,
      int coresPerNode,
      OptionalLong eagerThresholdBytes,
      int mostSegments,
      LocalDate date) {
    this(name, nodes, coresPerNode, eagerThresholdBytes, mostSegments, date, Optional.empty());
  }

  /**
   * {@return the same with another library}
   *
   * @param measured what the MPI library that was measured says of itself; empty if it is not known
   */
  public CalibrationSettings with(Optional<String> measured) {
    return new CalibrationSettings(
        name, nodes, coresPerNode, eagerThresholdBytes, mostSegments, date, measured);
  }
}
