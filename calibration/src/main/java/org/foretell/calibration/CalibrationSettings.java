package org.foretell.calibration;

import java.time.LocalDate;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Values that measurements of messages do not give.
 *
 * @param name of the machine, for the command line: lower case letters, digits and hyphens
 * @param nodes their number, at least 1
 * @param coresPerNode how many each has, at least 1
 * @param eagerThresholdBytes the largest message that is sent eagerly; empty to find it from the
 *     measurements
 * @param mostSegments the bound of the number of segments of each fit, at least 1
 * @param date shown in the sources
 * @param library the self-description of the measured MPI library; empty if unknown
 */
public record CalibrationSettings(
    String name,
    int nodes,
    int coresPerNode,
    OptionalLong eagerThresholdBytes,
    int mostSegments,
    LocalDate date,
    Optional<String> library) {
  /** The default maximum number of segments; more make no difference. */
  public static final int USUAL_SEGMENTS = 8;

  /** Checks the ranges. */
  public CalibrationSettings {
    if (nodes < 1 || coresPerNode < 1 || mostSegments < 1) {
      throw new IllegalArgumentException("nodes, cores and segments must be at least 1");
    }
  }

  /**
   * Creates settings for an unknown library.
   *
   * @param name of the machine, for the command line: lower case letters, digits and hyphens
   * @param nodes their number, at least 1
   * @param coresPerNode how many each has, at least 1
   * @param eagerThresholdBytes the largest message that is sent eagerly; empty to find it from the
   *     measurements
   * @param mostSegments the bound of the number of segments of each fit, at least 1
   * @param date shown in the sources
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
   * {@return the same settings with another library}
   *
   * @param measured the self-description of the measured MPI library; empty if unknown
   */
  public CalibrationSettings with(Optional<String> measured) {
    return new CalibrationSettings(
        name, nodes, coresPerNode, eagerThresholdBytes, mostSegments, date, measured);
  }
}
