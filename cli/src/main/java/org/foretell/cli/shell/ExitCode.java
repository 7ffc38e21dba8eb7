package org.foretell.cli.shell;

/** What {@code sim} tells the shell; documented in {@code docs/output.md}. */
public final class ExitCode {
  /** Done as asked. */
  public static final int OK = 0;

  /** A defect of sim itself, or too little memory. */
  public static final int INTERNAL = 1;

  /** The command line is wrong: an option, or a value that is given with one. */
  public static final int USAGE = 2;

  /** A trace, machine file or other file cannot be used, or they do not fit together. */
  public static final int BAD_INPUT = 3;

  /** The program in the trace does not finish: deadlock, or calls that do not fit. */
  public static final int PROGRAM_STUCK = 4;

  /** A result could not be written. */
  public static final int OUTPUT_FAILED = 5;

  private ExitCode() {}
}
