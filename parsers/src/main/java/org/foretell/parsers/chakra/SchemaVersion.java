package org.foretell.parsers.chakra;

import java.util.regex.Pattern;

/**
 * The versions of Chakra's schema with the layout that is read here: 0.0.4, and 1.0.0, which is the
 * same; later ones of the first major version can only add to it. Versions before 0.0.4 have other
 * numbers for the fields of nodes.
 */
final class SchemaVersion {
  /** Alone, or behind the version of the trace that was converted: {@code 1.1.1-chakra.0.0.4}. */
  private static final Pattern READ =
      Pattern.compile("(?:[^-]*-chakra\\.)?(?:0\\.0\\.4|1\\.\\d+\\.\\d+)");

  private static final int SHOWN = 64;

  private SchemaVersion() {}

  /**
   * Refuses a version whose layout is not known.
   *
   * @param version as the file states it
   */
  static void check(String version, MessageFile file) {
    if (!READ.matcher(version).matches()) {
      String shown = version.substring(0, Math.min(SHOWN, version.length()));
      throw file.wrong(
          "Chakra's schema of version 0.0.4 or 1.x",
          shown.chars().anyMatch(Character::isISOControl)
              ? "a header without a version, as before 0.0.4"
              : "version '" + shown + "'",
          "convert the original trace again, with Chakra 1.0");
    }
  }
}
