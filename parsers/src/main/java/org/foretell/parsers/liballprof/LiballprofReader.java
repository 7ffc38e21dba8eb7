package org.foretell.parsers.liballprof;

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
 * Reads the traces of liballprof, the tracer of LogGOPSim and ATLAHS: a text file for each rank,
 * with a line for each call.
 *
 * <p>Ranks are read by several threads, in a run that splits communicators all of them twice, so
 * that each thread has one or two files open at a time. Memory is constant apart from tables of
 * open requests and communicators, and of the splits of the world by all ranks. {@code
 * docs/liballprof.md} describes the treatment of each call.
 */
public final class LiballprofReader {
  private LiballprofReader() {}

  /**
   * {@return whether a path is the file of a rank, or a folder with such files}
   *
   * @param input file or folder
   */
  public static boolean recognises(Path input) {
    return ProfRun.isRecognised(input);
  }

  /**
   * Reads a trace.
   *
   * @param input the file of any rank, or the folder
   * @param options of which the times of calls and the readers are taken
   * @param sink gets everything from {@code begin} to {@code end}; not closed
   * @return what was left out
   * @throws TraceException if a file is missing, damaged, or says what no op can; the sink has then
   *     not been ended
   */
  public static List<Loss> read(Path input, ReadingOptions options, TraceSink sink) {
    ProfRun run = ProfRun.of(input);
    int ranks = run.files().size();
    sink.begin(
        new TraceInfo(run.name(), ranks, "liballprof trace", 0, List.of())
            .withBurstClock(BurstClock.WALL));
    ProfLosses losses = new ProfLosses();
    WorldSplits splits = new WorldSplits(run);
    RankReaders.of(options.readers(), run.files())
        .convert(
            ranks,
            sink,
            part -> new RankConverter(part, ranks, splits, options.keepsCallTimes()),
            (converter, rank) -> converter.convert(rank, run.files().get(rank)),
            converter -> losses.takeAll(converter.losses()));
    sink.end();
    return losses.list();
  }
}
