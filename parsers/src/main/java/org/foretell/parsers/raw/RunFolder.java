package org.foretell.parsers.raw;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.foretell.trace.TraceException;
import org.foretell.trace.TraceInfo;

/**
 * The folder of one run.
 *
 * @param path of the folder
 * @param files of its ranks, in the order of their names, which is that of the ranks
 */
record RunFolder(Path path, List<Path> files) {
  private static final Pattern RUN = Pattern.compile("run-[0-9a-f]{16}");
  private static final Pattern RANK = Pattern.compile("rank-\\d{7,8}\\.raw");
  private static final int SHOWN = 8;

  /** Whether a path is the folder of a run, one of such folders, or a file of one. */
  static boolean isRecognised(Path input) {
    try {
      return Files.isDirectory(input)
          ? !list(input, RANK).isEmpty() || !list(input, RUN).isEmpty()
          : Files.isRegularFile(input) && beginsLikeRaw(input);
    } catch (TraceException unreadable) {
      return false;
    }
  }

  private static boolean beginsLikeRaw(Path file) {
    try (InputStream in = Files.newInputStream(file)) {
      return RawHeader.isMagic(ByteBuffer.wrap(in.readNBytes(Long.BYTES)));
    } catch (IOException e) {
      return false;
    }
  }

  /**
   * Finds the run.
   *
   * @throws TraceException if there is none, or several
   */
  static RunFolder of(Path input) {
    if (!Files.isDirectory(input)) {
      throw new TraceException(
          input
              + ": is the raw file of one rank; name the folder of the run, which holds the files"
              + " of all ranks");
    }
    List<Path> files = list(input, RANK);
    if (!files.isEmpty()) {
      return new RunFolder(input, files);
    }
    List<Path> runs = list(input, RUN);
    if (runs.size() > 1) {
      throw new TraceException(
          input
              + ": holds "
              + runs.size()
              + " runs; name one of them: "
              + runs.stream().limit(SHOWN).map(Path::toString).collect(Collectors.joining(", ")));
    }
    Path run = runs.isEmpty() ? input : runs.get(0);
    files = list(run, RANK);
    if (files.isEmpty()) {
      throw new TraceException(
          run + ": expected raw files of ranks, like rank-0000000.raw, found none");
    }
    return new RunFolder(run, files);
  }

  private static List<Path> list(Path folder, Pattern name) {
    try (Stream<Path> children = Files.list(folder)) {
      return children
          .filter(child -> name.matcher(String.valueOf(child.getFileName())).matches())
          .sorted(RunFolder::byNumber)
          .toList();
    } catch (IOException e) {
      throw TraceException.reading(folder, e);
    } catch (UncheckedIOException e) {
      throw TraceException.reading(folder, new IOException(e.getMessage(), e));
    }
  }

  private static int byNumber(Path a, Path b) {
    String left = String.valueOf(a.getFileName());
    String right = String.valueOf(b.getFileName());
    return left.length() == right.length()
        ? left.compareTo(right)
        : Integer.compare(left.length(), right.length());
  }

  /**
   * Checks that the headers belong to one run and that no rank is missing.
   *
   * @param headers of the files, in their order
   * @throws TraceException if a file is of another run or rank, or a rank has none
   */
  void check(List<RawHeader> headers) {
    RawHeader first = headers.get(0);
    String name = String.valueOf(path.getFileName());
    long run = RUN.matcher(name).matches() ? Long.parseUnsignedLong(name, 4, 20, 16) : first.run();
    for (int i = 0; i < headers.size(); i++) {
      RawHeader header = headers.get(i);
      if (header.run() != run) {
        throw new TraceException(
            String.format(
                "%s: expected a file of run %016x, found one of run %016x; two runs are mixed: move"
                    + " it to a separate folder",
                files.get(i), run, header.run()));
      }
      if (header.ranks() != first.ranks()) {
        throw new TraceException(
            files.get(i)
                + ": expected a run of "
                + first.ranks()
                + " ranks as in "
                + files.get(0).getFileName()
                + ", found one of "
                + header.ranks());
      }
      int rank = rank(files.get(i));
      if (header.rank() != rank) {
        throw new TraceException(
            files.get(i)
                + ": expected rank "
                + rank
                + " as in the file's name, found rank "
                + header.rank()
                + "; the file of another rank was copied or renamed");
      }
    }
    if (headers.size() != first.ranks()) {
      throw missing(first.ranks());
    }
  }

  private TraceException missing(int ranks) {
    StringBuilder shown = new StringBuilder();
    int missing = ranks - files.size();
    int left = SHOWN;
    int next = 0;
    for (int rank = 0; rank < ranks && left > 0; rank++) {
      if (next < files.size() && rank(files.get(next)) == rank) {
        next++;
      } else {
        shown.append(left-- == SHOWN ? "" : ", ").append(rank);
      }
    }
    return new TraceException(
        path
            + ": expected the files of "
            + ranks
            + " ranks, found "
            + files.size()
            + "; missing: "
            + (missing == 1 ? "rank " : "ranks ")
            + shown
            + (missing > SHOWN ? ", .." : "")
            + " (if each node has its own folder, collect the files in one)");
  }

  private static int rank(Path file) {
    String digits = String.valueOf(file.getFileName()).replaceAll("\\D", "");
    return (int) Math.min(Long.parseLong(digits), TraceInfo.MAX_RANKS);
  }
}
