package org.foretell.parsers.dumpi;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.List;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.foretell.trace.TraceException;
import org.foretell.trace.TraceInfo;

/**
 * The files of one run.
 *
 * @param name what all of their names begin with
 * @param files of its ranks, in the order of these
 */
record DumpiRun(String name, List<Path> files) {
  private static final Pattern RANK = Pattern.compile("(.*)-(\\d{4,8})\\.bin");
  private static final Pattern RANKS = Pattern.compile("(?m)^numprocs=(.*)$");
  private static final String META = ".meta";
  private static final int MOST_META_BYTES = 1 << 16;
  private static final int SHOWN = 8;

  /** Whether a path is a folder with the files of ranks, one of these, or what describes them. */
  static boolean isRecognised(Path input) {
    try {
      if (Files.isDirectory(input)) {
        return first(input);
      }
      return Files.isRegularFile(input)
          && (beginsLikeDumpi(input) || (name(input).endsWith(META) && isMeta(beginning(input))));
    } catch (IOException | UncheckedIOException unreadable) {
      return false;
    }
  }

  /** Whether the first file of a folder that is named like one of a rank is one. */
  private static boolean first(Path folder) throws IOException {
    try (Stream<Path> children = Files.list(folder)) {
      Iterator<Path> named =
          children.filter(child -> RANK.matcher(name(child)).matches()).iterator();
      return named.hasNext() && beginsLikeDumpi(named.next());
    }
  }

  private static boolean beginsLikeDumpi(Path file) throws IOException {
    if (!Files.isRegularFile(file)) {
      return false;
    }
    try (InputStream in = Files.newInputStream(file)) {
      byte[] start = in.readNBytes(Long.BYTES);
      return start.length == Long.BYTES && ByteBuffer.wrap(start).getLong() == DumpiFile.MAGIC;
    }
  }

  private static String beginning(Path meta) throws IOException {
    try (InputStream in = Files.newInputStream(meta)) {
      return new String(in.readNBytes(MOST_META_BYTES), StandardCharsets.UTF_8);
    }
  }

  private static boolean isMeta(String text) {
    return RANKS.matcher(text).find() && text.contains("fileprefix=");
  }

  private static String name(Path path) {
    return String.valueOf(path.getFileName());
  }

  /**
   * Finds the files of a run. What a file of it says of the names of others does not count, only
   * its own name.
   *
   * @throws TraceException if there is none, several, or a rank has none
   */
  static DumpiRun of(Path input) {
    if (Files.isDirectory(input)) {
      return of(input, only(input));
    }
    Path folder = input.toAbsolutePath().getParent();
    Matcher rank = RANK.matcher(name(input));
    if (folder != null && name(input).endsWith(META)) {
      return of(folder, name(input).substring(0, name(input).length() - META.length()));
    } else if (folder != null && rank.matches()) {
      return of(folder, rank.group(1));
    }
    throw new TraceException(
        input
            + ": expected a name that ends in the number of a rank (dumpi-..-0000.bin), found "
            + name(input)
            + "; give the file the name that it had, or name the folder of the run");
  }

  private static String only(Path folder) {
    TreeSet<String> names = new TreeSet<>();
    try (Stream<Path> children = Files.list(folder)) {
      children
          .map(child -> RANK.matcher(name(child)))
          .filter(Matcher::matches)
          .forEach(rank -> names.add(rank.group(1)));
    } catch (IOException e) {
      throw TraceException.reading(folder, e);
    } catch (UncheckedIOException e) {
      throw TraceException.reading(folder, new IOException(e.getMessage(), e));
    }
    if (names.size() > 1) {
      throw new TraceException(
          folder
              + ": expected one run, found "
              + names.size()
              + "; name the file .meta of one: "
              + names.stream()
                  .limit(SHOWN)
                  .map(name -> name + META)
                  .collect(Collectors.joining(", ")));
    }
    if (names.isEmpty()) {
      throw none(folder, "dumpi");
    }
    return names.first();
  }

  private static TraceException none(Path folder, String name) {
    return new TraceException(
        folder
            + ": expected files of ranks ("
            + name
            + "-0000.bin), found none; put them beside the file .meta");
  }

  private static DumpiRun of(Path folder, String name) {
    TreeMap<Integer, Path> files = new TreeMap<>();
    try (Stream<Path> children = Files.list(folder)) {
      children.forEach(
          child -> {
            Matcher rank = RANK.matcher(name(child));
            if (rank.matches() && rank.group(1).equals(name)) {
              Path other = files.put(Integer.parseInt(rank.group(2)), child);
              if (other != null) {
                throw new TraceException(
                    child
                        + ": expected one file for each rank, found also "
                        + name(other)
                        + "; remove one of them");
              }
            }
          });
    } catch (IOException e) {
      throw TraceException.reading(folder, e);
    } catch (UncheckedIOException e) {
      throw TraceException.reading(folder, new IOException(e.getMessage(), e));
    }
    if (files.isEmpty()) {
      throw none(folder, name);
    }
    int ranks = ranks(folder.resolve(name + META), files.lastKey() + 1);
    if (ranks > TraceInfo.MAX_RANKS) {
      throw new TraceException(
          folder + ": expected at most " + TraceInfo.MAX_RANKS + " ranks, found " + ranks);
    }
    if (files.size() != ranks || files.lastKey() != ranks - 1) {
      throw missing(folder, ranks, files);
    }
    return new DumpiRun(name, List.copyOf(files.values()));
  }

  /** The number of ranks as the file beside those of the ranks says, if there is one. */
  private static int ranks(Path meta, int otherwise) {
    if (!Files.isRegularFile(meta)) {
      return otherwise;
    }
    String text;
    try {
      text = beginning(meta);
    } catch (IOException e) {
      throw TraceException.reading(meta, e);
    }
    Matcher ranks = RANKS.matcher(text);
    if (!ranks.find()) {
      return otherwise;
    }
    String number = ranks.group(1).strip();
    if (!number.matches("[1-9]\\d{0,8}")) {
      throw new TraceException(
          meta
              + ": expected the number of ranks after numprocs=, found \""
              + (number.length() > 40 ? number.substring(0, 40) + ".." : number)
              + "\"; correct it, or remove the file");
    }
    return Integer.parseInt(number);
  }

  private static TraceException missing(Path folder, int ranks, TreeMap<Integer, Path> files) {
    StringBuilder shown = new StringBuilder();
    int left = SHOWN;
    int missing = 0;
    for (int rank = 0; rank < ranks; rank++) {
      if (!files.containsKey(rank)) {
        missing++;
        if (left > 0) {
          shown.append(left-- == SHOWN ? "" : ", ").append(rank);
        }
      }
    }
    String found = missing == 0 ? "one of rank " + files.lastKey() : files.size() + " of them";
    return new TraceException(
        folder
            + ": expected the files of "
            + ranks
            + " ranks, found "
            + found
            + (missing == 0 ? "" : "; missing: " + (missing == 1 ? "rank " : "ranks ") + shown)
            + (missing > SHOWN ? ", .." : "")
            + "; copy the files of all ranks into one folder");
  }
}
