package org.foretell.extrapolation;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.foretell.Foretell;
import org.foretell.extrapolation.call.CallPool;
import org.foretell.extrapolation.call.Recording;
import org.foretell.extrapolation.fit.GeneratedTrace;
import org.foretell.extrapolation.fit.ProgramSearch;
import org.foretell.extrapolation.fit.SymbolRule;
import org.foretell.failure.ForetellException;
import org.foretell.failure.words.FailureText;
import org.foretell.report.RunResult;
import org.foretell.report.SameOpsResult;
import org.foretell.trace.TraceException;
import org.foretell.trace.TraceInfo;

/** Predicts the largest trace from the smaller ones, and compares. */
final class HoldOutRun {
  private static final int SHOWN = 5;

  private final String machine;
  private final CallPool pool;

  HoldOutRun(String machine, CallPool pool) {
    this.machine = machine;
    this.pool = pool;
  }

  /**
   * Holds out the last trace.
   *
   * @param recordings by rising numbers of ranks
   * @param way how calls are taken for the same
   */
  HoldOut of(List<Recording> recordings, SymbolRule way) {
    Recording largest = recordings.get(recordings.size() - 1);
    int ranks = largest.info().ranks();
    List<Recording> smaller = recordings.subList(0, recordings.size() - 1);
    if (recordings.size() < 3) {
      return HoldOut.impossible(ranks, "it needs three traces, and there are two", machine);
    }
    try {
      ProgramSearch search = ProgramSearch.of(pool, smaller, ranks);
      ProgramSearch.Found found = search.found(way);
      if (found == null) {
        return HoldOut.impossible(
            ranks,
            "the smaller traces do not give the largest: " + search.refusal().getMessage(),
            machine);
      }
      List<Integer> given = smaller.stream().map(trace -> trace.info().ranks()).toList();
      int open = OpenLaws.of(found, given).size();
      TraceInfo own = smaller.get(smaller.size() - 1).info();
      TraceInfo info =
          new TraceInfo("hold-out", ranks, own.origin(), own.baseFlopsPerSecond(), List.of())
              .withBurstClock(own.burstClock())
              .withCacheLineBytes(own.cacheLineBytes());
      return compare(
          new GeneratedTrace(found.program(), pool, info), Path.of(largest.name()), open);
    } catch (ForetellException noLaw) {
      if (noLaw.kind() != ForetellException.Kind.INPUT || noLaw instanceof TraceException) {
        throw noLaw;
      }
      return HoldOut.impossible(
          ranks, "the smaller traces do not give the largest: " + noLaw.getMessage(), machine);
    }
  }

  private HoldOut compare(GeneratedTrace predicted, Path largest, int open) {
    Path file;
    try {
      file = Files.createTempFile("foretell-hold-out", ".bin");
    } catch (IOException failed) {
      throw ForetellException.outputFailed(
          "no temporary file can be made: " + FailureText.of(failed));
    }
    try {
      Foretell.compression().trace(predicted, "hold-out").to(file).run();
      SameOpsResult same = Foretell.check().trace(file).sameOpsAs(largest);
      RunResult there = run(file);
      RunResult here = run(largest);
      return new HoldOut(
          predicted.info().ranks(),
          true,
          "",
          open,
          same.compared(),
          same.ranksThatDiffer(),
          same.differences().stream().limit(SHOWN).map(HoldOutRun::text).toList(),
          machine,
          there.completed() ? there.predictedSeconds() : null,
          here.completed() ? here.predictedSeconds() : null);
    } finally {
      try {
        Files.deleteIfExists(file);
      } catch (IOException failed) {
        file.toFile().deleteOnExit();
      }
    }
  }

  private RunResult run(Path trace) {
    return Foretell.prediction().machine(machine).trace(trace).interval(false).run();
  }

  private static String text(SameOpsResult.Difference difference) {
    return "rank "
        + difference.rank()
        + ", "
        + difference.what()
        + ": extrapolated "
        + difference.op()
        + ", traced "
        + difference.otherOp();
  }
}
