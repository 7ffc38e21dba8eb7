package org.foretell.parsers.liballprof;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.foretell.parsers.runs.RankFiles;
import org.foretell.trace.TraceException;

/**
 * The files of one run.
 *
 * @param name what the names begin with, without a word for the rank
 * @param files of its ranks, in the order of these
 */
record ProfRun(String name, List<Path> files) {
  private static final Pattern RANK = Pattern.compile("((?:.*\\D)?)(\\d{1,8})((?:\\.\\w+)?)");
  private static final Pattern CALL =
      Pattern.compile("(?:#[^\\n]*\\n|\\r?\\n)*MPI_\\w+:(?:-|\\d+(?:\\.\\d*)?):[^\\n]*");
  private static final int BEGINNING_BYTES = 4096;
  private static final RankFiles FILES =
      new RankFiles(RANK, ProfRun::hasCalls, "pmpi-trace-rank-0.txt");

  /** Whether a path is such a file, or a folder with some. */
  static boolean isRecognised(Path input) {
    return FILES.isRecognised(input);
  }

  private static boolean hasCalls(Path file) throws IOException {
    try (InputStream in = Files.newInputStream(file)) {
      String text = new String(in.readNBytes(BEGINNING_BYTES), StandardCharsets.ISO_8859_1);
      return (text.startsWith("#") || text.startsWith("MPI_")) && CALL.matcher(text).lookingAt();
    }
  }

  /**
   * Finds the files of a run.
   *
   * @param input a file of it, or its folder
   * @throws TraceException if there is none, several, or a rank has none
   */
  static ProfRun of(Path input) {
    RankFiles.Run run = FILES.of(input);
    return new ProfRun(run.prefix().replaceFirst("[-_.]*(?:rank)?[-_.]*$", ""), run.files());
  }
}
