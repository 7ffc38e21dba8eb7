package org.foretell.machines.file;

/**
 * Something that is wrong, or worth a warning, in a machine file.
 *
 * @param file name of the file
 * @param path JSON path (RFC 9535) of the place, {@code $.nodeGroups[0].nodes}; in XML the names of
 *     the elements, {@code platform/zone/cluster}
 * @param line from 1; 0 when it is about the file as a whole, or what is not in the file but was
 *     set
 * @param column from 1; 0 as the line
 * @param found what is there, and what is wrong with it if that is not plain
 * @param allowed what may be there; empty if {@code found} says it
 */
public record Finding(
    String file, String path, int line, int column, String found, String allowed) {
  private static final String WHOLE = "$";

  /** Place, what was found, what is allowed; without the name of the file. */
  @Override
  public String toString() {
    String what = "found " + found + (allowed.isEmpty() ? "" : "; allowed: " + allowed);
    if (line > 0) {
      return "line " + line + ", column " + column + ", " + path + ": " + what;
    }
    return path.equals(WHOLE) ? what : path + ": " + what;
  }
}
