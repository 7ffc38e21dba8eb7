package org.foretell.generators;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Comparator;
import java.util.Map;
import java.util.stream.Stream;
import org.foretell.trace.RegularFile;
import org.jspecify.annotations.Nullable;

/** Writes the files of a generated program: into a new folder, all or none. */
public final class ProgramFolder {
  private final Path folder;

  /**
   * Names a folder for a later write.
   *
   * @param folder must not exist then, or be empty
   */
  public ProgramFolder(Path folder) {
    this.folder = folder;
  }

  /**
   * Writes all files and nothing else.
   *
   * @param files their contents by their names, which may begin with a folder
   * @throws GeneratorException if the folder holds something, or cannot be written
   */
  public void write(Map<String, String> files) {
    Path parent = folder.toAbsolutePath().normalize().getParent();
    if (parent == null || isTaken()) {
      throw new GeneratorException(
          GeneratorException.Kind.OUTPUT,
          folder + ": is not empty; name a new folder, or empty this one");
    }
    Path made = null;
    try {
      Files.createDirectories(parent);
      made = Files.createTempDirectory(parent, ".foretell-program");
      for (Map.Entry<String, String> file : files.entrySet()) {
        Path path = made.resolve(file.getKey());
        Files.createDirectories(path.getParent());
        Files.writeString(path, file.getValue(), UTF_8);
      }
      Files.setPosixFilePermissions(made, PosixFilePermissions.fromString("rwxr-xr-x"));
      Files.deleteIfExists(folder);
      move(made);
    } catch (IOException e) {
      remove(made);
      throw new GeneratorException(
          GeneratorException.Kind.OUTPUT,
          folder + ": cannot be written: " + RegularFile.reason(e),
          e);
    }
  }

  private void move(Path made) throws IOException {
    try {
      Files.move(made, folder, StandardCopyOption.ATOMIC_MOVE);
    } catch (AtomicMoveNotSupportedException e) {
      Files.move(made, folder);
    }
  }

  private boolean isTaken() {
    if (!Files.isDirectory(folder)) {
      return Files.exists(folder);
    }
    try (Stream<Path> inside = Files.list(folder)) {
      return inside.findAny().isPresent();
    } catch (IOException e) {
      throw new GeneratorException(
          GeneratorException.Kind.OUTPUT, folder + ": cannot be read: " + RegularFile.reason(e), e);
    }
  }

  private static void remove(@Nullable Path made) {
    if (made == null) {
      return;
    }
    try (Stream<Path> inside = Files.walk(made)) {
      for (Path path : inside.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(path);
      }
    } catch (IOException e) {
      throw new GeneratorException(
          GeneratorException.Kind.OUTPUT,
          made + ": cannot be removed: " + RegularFile.reason(e),
          e);
    }
  }
}
