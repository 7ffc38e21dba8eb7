package org.foretell.parsers.simgrid;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.List;
import org.foretell.parsers.Loss;
import org.foretell.parsers.runs.RankReaders;
import org.foretell.time.Quantity;
import org.foretell.trace.TraceException;
import org.foretell.trace.TraceInfo;
import org.foretell.trace.TraceSink;

/**
 * Reads SimGrid's time-independent traces.
 *
 * <p>The input may be one file for all ranks, a directory with one file for each rank, a list file
 * that names the file of each rank, or a tar archive of such files; single files and archives may
 * be compressed with gzip. It is read twice: first to find the ranks, then to read the ops. Files
 * that belong to one rank are streamed; a file that several ranks share is sorted by rank through
 * one temporary file of about its size.
 *
 * <p>Information that the format lacks is reported in notes of the trace, not guessed:
 * communicators, sizes of derived types, sources of wildcard receives, outcomes of tests, tags of
 * sendrecvs. Numbers are decimal and exact; a count with a fraction is truncated, as SimGrid does,
 * a count of 2^63 bytes or more is refused.
 *
 * <p>A trace with a file for each rank is read by several threads, which makes no other difference.
 *
 * <p>Memory is constant apart from tables by rank, call site, and pair of receiver and tag (at most
 * two million pairs, beyond which wildcards stay open).
 */
public final class SimGridTiReader {
  /**
   * The base speed is the unit in which the tracer wrote durations (1 Gflop/s in most traces), not
   * how fast the recording core was; the files do not say that.
   */
  private static final double UNKNOWN_CORE_SPEED = 0;

  private SimGridTiReader() {}

  /**
   * {@return whether the beginning of a file or directory matches this format}
   *
   * @param input file or folder
   */
  public static boolean recognises(Path input) {
    return TiInput.isRecognised(input);
  }

  /**
   * Reads a trace.
   *
   * @param input file or directory
   * @param options base speed, and treatment of unknown actions
   * @param sink gets everything from {@code begin} to {@code end}; not closed
   * @return the actions that were passed over
   * @throws TraceException if the input cannot be read or is no such trace; the sink has then not
   *     been ended
   */
  public static List<Loss> read(Path input, TiOptions options, TraceSink sink) {
    TiInput files = TiInput.of(input, options);
    TiSurvey survey = TiSurvey.of(files, options);
    TiGaps gaps = new TiGaps(survey.ranks());
    sink.begin(
        new TraceInfo(
            programName(input),
            survey.ranks(),
            "SimGrid time-independent trace, bursts at "
                + Quantity.formatFlopsPerSecond(options.baseFlopsPerSecond())
                + ", "
                + files.layout().text(),
            UNKNOWN_CORE_SPEED,
            List.of()));
    survey.callSites().forEach((text, id) -> sink.callSite(id, text));
    convertAll(files, survey, options, sink, gaps);
    if (survey.hasMixedInits()) {
      sink.note(
          "some init lines have an argument and others have none; here, each rank's own line sets"
              + " its default datatype, while in SimGrid's replay the last line sets it for all");
    }
    if (!survey.skipped().isEmpty()) {
      sink.note("files without a trace were skipped: " + String.join(", ", survey.skipped()));
    }
    gaps.notes().forEach(sink::note);
    sink.end();
    return gaps.losses();
  }

  private static void convertAll(
      TiInput files, TiSurvey survey, TiOptions options, TraceSink sink, TiGaps gaps) {
    if (!survey.hasSeparateRanks()) {
      RankConverter converter = new RankConverter(sink, survey, options, gaps);
      files.forEach((index, name, bytes) -> convert(survey, converter, index, name, bytes));
      return;
    }
    List<Path> separate = files.separateFiles();
    RankReaders.of(options.readers(), separate)
        .convert(
            separate.size(),
            sink,
            part -> new RankConverter(part, survey, options, new TiGaps(survey.ranks())),
            (converter, file) ->
                files.visit(
                    file, (index, name, bytes) -> convert(survey, converter, index, name, bytes)),
            converter -> gaps.takeAll(converter.gaps()));
  }

  private static void convert(
      TiSurvey survey, RankConverter converter, int index, String name, InputStream bytes)
      throws IOException {
    int rank = survey.rankOf(index);
    if (rank >= 0) {
      converter.convert(rank, new LineScanner(bytes, name, false));
    } else if (rank == TiSurvey.SHARED) {
      convertShared(survey, converter, index, name, bytes);
    }
  }

  private static void convertShared(
      TiSurvey survey, RankConverter converter, int index, String name, InputStream bytes)
      throws IOException {
    try (RankSpill spill = new RankSpill(survey.ranks())) {
      LineScanner line = new LineScanner(bytes, name, false);
      while (line.nextLine()) {
        long rank = line.isDigits() ? line.integer("a rank") : -1;
        if (rank < 0 || rank >= survey.ranks() || survey.fileOf((int) rank) != index) {
          throw line.error("the trace changed while it was read; read it again");
        }
        line.spill(spill, (int) rank);
      }
      spill.finish();
      for (int rank = 0; rank < survey.ranks(); rank++) {
        if (survey.fileOf(rank) == index) {
          converter.convert(rank, new LineScanner(spill.open(rank), name, true));
        }
      }
    } catch (IOException e) {
      throw new TraceException(
          name
              + ": cannot sort its lines by rank in a temporary file of about its size: "
              + e.getMessage()
              + "; make room, or set the system property java.io.tmpdir to a folder with room",
          e);
    }
  }

  private static String programName(Path input) {
    Path name = input.toAbsolutePath().normalize().getFileName();
    return name == null ? "" : name.toString().replaceFirst("\\.(tar\\.gz|tgz|tar|txt|gz)$", "");
  }
}
