package org.foretell.parsers.raw;

/**
 * A place in a source file that an interpreter runs, such as Python's.
 *
 * @param file its path
 * @param line from 1; 0 if unknown
 */
record SourcePlace(String function, String file, long line) implements CallFrame {
  /** As debug information has it: the function, the file's name and the line. */
  @Override
  public String plain() {
    return function + " " + file.substring(file.lastIndexOf('/') + 1) + ":" + line;
  }
}
