package org.foretell.study.campaign;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;

/** Why results were not written, in words. */
public final class WriteFailure {
  private WriteFailure() {}

  /**
   * {@return the reason, and what to do}
   *
   * @param failure while a file was written
   */
  public static String of(IOException failure) {
    if (failure instanceof AccessDeniedException denied) {
      return "you may not write " + denied.getFile() + "; choose another folder";
    }
    if (failure instanceof FileAlreadyExistsException file) {
      return file.getFile() + " is a file; results need a folder";
    }
    String reason =
        failure instanceof FileSystemException one && one.getReason() != null
            ? one.getReason()
            : String.valueOf(failure.getMessage());
    return reason.contains("No space left")
        ? "the disk is full; make room, and the same command goes on where it was"
        : reason + "; choose another folder, or mend it";
  }
}
