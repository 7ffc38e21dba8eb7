package org.foretell.machines.file;

/**
 * An error or a warning about a machine file.
 *
 * @param file name of the file
 * @param path JSON path (RFC 9535) of the place, {@code $.nodeGroups[0].nodes}; in XML the names of
 *     the elements, {@code platform/zone/cluster}
 * @param line from 1; 0 for the file as a whole, or for a value that was set rather than in the
 *     file
 * @param column from 1; 0 as the line
 * @param found the value found, and the error unless that is obvious
 * @param allowed the allowed values; empty if {@code found} includes them
 */
public record Finding(
    String file, String path, int line, int column, String found, String allowed) {
  private static final String WHOLE = "$";

  /** Returns place, found and allowed values; without the name of the file. */
  @Override
  public String toString() {
    String what = "found " + found + (allowed.isEmpty() ? "" : "; allowed: " + allowed);
    if (line > 0) {
      return "line " + line + ", column " + column + ", " + path + ": " + what;
    }
    return path.equals(WHOLE) ? what : path + ": " + what;
  }
}
