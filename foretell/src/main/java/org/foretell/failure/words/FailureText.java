package org.foretell.failure.words;

import java.io.UncheckedIOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.NoSuchFileException;

/** What went wrong, in words for users. */
public final class FailureText {
  private FailureText() {}

  /**
   * {@return what went wrong; may have several lines}
   *
   * @param failure anything that was thrown
   */
  public static String of(Throwable failure) {
    Throwable cause =
        failure instanceof UncheckedIOException io && io.getCause() != null
            ? io.getCause()
            : failure;
    if (cause instanceof NoSuchFileException missing) {
      return missing.getFile() + ": there is no such file";
    }
    if (cause instanceof AccessDeniedException denied) {
      return denied.getFile() + ": cannot be read: permission denied";
    }
    String text = cause.getMessage();
    return text == null ? cause.toString() : text;
  }

  /**
   * {@return what went wrong, where only one line is to be had}
   *
   * @param failure anything that was thrown
   */
  public static String inALine(Throwable failure) {
    return of(failure).replaceAll("\\s*\n\\s*", "; ");
  }
}
