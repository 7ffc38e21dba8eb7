package org.foretell;

import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.OptionalLong;
import org.foretell.failure.ForetellException;
import org.foretell.input.NamedFailures;
import org.foretell.input.OpenTrace;
import org.foretell.inspection.OpsOfRanks;
import org.foretell.observe.ProgressListener;
import org.foretell.report.RunResult;
import org.foretell.report.StructureResult;
import org.foretell.report.StructureResult.TimesFrom;
import org.foretell.structure.outline.Outlines;
import org.foretell.structure.outline.Outlines.Sharing;
import org.foretell.trace.RankSet;
import org.foretell.trace.TraceException;
import org.jspecify.annotations.Nullable;

/** All settings of {@code sim structure}. Unset ones take its defaults. */
public final class StructureSetup extends TraceSetup<StructureSetup> {
  /** Counts of loops are no larger, and users wait for no more: it takes some minutes. */
  private static final long MOST_OPS = Integer.MAX_VALUE;

  private @Nullable Integer rank;
  private @Nullable String machine;
  private Sharing sharing = Sharing.SAME_OPS;

  StructureSetup() {}

  @Override
  StructureSetup self() {
    return this;
  }

  /**
   * Selects the rank whose program to analyse.
   *
   * @param world its number; null for all ranks, with equal programs grouped
   * @return this
   */
  public StructureSetup rank(@Nullable Integer world) {
    rank = world;
    return this;
  }

  /**
   * Sets the machine on which to replay the trace for the times of ops.
   *
   * @param nameOrFile a name of the catalogue or a machine file; null for the times of the trace
   * @return this
   */
  public StructureSetup machine(@Nullable String nameOrFile) {
    machine = nameOrFile;
    return this;
  }

  /**
   * Sets which ranks share lines: those with the same ops, the default; or also those whose loops
   * run a different number of times, as in programs with a master and workers.
   *
   * @param which the rule
   * @return this
   */
  public StructureSetup sharing(Sharing which) {
    sharing = Objects.requireNonNull(which, "which");
    return this;
  }

  /**
   * Finds the structure of the programs.
   *
   * @return lines of ops, pairs and runs, with their times
   * @throws IllegalStateException if no trace was given
   * @throws ForetellException if a setting is wrong, or the program does not finish
   * @throws TraceException if the trace is missing, cannot be read, is damaged, or holds task
   *     graphs
   */
  public StructureResult run() {
    return NamedFailures.of(traceShown(), this::structure);
  }

  private StructureResult structure() {
    try (OpenTrace trace = openTrace()) {
      int ranks = trace.source().info().ranks();
      if (rank != null && (rank < 0 || rank >= ranks)) {
        throw ForetellException.usage(
            "the trace has no rank " + rank + "; its ranks are 0 to " + (ranks - 1));
      }
      RankSet wanted = rank == null ? RankSet.range(0, ranks - 1) : RankSet.of(rank);
      OpsOfRanks counted = OpsOfRanks.of(trace.source());
      refuseEndless(counted, wanted);
      long total = counted.sum(wanted);
      ProgressListener listener = progress();
      Outlines outlines =
          Outlines.of(
              trace.source(),
              wanted,
              sharing,
              ops -> listener.progress(0, ops, total),
              progressOps());
      TimesFrom times = machine == null ? recorded(outlines) : simulated(outlines, machine);
      return new StructureResult(
          Version.text(),
          summary(trace, OptionalLong.empty()),
          times,
          outlines.result(),
          List.copyOf(trace.warnings()));
    }
  }

  private void refuseEndless(OpsOfRanks counted, RankSet wanted) {
    wanted.forEach(
        one -> {
          if (counted.least(one) > MOST_OPS) {
            throw ForetellException.badInput(
                String.format(
                    Locale.US,
                    "%s: rank %d runs %,d ops, repeats counted; expected at most %,d, since each op"
                        + " is examined; lower the counts of repeats, which changes only the counts"
                        + " of loops and their times",
                    traceShown(),
                    one,
                    counted.least(one),
                    MOST_OPS));
          }
        });
  }

  private static TimesFrom recorded(Outlines outlines) {
    return outlines.takeRecordedTimes() ? TimesFrom.RECORDED : TimesFrom.BURSTS;
  }

  private TimesFrom simulated(Outlines outlines, String nameOrFile) {
    Path file = traceFile();
    if (file == null) {
      throw new IllegalStateException("simulated times need a trace that is a file");
    }
    RunResult run =
        readAs(new PredictionSetup())
            .progress(progress(), progressOps())
            .trace(file)
            .machine(nameOrFile)
            .interval(false)
            .observer(new OutlineTimes(outlines))
            .run();
    if (!run.completed()) {
      throw ForetellException.programStuck(
          traceShown()
              + ": the program does not complete, so not all ops have times; sim run shows where it"
              + " stops");
    }
    outlines.takeValues();
    return TimesFrom.SIMULATED;
  }
}
