package org.foretell.parsers.raw;

import java.nio.file.Path;
import java.util.List;
import org.foretell.parsers.runs.RankReaders;
import org.foretell.trace.TraceException;
import org.foretell.trace.TraceInfo;
import org.foretell.trace.TraceSink;

/**
 * Reads the output of Foretell's tracer: a folder with a raw file for each rank of a run, or a
 * folder with one such folder.
 *
 * <p>Ranks are read first all for a survey and then all for their ops, these by several threads,
 * each of which has one file open at a time, however many ranks there are. Memory is constant apart
 * from tables by rank and call site, matches of non-blocking receives of one rank (8 bytes each, at
 * most 64 MiB), and, for programs of OpenSHMEM, updates of awaited variables (at most 8 million at
 * a time; with more, files are read more often). {@code docs/raw-traces.md} describes the treatment
 * of each record.
 */
public final class RawTraceReader {
  private RawTraceReader() {}

  /**
   * {@return whether a path is the folder of a run, contains such folders, or is a file of a run}
   *
   * @param input file or folder
   */
  public static boolean recognises(Path input) {
    return RunFolder.isRecognised(input);
  }

  /**
   * Reads a run.
   *
   * @param input the folder
   * @param options for reading
   * @param sink gets everything from {@code begin} to {@code end}; not closed
   * @throws TraceException if files are missing, damaged, of another version or of another run; the
   *     sink has then not been ended
   */
  public static void read(Path input, RawOptions options, TraceSink sink) {
    read(input, options, UpdateMatching.MOST_UPDATES, sink);
  }

  static void read(Path input, RawOptions options, int mostUpdates, TraceSink sink) {
    RawSurvey survey = RawSurvey.of(RunFolder.of(input));
    RawHeader first = survey.header(0);
    sink.begin(
        new TraceInfo(programName(first), survey.ranks(), origin(first), 0, List.of())
            .withRanksPerNode(survey.ranksPerNode())
            .withBurstClock(survey.burstClock())
            .withCacheLineBytes(first.cacheLineBytes()));
    survey.callSites().name(options.symbolise() ? new DebugInformation() : CallSiteNames.NONE);
    List<String> callSites = survey.callSites().texts();
    for (int id = 0; id < callSites.size(); id++) {
      sink.callSite(id, callSites.get(id));
    }
    RankReaders readers = RankReaders.of(options.readers(), survey.folder().files());
    UpdateMatching updates = UpdateMatching.of(survey, readers, mostUpdates);
    survey.markers().forEach((name, id) -> sink.marker(id, name));
    int next = 0;
    while (next < survey.ranks()) {
      int from = next;
      next = updates.prepare(from);
      readers.convert(
          next - from,
          sink,
          part -> new RankConverter(part, survey, new RankUpdates(updates), options),
          (converter, rank) -> converter.convert(from + rank),
          converter -> {
            survey.notes().takeAll(converter.notes());
            updates.takeAll(converter.updates().waits());
          });
    }
    if (survey.callSites().isFull()) {
      sink.note("only the first " + CallSites.MOST + " call sites are named; later ones are not");
    }
    survey.sharedCores().ifPresent(sink::note);
    survey.notes().list().forEach(sink::note);
    updates.notes().forEach(sink::note);
    sink.end();
  }

  private static String programName(RawHeader header) {
    String path = header.executable();
    return path.substring(path.lastIndexOf('/') + 1);
  }

  /** The first line of what a library says of itself, up to its first comma. */
  private static String library(RawHeader header) {
    String line = header.library().lines().findFirst().orElse("");
    return line.replaceFirst(",.*", "").replaceAll("\\s+", " ").strip();
  }

  private static String origin(RawHeader header) {
    return "Foretell's tracer"
        + (header.tracer().isBlank() ? "" : " " + header.tracer().strip())
        + (header.library().isEmpty() ? "" : ", " + library(header));
  }
}
