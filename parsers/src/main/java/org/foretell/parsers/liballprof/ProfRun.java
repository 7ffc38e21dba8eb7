package org.foretell.parsers.liballprof;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
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
 * The files of one run: their names differ in the number of the rank, with or without zeros before
 * it, such as {@code pmpi-trace-rank-0.txt}.
 *
 * @param name what the names begin with
 * @param files of its ranks, in the order of these
 */
record ProfRun(String name, List<Path> files) {
  private static final Pattern RANK = Pattern.compile("((?:.*\\D)?)(\\d{1,8})((?:\\.\\w+)?)");
  private static final Pattern CALL =
      Pattern.compile("(?:#[^\\n]*\\n|\\r?\\n)*MPI_\\w+:(?:-|\\d+(?:\\.\\d*)?):[^\\n]*");
  private static final int BEGINNING_BYTES = 4096;
  private static final int TRIED = 64;
  private static final int SHOWN = 8;

  /** Whether a path is such a file, or a folder with some. */
  static boolean isRecognised(Path input) {
    try {
      return Files.isDirectory(input) ? !seeds(input).isEmpty() : isTrace(input);
    } catch (IOException | UncheckedIOException unreadable) {
      return false;
    }
  }

  private static boolean isTrace(Path file) throws IOException {
    if (!Files.isRegularFile(file) || !RANK.matcher(name(file)).matches()) {
      return false;
    }
    try (InputStream in = Files.newInputStream(file)) {
      String text = new String(in.readNBytes(BEGINNING_BYTES), StandardCharsets.ISO_8859_1);
      return (text.startsWith("#") || text.startsWith("MPI_")) && CALL.matcher(text).lookingAt();
    }
  }

  private static String name(Path path) {
    return String.valueOf(path.getFileName());
  }

  /** The first files of each run in a folder. */
  private static List<Path> seeds(Path folder) throws IOException {
    TreeMap<String, Path> runs = new TreeMap<>();
    try (Stream<Path> children = Files.list(folder)) {
      children.forEach(
          child -> {
            Matcher rank = RANK.matcher(name(child));
            if (rank.matches() && runs.size() < TRIED) {
              runs.merge(
                  rank.group(1) + "\0" + rank.group(3),
                  child,
                  (a, b) -> number(a) <= number(b) ? a : b);
            }
          });
    }
    TreeSet<Path> seeds = new TreeSet<>();
    for (Path seed : runs.values()) {
      if (isTrace(seed)) {
        seeds.add(seed);
      }
    }
    return List.copyOf(seeds);
  }

  private static int number(Path file) {
    Matcher rank = RANK.matcher(name(file));
    return rank.matches() ? Integer.parseInt(rank.group(2)) : 0;
  }

  /**
   * Finds the files of a run.
   *
   * @param input a file of it, or its folder
   * @throws TraceException if there is none, several, or a rank has none
   */
  static ProfRun of(Path input) {
    try {
      if (!Files.isDirectory(input)) {
        return run(input);
      }
      List<Path> seeds = seeds(input);
      if (seeds.size() != 1) {
        throw new TraceException(
            input
                + ": expected the files of one run, like pmpi-trace-rank-0.txt, found those of "
                + seeds.size()
                + "; name a file of one of them"
                + (seeds.isEmpty() ? "" : ": ")
                + seeds.stream().limit(SHOWN).map(ProfRun::name).collect(Collectors.joining(", ")));
      }
      return run(seeds.get(0));
    } catch (IOException e) {
      throw TraceException.reading(input, e);
    } catch (UncheckedIOException e) {
      throw TraceException.reading(input, new IOException(e.getMessage(), e));
    }
  }

  private static ProfRun run(Path seed) throws IOException {
    Path folder = seed.toAbsolutePath().getParent();
    Matcher own = RANK.matcher(name(seed));
    if (folder == null || !own.matches()) {
      throw new TraceException(
          seed
              + ": expected a name with the number of a rank (pmpi-trace-rank-0.txt), found "
              + name(seed)
              + "; give the file the name that it had");
    }
    TreeMap<Integer, Path> files = new TreeMap<>();
    try (Stream<Path> children = Files.list(folder)) {
      children.forEach(
          child -> {
            Matcher rank = RANK.matcher(name(child));
            if (rank.matches()
                && rank.group(1).equals(own.group(1))
                && rank.group(3).equals(own.group(3))) {
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
    }
    int ranks = files.lastKey() + 1;
    if (ranks > TraceInfo.MAX_RANKS || files.size() != ranks) {
      throw missing(folder, files);
    }
    String name = own.group(1).replaceFirst("[-_.]*(?:rank)?[-_.]*$", "");
    return new ProfRun(name, List.copyOf(files.values()));
  }

  private static TraceException missing(Path folder, TreeMap<Integer, Path> files) {
    StringBuilder shown = new StringBuilder();
    int left = SHOWN;
    for (int rank = 0; rank < files.lastKey() && left > 0; rank++) {
      if (!files.containsKey(rank)) {
        shown.append(left-- == SHOWN ? "" : ", ").append(rank);
      }
    }
    int missing = files.lastKey() + 1 - files.size();
    return new TraceException(
        folder
            + ": expected the files of ranks 0 to "
            + files.lastKey()
            + ", found "
            + files.size()
            + " of them; missing: "
            + (missing == 1 ? "rank " : "ranks ")
            + shown
            + (missing > SHOWN ? ", .." : "")
            + "; copy the files of all ranks into one folder");
  }
}
