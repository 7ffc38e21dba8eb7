package org.foretell.cli.trace;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.foretell.cli.shell.OutputFile;
import org.foretell.failure.ForetellException;
import org.jspecify.annotations.Nullable;

/**
 * Where the ranks of a program write their raw files.
 *
 * @param isTemporary whether it is deleted in the end
 */
record RawFolder(Path path, boolean isTemporary) {
  /** The folder that was named, or a new one beside the output. */
  static RawFolder of(@Nullable Path named, Path output) {
    Path where = named == null ? output : named;
    try {
      if (named != null) {
        Path folder = Files.createDirectories(named).toAbsolutePath();
        if (!runs(folder).isEmpty()) {
          throw ForetellException.usage(
              "--raw " + named + " holds raw files of another run; choose a folder without");
        }
        return new RawFolder(folder, false);
      }
      Path beside = output.toAbsolutePath().normalize().getParent();
      return new RawFolder(
          Files.createTempDirectory(beside, "." + output.getFileName() + ".raw-"), true);
    } catch (IOException failed) {
      throw ForetellException.outputFailed(
          where + " cannot be written: " + OutputFile.reason(failed));
    }
  }

  /** The runs in it, in the order of their names. */
  List<Path> runs() throws IOException {
    return runs(path);
  }

  private static List<Path> runs(Path folder) throws IOException {
    try (Stream<Path> children = Files.list(folder)) {
      return children
          .filter(child -> String.valueOf(child.getFileName()).startsWith("run-"))
          .sorted()
          .toList();
    }
  }

  /** Deletes it with all that is in it, if it is temporary. */
  void delete() throws IOException {
    if (!isTemporary) {
      return;
    }
    List<Path> all;
    try (Stream<Path> tree = Files.walk(path)) {
      all = tree.sorted(Comparator.reverseOrder()).toList();
    }
    for (Path each : all) {
      Files.deleteIfExists(each);
    }
  }
}
