package org.foretell.cli.shell;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.foretell.failure.ForetellException;
import org.foretell.trace.PendingFile;
import org.jspecify.annotations.Nullable;

/**
 * The files that a command will write. Before it begins it learns whether one of them is something
 * that it reads, or another output, and whether each can be written: a long simulation must not end
 * in the loss of its input or of its result.
 */
public final class Outputs {
  private static final String INPUT = "is also an input of this command";

  private final Map<Path, String> taken = new LinkedHashMap<>();
  private final List<Path> files = new ArrayList<>();
  private final Set<Path> made = new HashSet<>();

  /** Folders that the command reads. */
  private final Set<Path> readFolders = new HashSet<>();

  /** Folders that are replaced whole, and by which option. */
  private final Map<Path, String> replaced = new LinkedHashMap<>();

  /** Notes a file that the command reads; one that is not there is no reason to complain yet. */
  public Outputs reads(Path input) {
    if (Files.exists(input)) {
      taken.put(place(input), INPUT);
    }
    if (Files.isDirectory(input)) {
      readFolders.add(place(input));
    }
    return this;
  }

  /**
   * Notes what may be the name of a file that the command reads, or something else, as a machine's.
   */
  public Outputs readsIfFile(String input) {
    Path file = Path.of(input);
    return Files.isRegularFile(file) ? reads(file) : this;
  }

  /**
   * Notes a file that the command writes.
   *
   * @param option as the user wrote it
   * @param file null for none; standard output and devices are nobody's loss
   */
  public Outputs writes(String option, @Nullable Path file) {
    if (file == null || OutputFile.isStandardOutput(file) || OutputFile.isDevice(file)) {
      return this;
    }
    Path place = place(file);
    @Nullable String use = taken.putIfAbsent(place, "is also written as " + option);
    if (use == null && Files.exists(file) && readFolders.stream().anyMatch(place::startsWith)) {
      use = INPUT;
    }
    for (Map.Entry<Path, String> folder : replaced.entrySet()) {
      if (use == null && place.startsWith(folder.getKey())) {
        use = "is in a folder that " + folder.getValue() + " replaces";
      }
    }
    if (use != null) {
      throw ForetellException.usage(option + " " + file + ": this file " + use);
    }
    files.add(file);
    return this;
  }

  /**
   * Notes a folder that the command writes whole, in place of one that is there.
   *
   * @param option as the user wrote it
   */
  public Outputs replaces(String option, Path folder) {
    Path place = place(folder);
    for (Map.Entry<Path, String> each : taken.entrySet()) {
      if (each.getKey().startsWith(place)) {
        throw ForetellException.usage(
            option + " " + folder + ": " + each.getKey() + " in this folder " + each.getValue());
      }
    }
    replaced.put(place, option);
    return this;
  }

  /**
   * Notes files that the command writes into a folder, which it makes if it is not there.
   *
   * @param option as the user wrote it
   */
  public Outputs writes(String option, Path folder, List<Path> inFolder) {
    if (Files.exists(folder) && !Files.isDirectory(folder)) {
      throw OutputFile.cannotBeWritten(
          folder, new IOException("it is a file, and " + option + " takes a folder"));
    }
    inFolder.forEach(file -> writes(option, file));
    if (!Files.exists(folder)) {
      // Nothing is in the way there; what counts is whether the folder can be made.
      files.removeAll(inFolder);
      files.add(existing(folder).resolve(folder.getFileName()));
    }
    return this;
  }

  /**
   * Notes a folder that the command makes, if it is missing, before it writes files.
   *
   * @param folder null for none
   */
  public Outputs makes(@Nullable Path folder) {
    if (folder != null && !Files.exists(folder)) {
      made.add(place(folder));
    }
    return this;
  }

  /** Sees whether all of them can be written; leaves nothing behind. */
  public void check() {
    for (Path output : files) {
      Path file = tried(output);
      try {
        if (Files.isDirectory(file)) {
          throw new IOException("it is a folder");
        }
        PendingFile trial = new PendingFile(OutputFile.linked(file));
        try {
          Files.createFile(trial.temporary());
        } finally {
          trial.discard();
        }
      } catch (IOException e) {
        throw OutputFile.cannotBeWritten(output, e);
      }
    }
  }

  /** In place of a file whose folder the command will make: one in the folder above it. */
  private Path tried(Path file) {
    Path folder = file.toAbsolutePath().normalize().getParent();
    return folder != null && made.contains(place(folder))
        ? existing(folder).resolve(file.getFileName())
        : file;
  }

  /** The folder itself, or the nearest one above it that exists. */
  private static Path existing(Path folder) {
    Path above = folder.toAbsolutePath().normalize();
    while (!Files.exists(above) && above.getParent() != null) {
      above = above.getParent();
    }
    return above;
  }

  /** Where a file is, whatever links and dots lead there. */
  private static Path place(Path file) {
    Path absolute = file.toAbsolutePath().normalize();
    try {
      if (Files.exists(file)) {
        return file.toRealPath();
      }
      Path folder = absolute.getParent();
      return folder == null || !Files.exists(folder)
          ? absolute
          : folder.toRealPath().resolve(absolute.getFileName());
    } catch (IOException e) {
      return absolute;
    }
  }
}
