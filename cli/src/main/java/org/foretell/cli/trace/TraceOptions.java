package org.foretell.cli.trace;

import org.foretell.TraceSetup;
import org.foretell.input.TraceReading;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options that say how traces are read. */
public final class TraceOptions {

  @Option(
      names = "--base-flops",
      paramLabel = "SPEED",
      description =
          "SimGrid traces state bursts in flop; this speed turns them into durations. 1Gflop/s, as"
              + " recorded, when not given.")
  private @Nullable String baseFlops;

  @Option(
      names = "--unknown-actions",
      paramLabel = "HOW",
      description =
          "What to do with unknown actions of a SimGrid trace: refuse (the default) or pass (they"
              + " are counted and take no time).")
  private @Nullable String unknownActions;

  @Option(
      names = "--time-unit",
      paramLabel = "TIME",
      description =
          "GOAL schedules state times without a unit; this option gives it. 1ns when not given.")
  private @Nullable String timeUnit;

  @Option(
      names = "--instruction-rate",
      paramLabel = "RATE",
      description =
          "ScalaTrace may count bursts in instructions; this rate turns them into durations."
              + " 1Ginstr/s when not given.")
  private @Nullable String instructionRate;

  @Option(
      names = "--match-sizes",
      description =
          "Let receives in a ScalaTrace trace without tags take messages of their own size only.")
  private boolean matchSizes;

  /** Applies these options to a setup. */
  public void applyTo(TraceSetup<?> setup) {
    setup
        .baseFlops(baseFlops)
        .unknownActions(unknownActions)
        .timeUnit(timeUnit)
        .instructionRate(instructionRate)
        .matchSizes(matchSizes);
  }

  /** What reads traces as was given. */
  public TraceReading reading() {
    TraceReading reading = new TraceReading();
    reading.baseFlops(baseFlops);
    reading.unknownActions(unknownActions);
    reading.timeUnit(timeUnit);
    reading.instructionRate(instructionRate);
    reading.matchSizes(matchSizes);
    return reading;
  }
}
