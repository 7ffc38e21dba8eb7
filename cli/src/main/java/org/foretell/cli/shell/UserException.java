package org.foretell.cli.shell;

/** Something that the user can put right; the message says what and how. */
public final class UserException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final int exitCode;

  public UserException(int exitCode, String message) {
    super(message);
    this.exitCode = exitCode;
  }

  /** A value on the command line is wrong, whatever the files say. */
  public static UserException usage(String message) {
    return new UserException(ExitCode.USAGE, message);
  }

  /** A file cannot be used, or files do not fit together. */
  public static UserException badInput(String message) {
    return new UserException(ExitCode.BAD_INPUT, message);
  }

  public static UserException outputFailed(String message) {
    return new UserException(ExitCode.OUTPUT_FAILED, message);
  }

  public static UserException programStuck(String message) {
    return new UserException(ExitCode.PROGRAM_STUCK, message);
  }

  int exitCode() {
    return exitCode;
  }
}
