package org.foretell.parsers.paraver;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.foretell.parsers.Loss;
import org.foretell.parsers.Losses;
import org.foretell.parsers.colon.ColonLines;
import org.foretell.parsers.spill.ChunkedSpill;
import org.foretell.trace.BurstClock;
import org.foretell.trace.TraceException;
import org.foretell.trace.TraceInfo;
import org.foretell.trace.TraceSink;

/**
 * Reads traces of Paraver ({@code .prv}, with names in {@code .pcf} beside it), as Extrae and
 * Foretell's timelines have them. {@code docs/paraver.md} describes the treatment of each record.
 *
 * <p>The file is read once, and its records are sorted by rank in a temporary file, which takes up
 * to twice its size. Memory does not depend on its length, apart from texts, open requests and
 * collectives whose root is not the first member. A rank is the first thread of a task.
 */
public final class ParaverReader {
  private ParaverReader() {}

  /**
   * {@return whether the beginning of a file matches this format, or that of one in a folder}
   *
   * @param input anything
   */
  public static boolean recognises(Path input) {
    return PrvPlace.isRecognised(input);
  }

  /**
   * Reads a trace.
   *
   * @param input the file, or a folder with no other such file
   * @param passesUnknown whether calls that cannot be replayed are counted and only take their
   *     time, instead of being refused
   * @param keepsCallTimes whether the recorded times of calls are kept
   * @param sink gets everything from {@code begin} to {@code end}; not closed
   * @return what was left out
   * @throws TraceException if the file cannot be read or is no such trace; the sink has then not
   *     been ended
   */
  public static List<Loss> read(
      Path input, boolean passesUnknown, boolean keepsCallTimes, TraceSink sink) {
    Path file = PrvPlace.of(input);
    try (InputStream in = Files.newInputStream(file)) {
      ColonLines line = new ColonLines(in, file.toString(), "a Paraver trace");
      if (!line.next() || !line.startsWith(PrvHeader.MAGIC)) {
        throw line.error(
            "expected a Paraver trace, which starts with '" + PrvHeader.MAGIC + "date)'");
      }
      PrvHeader header = PrvHeader.read(line);
      try (ChunkedSpill spill =
          new ChunkedSpill(PrvSpill.streams(header.tasks()), PrvSpill::arrange)) {
        PrvSurvey survey = PrvSurvey.of(line, header, spill);
        Losses losses = new Losses();
        RankOutput output = new RankOutput(sink, header.unitPs(), keepsCallTimes);
        define(file, survey, sink);
        RankConverter converter =
            new RankConverter(survey, file.toString(), passesUnknown, output, losses);
        for (int rank = 0; rank < header.tasks(); rank++) {
          converter.convert(rank);
        }
        survey.report(losses);
        sink.end();
        return losses.list();
      }
    } catch (IOException e) {
      throw TraceException.reading(file, e);
    }
  }

  private static void define(Path file, PrvSurvey survey, TraceSink sink) {
    PrvHeader header = survey.header();
    String name = String.valueOf(file.getFileName()).replaceFirst("\\.prv$", "");
    sink.begin(
        new TraceInfo(name, header.tasks(), "Paraver trace", 0, List.of())
            .withBurstClock(BurstClock.WALL)
            .withRanksPerNode(header.tasksPerNode()));
    survey.communicators().definitions().forEach(sink::communicator);
    PcfNames names = PcfNames.beside(file);
    int id = 0;
    for (long key : survey.callSites()) {
      sink.callSite(id++, names.callSite(key >>> 32, key & 0xffff_ffffL));
    }
    id = 0;
    for (long value : survey.phases()) {
      sink.marker(id++, names.phase(value));
    }
    if (!names.isPresent() && survey.callSites().size() + survey.phases().size() > 0) {
      sink.note("phases and call sites have numbers: there is no file .pcf with names beside");
    }
    if (survey.last() < header.end()) {
      sink.note(
          String.format(
              Locale.ROOT,
              "the last record is at %,d of %,d; the trace may have been cut",
              survey.last(),
              header.end()));
    }
  }
}
