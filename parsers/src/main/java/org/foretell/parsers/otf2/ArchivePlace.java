package org.foretell.parsers.otf2;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.UUID;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.commons.io.FileUtils;
import org.apache.commons.io.file.PathUtils;
import org.foretell.trace.TraceException;

/**
 * Where an archive is written: a hidden folder beside its place until it is complete. What is in
 * its place must be an archive, or nothing. A process that is terminated deletes the hidden folder.
 */
final class ArchivePlace implements AutoCloseable {
  private static final String DEFINITIONS = ".def";

  /** Names of the files of locations. */
  private static final Pattern OF_LOCATION = Pattern.compile("\\d+\\.(?:evt|def)");

  private final Path anchor;
  private final String name;
  private final Path hidden;
  private final Thread onExit;

  /**
   * Creates the hidden folder.
   *
   * @throws TraceException if the name is none of an archive, or something else is in its place
   * @throws IOException if the folder cannot be made
   */
  ArchivePlace(Path anchor) throws IOException {
    this.anchor = anchor;
    name = name(anchor);
    checkFolder();
    checkDefinitions();
    hidden = Files.createDirectory(anchor.resolveSibling("." + name + "." + UUID.randomUUID()));
    onExit = new Thread(() -> FileUtils.deleteQuietly(hidden.toFile()));
    Runtime.getRuntime().addShutdownHook(onExit);
    Files.createDirectory(locations());
  }

  private static String name(Path anchor) {
    String file = String.valueOf(anchor.getFileName());
    int length = file.length() - Archive.ENDING.length();
    if (length <= 0 || !file.toLowerCase(Locale.ROOT).endsWith(Archive.ENDING)) {
      throw new TraceException(
          anchor
              + ": expected a name that ends in "
              + Archive.ENDING
              + ", since the other files of an OTF2 archive have the name before that");
    }
    return file.substring(0, length);
  }

  /** The folder of the archive is replaced whole. */
  private void checkFolder() throws IOException {
    Path folder = anchor.resolveSibling(name);
    if (Files.isDirectory(anchor)) {
      throw new TraceException(anchor + ": expected a file or nothing, found a folder");
    } else if (!Files.exists(folder)) {
      return;
    } else if (!Files.isDirectory(folder)) {
      throw foreign(folder, "a file");
    }
    try (Stream<Path> files = Files.list(folder)) {
      for (Path file : (Iterable<Path>) files::iterator) {
        String found = String.valueOf(file.getFileName());
        if (!OF_LOCATION.matcher(found).matches()) {
          throw foreign(folder, "one with " + found);
        }
      }
    }
  }

  private void checkDefinitions() throws IOException {
    Path file = anchor.resolveSibling(name + DEFINITIONS);
    if (!Files.exists(file)) {
      return;
    } else if (!Files.isRegularFile(file)) {
      throw foreign(file, "a folder");
    }
    try (InputStream in = Files.newInputStream(file)) {
      int mark = in.read();
      int order = in.read();
      if (mark != RecordFile.CHUNK_HEADER
          || (order != RecordFile.LITTLE_ENDIAN && order != RecordFile.BIG_ENDIAN)) {
        throw foreign(file, "a file of another kind");
      }
    }
  }

  private TraceException foreign(Path path, String found) {
    return new TraceException(
        path
            + ": expected nothing, or that of an OTF2 archive that is replaced, found "
            + found
            + "; choose another name than "
            + anchor.getFileName());
  }

  /** The hidden folder of the files of locations. */
  Path locations() {
    return hidden.resolve(name);
  }

  /** The hidden file of definitions. */
  Path definitions() {
    return hidden.resolve(name + DEFINITIONS);
  }

  /** The hidden anchor file. */
  Path anchor() {
    return hidden.resolve(String.valueOf(anchor.getFileName()));
  }

  /**
   * Puts the archive in its place.
   *
   * @throws IOException if that fails; all is then as it was before
   */
  void commit() throws IOException {
    List<Path> parts = List.of(locations(), definitions(), anchor());
    Path replaced = Files.createDirectory(hidden.resolve("..replaced"));
    List<Path> moved = new ArrayList<>();
    try {
      for (Path part : parts) {
        Path target = anchor.resolveSibling(part.getFileName());
        if (Files.exists(target)) {
          Files.move(target, replaced.resolve(part.getFileName()));
        }
        moved.add(part);
        Files.move(part, target);
      }
    } catch (IOException e) {
      undo(moved, replaced);
      throw e;
    }
  }

  private void undo(List<Path> moved, Path replaced) throws IOException {
    Collections.reverse(moved);
    for (Path part : moved) {
      Path target = anchor.resolveSibling(part.getFileName());
      if (!Files.exists(part)) {
        Files.move(target, part);
      }
      Path old = replaced.resolve(part.getFileName());
      if (Files.exists(old)) {
        Files.move(old, target, StandardCopyOption.REPLACE_EXISTING);
      }
    }
  }

  /**
   * Deletes what has not been committed.
   *
   * @throws IOException if that fails
   */
  @Override
  public void close() throws IOException {
    try {
      Runtime.getRuntime().removeShutdownHook(onExit);
    } catch (IllegalStateException exits) {
      return; // The hook is at it.
    }
    if (Files.exists(hidden)) {
      PathUtils.deleteDirectory(hidden);
    }
  }
}
