package org.foretell.parsers.simgrid;

import java.io.EOFException;
import java.nio.file.AccessDeniedException;
import java.nio.file.NoSuchFileException;

/** Why an input cannot be read, in words: what Java says of some reasons is a name, or nothing. */
final class ReadFailure {
  private ReadFailure() {}

  static String reason(Exception failure) {
    if (failure instanceof NoSuchFileException) {
      return "there is no such file";
    }
    if (failure instanceof AccessDeniedException) {
      return "no permission to read it";
    }
    if (failure instanceof EOFException) {
      return "its compressed data end too early";
    }
    String message = failure.getMessage();
    return message == null ? "the system gives no reason" : message;
  }
}
