package org.foretell.cli.trace;

import java.nio.file.Path;
import java.util.List;
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
          "Speed that converts flop into durations (default: 1Gflop/s for SimGrid traces, none for"
              + " Chakra traces).")
  private @Nullable String baseFlops;

  @Option(
      names = "--unknown-actions",
      paramLabel = "HOW",
      description =
          "How to handle unknown actions of a SimGrid trace: refuse (the default) or pass (they"
              + " are counted and take no time).")
  private @Nullable String unknownActions;

  @Option(
      names = "--time-unit",
      paramLabel = "TIME",
      description = "Unit of the times in GOAL schedules, which state none (default: 1ns).")
  private @Nullable String timeUnit;

  @Option(
      names = "--instruction-rate",
      paramLabel = "RATE",
      description =
          "Rate that converts bursts counted in instructions in ScalaTrace traces into durations"
              + " (default: 1Ginstr/s).")
  private @Nullable String instructionRate;

  @Option(
      names = "--burst-clock",
      paramLabel = "CLOCK",
      description =
          "Which times of a DUMPI trace become bursts: wall (the default) or processor, for runs"
              + " whose ranks shared cores.")
  private @Nullable String burstClock;

  @Option(
      names = "--lowering",
      paramLabel = "NAME",
      description =
          "How collectives of Chakra traces become messages: ring (default), tree,"
              + " halving-doubling, direct, or nccl/gN (N GPUs per node).")
  private @Nullable String lowering;

  @Option(
      names = "--match-sizes",
      description =
          "In a ScalaTrace trace without tags, match receives only with messages of the same size.")
  private boolean matchSizes;

  @Option(
      names = "--formats",
      paramLabel = "JAR",
      split = ",",
      description =
          "A jar with trace formats of your own (docs/formats.md shows how to write one). May be"
              + " repeated.")
  private List<Path> jars = List.of();

  @Option(
      names = "--format",
      paramLabel = "ID",
      description =
          "The format of the trace, if sim cannot find it out; sim formats lists the formats.")
  private @Nullable String format;

  /** Applies these options to a setup. */
  public void applyTo(TraceSetup<?> setup) {
    jars.forEach(setup::formatsOf);
    setup
        .baseFlops(baseFlops)
        .unknownActions(unknownActions)
        .timeUnit(timeUnit)
        .instructionRate(instructionRate)
        .burstClock(burstClock)
        .lowering(lowering)
        .matchSizes(matchSizes)
        .traceFormat(format);
  }

  /** What reads traces as was given. */
  public TraceReading reading() {
    TraceReading reading = new TraceReading();
    reading.baseFlops(baseFlops);
    reading.unknownActions(unknownActions);
    reading.timeUnit(timeUnit);
    reading.instructionRate(instructionRate);
    reading.burstClock(burstClock);
    reading.lowering(lowering);
    reading.matchSizes(matchSizes);
    reading.format(format);
    jars.forEach(reading::formatsOf);
    return reading;
  }
}
