package org.foretell.parsers.otf2;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.foretell.trace.TraceException;

/**
 * Where the files of an archive are.
 *
 * @param anchorFile the one whose name ends with .otf2
 * @param anchor its content
 */
record Archive(Path anchorFile, Anchor anchor) {
  private static final String ENDING = ".otf2";
  private static final byte[] MAGIC = "OTF2\0".getBytes(StandardCharsets.US_ASCII);

  /** Whether a path is the anchor of an archive, or a folder with anchors. */
  static boolean isRecognised(Path input) {
    try {
      return Files.isDirectory(input) ? !anchors(input).isEmpty() : isAnchor(input);
    } catch (TraceException unreadable) {
      return false;
    }
  }

  private static boolean isAnchor(Path file) {
    if (!Files.isRegularFile(file)) {
      return false;
    }
    try (InputStream in = Files.newInputStream(file)) {
      byte[] start = in.readNBytes(2 + MAGIC.length);
      return start.length == 2 + MAGIC.length
          && start[0] == 3
          && Arrays.equals(start, 2, start.length, MAGIC, 0, MAGIC.length);
    } catch (IOException e) {
      return false;
    }
  }

  private static List<Path> anchors(Path folder) {
    try (Stream<Path> files = Files.list(folder)) {
      return files
          .filter(file -> String.valueOf(file.getFileName()).endsWith(ENDING))
          .filter(Archive::isAnchor)
          .sorted()
          .toList();
    } catch (IOException e) {
      throw TraceException.reading(folder, e);
    }
  }

  /** Finds the archive and reads its anchor. */
  static Archive of(Path input) {
    Path file = input;
    if (Files.isDirectory(input)) {
      List<Path> anchors = anchors(input);
      if (anchors.size() != 1) {
        throw new TraceException(
            input
                + ": expected one archive of OTF2, found "
                + (anchors.isEmpty()
                    ? "none"
                    : anchors.stream().map(Path::toString).collect(Collectors.joining(", "))
                        + "; name one of them"));
      }
      file = anchors.get(0);
    }
    return new Archive(file, Anchor.read(file));
  }

  /** The name of the archive. */
  String name() {
    String name = String.valueOf(anchorFile.getFileName());
    return name.endsWith(ENDING) ? name.substring(0, name.length() - ENDING.length()) : name;
  }

  /** The file with the definitions. */
  Path definitions() {
    return anchorFile.resolveSibling(name() + ".def");
  }

  /** The file with the definitions of a location, which need not exist. */
  Path definitions(long location) {
    return file(location, ".def");
  }

  /** The file with the events of a location. */
  Path events(long location) {
    return file(location, ".evt");
  }

  private Path file(long location, String ending) {
    return anchorFile.resolveSibling(name()).resolve(Long.toUnsignedString(location) + ending);
  }
}
