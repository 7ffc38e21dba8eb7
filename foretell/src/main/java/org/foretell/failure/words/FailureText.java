package org.foretell.failure.words;

import java.io.UncheckedIOException;
import java.nio.charset.Charset;
import java.nio.file.AccessDeniedException;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;

/** What went wrong, in words for users. */
public final class FailureText {
  private FailureText() {}

  /**
   * {@return the message of a failure; may have several lines}
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
    if (cause instanceof InvalidPathException path) {
      return ofName(path.getInput());
    }
    String text = cause.getMessage();
    return text == null ? cause.toString() : text;
  }

  /**
   * {@return why a text cannot name a file}
   *
   * @param name refused by the system
   */
  public static String ofName(String name) {
    return name.indexOf('\0') >= 0
        ? "\"" + name.replace("\0", "\\0") + "\": a file name has no NUL characters"
        : "\""
            + name
            + "\": in this locale file names have characters of "
            + Charset.forName(System.getProperty("sun.jnu.encoding", "US-ASCII")).name()
            + " only; set LC_ALL=C.UTF-8, or another locale with UTF-8";
  }

  /**
   * {@return the message of a failure in a single line}
   *
   * @param failure anything that was thrown
   */
  public static String inALine(Throwable failure) {
    return of(failure).replaceAll("\\s*\n\\s*", "; ");
  }
}
