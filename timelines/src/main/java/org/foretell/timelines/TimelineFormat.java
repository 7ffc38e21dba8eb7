package org.foretell.timelines;

import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** The formats of timelines. The name of a file selects its format. */
public enum TimelineFormat {
  /** Chrome's trace events as JSON, which Perfetto's viewer also reads. */
  CHROME_JSON("json"),
  /** Perfetto's own format, which takes less space. */
  PERFETTO("pftrace"),
  /** Paraver's format of three files: records, names of their types and values, names of rows. */
  PARAVER("prv", "pcf", "row"),
  /** Open Trace Format 2: an anchor file, definitions, and a folder with a file for each rank. */
  OTF2("otf2", "def");

  @SuppressWarnings("ImmutableEnumChecker") // made by List.of
  private final List<String> extensions;

  TimelineFormat(String... extensions) {
    this.extensions = List.of(extensions);
  }

  /**
   * {@return the format that a file's name selects; empty if none}
   *
   * @param file whose name may end in {@code .json}, {@code .pftrace}, {@code .prv} or {@code
   *     .otf2}
   */
  public static Optional<TimelineFormat> of(Path file) {
    String name = String.valueOf(file.getFileName()).toLowerCase(Locale.ROOT);
    for (TimelineFormat format : values()) {
      if (name.endsWith("." + format.extensions.get(0))) {
        return Optional.of(format);
      }
    }
    return Optional.empty();
  }

  /**
   * {@return the files of a timeline, in the order in which {@link Timeline} takes their streams}
   *
   * @param file the first of them, with the ending of this format
   */
  public List<Path> files(Path file) {
    String name = String.valueOf(file.getFileName());
    String stem = name.substring(0, Math.max(0, name.length() - extensions.get(0).length()));
    return extensions.stream()
        .map(
            extension ->
                extension.equals(extensions.get(0)) ? file : file.resolveSibling(stem + extension))
        .toList();
  }

  /**
   * {@return the folder that the format writes besides its files; empty if it has none}
   *
   * @param file the first of its files
   */
  public Optional<Path> folder(Path file) {
    String name = String.valueOf(file.getFileName());
    int length = Math.max(0, name.length() - extensions.get(0).length() - 1);
    return this == OTF2
        ? Optional.of(file.resolveSibling(name.substring(0, length)))
        : Optional.empty();
  }
}
