package org.foretell.study.campaign;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.foretell.failure.ForetellException;

/** Folders with results of studies. */
public final class ReplayFolders {
  private ReplayFolders() {}

  /**
   * Adds the replays of several folders to those of another one.
   *
   * @param from folders of shards of a study
   * @param into target folder; created if missing
   * @return how many replays it has then
   * @throws ForetellException if a folder has no results, they are damaged, or cannot be kept
   */
  public static int merge(List<Path> from, Path into) {
    try (ReplayLog all = ReplayLog.open(into)) {
      for (Path folder : from) {
        Path file = folder.resolve(ReplayLog.FILE);
        if (!Files.isRegularFile(file)) {
          throw ForetellException.badInput(
              folder
                  + ": has no "
                  + ReplayLog.FILE
                  + "; expected a folder with results of a study");
        }
        ReplayLog.read(file).values().forEach(all::add);
      }
      return all.all().size();
    }
  }
}
