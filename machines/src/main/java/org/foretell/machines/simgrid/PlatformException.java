package org.foretell.machines.simgrid;

import org.foretell.failure.ForetellException;

/** The first mistake of a platform file: where it is, what is there, what may be there. */
public final class PlatformException extends ForetellException {
  private static final long serialVersionUID = 1L;

  private final String path;
  private final int line;
  private final int column;
  private final String found;
  private final String allowed;

  PlatformException(String path, int line, int column, String found, String allowed) {
    super(
        Kind.INPUT,
        "line %d, column %d, %s: found %s; allowed: %s"
            .formatted(line, column, path, found, allowed));
    this.path = path;
    this.line = line;
    this.column = column;
    this.found = found;
    this.allowed = allowed;
  }

  /** Names of the elements down to the one in question, {@code platform/zone/link}. */
  public String path() {
    return path;
  }

  /** Line of the end of its start tag, from 1. */
  public int line() {
    return line;
  }

  /** Column behind the end of its start tag, from 1. */
  public int column() {
    return column;
  }

  /** What is there. */
  public String found() {
    return found;
  }

  /** What may be there. */
  public String allowed() {
    return allowed;
  }
}
