package org.foretell.parsers.runs;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.foretell.trace.TraceException;
import org.foretell.trace.TraceInfo;

/**
 * How a format names the files of a run that has one for each rank: their names differ in the
 * number of the rank only, with or without zeros before it. Immutable; used by any number of
 * threads.
 */
public final class RankFiles {
  private static final int TRIED = 64;
  private static final int SHOWN = 8;

  private final Pattern pattern;
  private final Content content;
  private final String example;

  /** Whether a file is one of a rank, by its content. */
  @FunctionalInterface
  public interface Content {
    /**
     * {@return whether it is}
     *
     * @param file that has such a name
     * @throws IOException if it cannot be read
     */
    boolean isTrace(Path file) throws IOException;
  }

  /**
   * The files of one run.
   *
   * @param prefix what their names have before the number of the rank
   * @param files of its ranks, in the order of these
   */
  public record Run(String prefix, List<Path> files) {
    /** Copies the list. */
    public Run {
      files = List.copyOf(files);
    }
  }

  /**
   * Describes the files of a format.
   *
   * @param pattern of a whole name, with three groups: the text before the number of the rank, the
   *     number (at most 8 digits), and the text after it
   * @param content tells whether a file with such a name is one
   * @param example of a name, for messages
   */
  public RankFiles(Pattern pattern, Content content, String example) {
    this.pattern = pattern;
    this.content = content;
    this.example = example;
  }

  /**
   * {@return whether a path is such a file, or a folder with some; false if it cannot be read}
   *
   * @param input file or folder
   */
  public boolean isRecognised(Path input) {
    try {
      return Files.isDirectory(input) ? !seeds(input).isEmpty() : isTrace(input);
    } catch (IOException | UncheckedIOException unreadable) {
      return false; // whoever opens it then says what is wrong
    }
  }

  private boolean isTrace(Path file) throws IOException {
    return Files.isRegularFile(file)
        && pattern.matcher(name(file)).matches()
        && content.isTrace(file);
  }

  private static String name(Path path) {
    return String.valueOf(path.getFileName());
  }

  /** The first files of each run in a folder. */
  private List<Path> seeds(Path folder) throws IOException {
    TreeMap<String, Path> runs = new TreeMap<>();
    try (Stream<Path> children = Files.list(folder)) {
      children.forEach(
          child -> {
            Matcher rank = pattern.matcher(name(child));
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

  private int number(Path file) {
    Matcher rank = pattern.matcher(name(file));
    return rank.matches() ? Integer.parseInt(rank.group(2)) : 0;
  }

  /**
   * {@return the files of a run}
   *
   * @param input a file of it, or its folder
   * @throws TraceException if there is none, several, or a rank has none
   */
  public Run of(Path input) {
    try {
      if (!Files.isDirectory(input)) {
        return run(input);
      }
      List<Path> seeds = seeds(input);
      if (seeds.size() != 1) {
        throw new TraceException(
            input
                + ": expected the files of one run, like "
                + example
                + ", found "
                + (seeds.isEmpty()
                    ? "none in the folder"
                    : "those of "
                        + seeds.size()
                        + "; name a file of one of them: "
                        + seeds.stream()
                            .limit(SHOWN)
                            .map(RankFiles::name)
                            .collect(Collectors.joining(", "))));
      }
      return run(seeds.get(0));
    } catch (IOException e) {
      throw TraceException.reading(input, e);
    } catch (UncheckedIOException e) {
      throw TraceException.reading(input, new IOException(e.getMessage(), e));
    }
  }

  private Run run(Path seed) throws IOException {
    Path folder = seed.toAbsolutePath().getParent();
    Matcher own = pattern.matcher(name(seed));
    if (folder == null || !own.matches()) {
      throw new TraceException(
          seed
              + ": expected a name with the number of a rank ("
              + example
              + "), found "
              + name(seed)
              + "; give the file the name that it had");
    }
    TreeMap<Integer, Path> files = new TreeMap<>();
    try (Stream<Path> children = Files.list(folder)) {
      children.forEach(
          child -> {
            Matcher rank = pattern.matcher(name(child));
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
      throw missing(folder, files, files.lastKey());
    }
    return new Run(own.group(1), List.copyOf(files.values()));
  }

  private static TraceException missing(Path folder, Map<Integer, Path> files, int last) {
    StringBuilder shown = new StringBuilder();
    int left = SHOWN;
    for (int rank = 0; rank < last && left > 0; rank++) {
      if (!files.containsKey(rank)) {
        shown.append(left-- == SHOWN ? "" : ", ").append(rank);
      }
    }
    int missing = last + 1 - files.size();
    return new TraceException(
        folder
            + ": expected the files of ranks 0 to "
            + last
            + ", found "
            + files.size()
            + " of them; missing: "
            + (missing == 1 ? "rank " : "ranks ")
            + shown
            + (missing > SHOWN ? ", .." : "")
            + "; copy the files of all ranks into one folder");
  }
}
