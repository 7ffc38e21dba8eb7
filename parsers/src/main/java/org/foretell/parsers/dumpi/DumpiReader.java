package org.foretell.parsers.dumpi;

import java.nio.file.Path;
import java.util.List;
import org.foretell.parsers.Loss;
import org.foretell.parsers.ReadingOptions;
import org.foretell.parsers.runs.RankReaders;
import org.foretell.trace.BurstClock;
import org.foretell.trace.TraceException;
import org.foretell.trace.TraceInfo;
import org.foretell.trace.TraceSink;

/**
 * Reads the traces of DUMPI (SST's tracer of MPI, to version 13): a file for each rank, {@code
 * dumpi-<date>-0000.bin}, beside a file {@code .meta}.
 *
 * <p>Ranks are read first all for their headers and then all for their ops, these by several
 * threads, each of which has at most two files open at a time, however many ranks there are. A rank
 * with wildcards in non-blocking receives is read once more for what they matched (8 bytes each).
 * Memory is otherwise constant apart from tables of open requests, datatypes and communicators.
 * {@code docs/dumpi.md} describes the treatment of each call.
 */
public final class DumpiReader {
  private DumpiReader() {}

  /**
   * {@return whether a path is a folder with the files of a run, one of these, or its file {@code
   * .meta}}
   *
   * @param input file or folder
   */
  public static boolean recognises(Path input) {
    return DumpiRun.isRecognised(input);
  }

  /**
   * Reads a trace.
   *
   * @param input the folder, the file {@code .meta}, or the file of a rank
   * @param options of which the clock of bursts and the times of calls are taken
   * @param sink gets everything from {@code begin} to {@code end}; not closed
   * @return what was left out
   * @throws TraceException if a file is missing, damaged, or says what no op can; the sink has then
   *     not been ended
   */
  public static List<Loss> read(Path input, ReadingOptions options, TraceSink sink) {
    DumpiRun run = DumpiRun.of(input);
    DumpiSurvey survey = DumpiSurvey.of(run);
    int ranks = run.files().size();
    sink.begin(
        new TraceInfo(run.name(), ranks, "DUMPI trace", 0, List.of())
            .withRanksPerNode(survey.ranksPerNode())
            .withBurstClock(options.usesProcessorTimes() ? BurstClock.PROCESSOR : BurstClock.WALL));
    List<String> callSites = survey.callSites();
    for (int id = 0; id < callSites.size(); id++) {
      sink.callSite(id, callSites.get(id));
    }
    Losses losses = new Losses();
    boolean[] has = new boolean[2]; // Several threads, and other times.
    RankReaders.of(options.readers(), run.files())
        .convert(
            ranks,
            sink,
            part -> new RankConverter(part, survey, ranks, options),
            (converter, rank) -> converter.convert(rank, run.files().get(rank)),
            converter -> {
              losses.takeAll(converter.losses());
              has[0] |= converter.hasSeveralThreads();
              has[1] |= converter.hasOtherTimes();
            });
    if (has[0]) {
      sink.note(RankConverter.threadsNote());
    }
    if (has[1]) {
      sink.note(
          options.usesProcessorTimes()
              ? "some calls have no processor times; their bursts are elapsed times"
              : "some calls have no elapsed times; their bursts are processor times");
    }
    sink.end();
    return losses.list();
  }
}
