package org.foretell.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import org.foretell.parsers.TraceFormat;
import org.foretell.parsers.dimemas.DimemasReader;
import org.foretell.parsers.goal.GoalBinaryReader;
import org.foretell.parsers.goal.GoalOptions;
import org.foretell.parsers.goal.GoalTextReader;
import org.foretell.parsers.simgrid.SimGridTiReader;
import org.foretell.parsers.simgrid.TiOptions;
import org.foretell.parsers.simgrid.TiOptions.UnknownActions;
import org.foretell.time.Quantity;
import org.foretell.trace.TraceException;
import org.foretell.trace.TraceSink;
import org.foretell.trace.TraceSource;
import org.foretell.trace.store.TraceStoreReader;
import org.foretell.trace.store.TraceStoreWriter;
import org.foretell.trace.text.TraceTextReader;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Finds out what format a trace has, opens it, and the options that say how to read it. */
final class TraceOptions {
  private static final String NATIVE = "native";
  private static final String TEXT = "text";

  @Option(
      names = "--base-flops",
      paramLabel = "SPEED",
      description =
          "SimGrid traces state bursts in flop: the speed that makes them durations; 1Gflop/s, as"
              + " recorded, when not given.")
  private @Nullable String baseFlops;

  @Option(
      names = "--unknown-actions",
      paramLabel = "HOW",
      description =
          "Actions of a SimGrid trace that are not known: refuse (the default) or pass (they are"
              + " counted and take no time).")
  private @Nullable String unknownActions;

  @Option(
      names = "--time-unit",
      paramLabel = "TIME",
      description = "GOAL schedules state times without a unit: what one is; 1ns when not given.")
  private @Nullable String timeUnit;

  /** Opens a trace for replay; a foreign or text one is converted to a temporary native one. */
  OpenTrace open(Path input) throws IOException {
    String format = format(input);
    String sha256 = Sha256.of(input);
    String name = input.toAbsolutePath().normalize().getFileName().toString();
    if (format.equals(NATIVE)) {
      TraceSource source = TraceStoreReader.open(input);
      return new OpenTrace(name, sha256, format, source, warnings(format, false), input, false);
    }
    // Not compressed: it is read once, and compressing it takes longer than writing it.
    Path scratch = Files.createTempFile("sim-", ".bin");
    scratch.toFile().deleteOnExit();
    boolean done = false;
    try {
      try (TraceSink sink = TraceStoreWriter.createUncompressed(scratch)) {
        read(format, input, sink);
      }
      TraceSource source = TraceStoreReader.open(scratch);
      done = true;
      return new OpenTrace(name, sha256, format, source, warnings(format, false), scratch, true);
    } finally {
      if (!done) {
        OpenTrace.delete(scratch);
      }
    }
  }

  /**
   * Which of the options given say nothing about a trace of this file's format.
   *
   * @param toGoal whether the trace is written as GOAL
   */
  List<String> warnings(Path input, boolean toGoal) throws IOException {
    return warnings(format(input), toGoal);
  }

  private List<String> warnings(String format, boolean toGoal) {
    List<String> warnings = new ArrayList<>();
    if (!format.equals(TraceFormat.SIMGRID_TI.id())) {
      if (baseFlops != null) {
        warnings.add(
            "--base-flops has no effect: the trace has durations already; compare core speeds with"
                + " --traced-core-speed");
      }
      if (unknownActions != null) {
        warnings.add("--unknown-actions has no effect: it is for traces of SimGrid");
      }
    }
    if (timeUnit != null && !toGoal && !isGoal(format)) {
      warnings.add("--time-unit has no effect: it is for GOAL schedules");
    }
    return warnings;
  }

  private static boolean isGoal(String format) {
    return format.equals(TraceFormat.GOAL.id()) || format.equals(TraceFormat.GOAL_BINARY.id());
  }

  /** Pushes a trace of any format into a sink. */
  void read(Path input, TraceSink sink) throws IOException {
    read(format(input), input, sink);
  }

  private void read(String format, Path input, TraceSink sink) {
    switch (format) {
      case NATIVE -> {
        try (TraceSource source = TraceStoreReader.open(input)) {
          source.describe(sink);
        }
      }
      case TEXT -> TraceTextReader.read(input, sink);
      default -> {
        switch (TraceFormat.of(input).orElseThrow()) {
          case GOAL -> GoalTextReader.read(input, goalOptions(), sink);
          case GOAL_BINARY -> GoalBinaryReader.read(input, goalOptions(), sink);
          case DIMEMAS -> DimemasReader.read(input, sink);
          case SIMGRID_TI -> SimGridTiReader.read(input, tiOptions(), sink);
        }
      }
    }
  }

  private static String format(Path input) throws IOException {
    if (!Files.exists(input)) {
      throw new java.nio.file.NoSuchFileException(input.toString());
    }
    if (Files.isRegularFile(input)) {
      if (TraceStoreReader.recognizes(input)) {
        return NATIVE;
      }
      if (TraceTextReader.recognizes(input)) {
        return TEXT;
      }
    }
    return TraceFormat.of(input)
        .map(TraceFormat::id)
        .orElseThrow(
            () ->
                new TraceException(
                    input
                        + ": is not a trace of a known format: expected a native trace (.bin), a"
                        + " trace as text, or a "
                        + Arrays.stream(TraceFormat.values())
                            .map(TraceFormat::description)
                            .collect(Collectors.joining(", or a "))));
  }

  /** How GOAL is read and written. */
  GoalOptions goalOptions() {
    if (timeUnit == null) {
      return GoalOptions.DEFAULT;
    }
    long unitPs = OptionValue.parse("--time-unit", timeUnit, Quantity::parseTimePs);
    if (unitPs < 1) {
      throw UserException.usage("--time-unit " + timeUnit + ": must be at least 1ps");
    }
    return new GoalOptions(unitPs);
  }

  private TiOptions tiOptions() {
    TiOptions options = TiOptions.DEFAULT.withUnknownActions(treatment());
    return baseFlops == null
        ? options
        : options.withBaseFlopsPerSecond(
            OptionValue.parse("--base-flops", baseFlops, Quantity::parseFlopPerSecond));
  }

  private UnknownActions treatment() {
    return switch (Objects.requireNonNullElse(unknownActions, "refuse")) {
      case "refuse" -> UnknownActions.REFUSE;
      case "pass" -> UnknownActions.PASS;
      default ->
          throw UserException.usage(
              "--unknown-actions " + unknownActions + " is unknown; write refuse or pass");
    };
  }
}
