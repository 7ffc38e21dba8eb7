package org.foretell.parsers.goal;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.foretell.parsers.graphs.SharedGraphs;
import org.foretell.trace.TraceException;
import org.foretell.trace.TraceInfo;
import org.foretell.trace.TraceSink;

/**
 * Reads GOAL text.
 *
 * <p>A stream: memory is proportional to the longest rank, plus up to 64 MiB of graphs for finding
 * ranks that share one. This reader refuses errors that LogGOPSim's {@code txt2bin} accepts
 * silently: labels that are defined twice, dependencies that form a cycle, numbers and peers out of
 * range. Only the low 32 bits of a tag count, since schedules print negative ones with 64 bits.
 * Text after the last rank is skipped, with a note.
 */
public final class GoalTextReader {
  private static final int SNIFFED_BYTES = 1 << 16;

  private GoalTextReader() {}

  /**
   * {@return whether a file starts like GOAL text: after blanks and comments with {@code
   * num_ranks}} Also false if it cannot be read.
   *
   * @param file the file
   */
  public static boolean recognises(Path file) {
    if (!Files.isRegularFile(file)) {
      return false;
    }
    try (InputStream in = Files.newInputStream(file)) {
      byte[] head = in.readNBytes(SNIFFED_BYTES);
      GoalScanner scanner =
          new GoalScanner(new java.io.ByteArrayInputStream(head), file.toString());
      scanner.passEmpty();
      if (!scanner.isLetter()) {
        return false;
      }
      scanner.readWord("");
      return scanner.isWord(Keyword.NUM_RANKS);
    } catch (IOException | TraceException e) {
      return false; // whoever opens it then says what is wrong
    }
  }

  /**
   * Reads a schedule.
   *
   * @param file the file
   * @param options with the unit of time
   * @param sink gets everything from {@code begin} to {@code end}; not closed
   * @throws TraceException if the file cannot be read or is wrong; the sink has then not been ended
   */
  public static void read(Path file, GoalOptions options, TraceSink sink) {
    try (InputStream in = Files.newInputStream(file)) {
      read(in, file.toString(), options, sink);
    } catch (IOException e) {
      throw TraceException.reading(file, e);
    }
  }

  /**
   * Reads a schedule from a stream, which is not closed.
   *
   * @param in the text
   * @param file its name, for messages
   * @param options with the unit of time
   * @param sink gets everything from {@code begin} to {@code end}; not closed
   * @throws TraceException if the stream cannot be read or is wrong
   */
  public static void read(InputStream in, String file, GoalOptions options, TraceSink sink) {
    GoalScanner scanner = new GoalScanner(in, file);
    scanner.passEmpty();
    keyword(scanner, Keyword.NUM_RANKS, "num_ranks and the number of ranks");
    int ranks = (int) scanner.readNumber(1, TraceInfo.MAX_RANKS, "a number of ranks");
    sink.begin(new TraceInfo("", ranks, "GOAL text", 0, List.of()));
    SharedGraphs graphs = new SharedGraphs(sink, ranks);
    GoalProgram program = new GoalProgram(scanner, ranks, options, graphs);
    for (int rank = 0; rank < ranks; rank++) {
      scanner.passEmpty();
      String expected = "rank " + rank + " (of 0 to " + (ranks - 1) + ", in this order)";
      keyword(scanner, Keyword.RANK, expected);
      long found = scanner.readUnsigned("the number of a rank");
      if (found != rank) {
        throw scanner.wrong(
            "expected " + expected + ", found rank " + Long.toUnsignedString(found));
      }
      program.read(rank);
    }
    graphs.flush();
    scanner.passEmpty();
    if (scanner.peek() >= 0) {
      sink.note(
          "the text after rank "
              + (ranks - 1)
              + " in line "
              + scanner.line()
              + " and after was skipped, because num_ranks is "
              + ranks);
    }
    sink.end();
  }

  private static void keyword(GoalScanner scanner, Keyword keyword, String expected) {
    scanner.readWord(expected);
    if (!scanner.isWord(keyword)) {
      throw scanner.expectedNotWord(expected);
    }
  }

  /** GOAL text as bytes; for tests and small schedules. */
  static void read(String text, GoalOptions options, TraceSink sink) {
    read(
        new java.io.ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)),
        "schedule.goal",
        options,
        sink);
  }
}
