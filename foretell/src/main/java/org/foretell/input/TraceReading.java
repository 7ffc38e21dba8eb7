package org.foretell.input;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.foretell.failure.ForetellException;
import org.foretell.failure.words.FailureText;
import org.foretell.parsers.dimemas.DimemasReader;
import org.foretell.parsers.goal.GoalBinaryReader;
import org.foretell.parsers.goal.GoalOptions;
import org.foretell.parsers.goal.GoalTextReader;
import org.foretell.parsers.raw.RawOptions;
import org.foretell.parsers.raw.RawTraceReader;
import org.foretell.parsers.scalatrace.ScalaTraceOptions;
import org.foretell.parsers.scalatrace.ScalaTraceReader;
import org.foretell.parsers.simgrid.SimGridTiReader;
import org.foretell.parsers.simgrid.TiOptions;
import org.foretell.parsers.simgrid.TiOptions.UnknownActions;
import org.foretell.setting.SettingValue;
import org.foretell.setting.WorkTable;
import org.foretell.structure.Compression;
import org.foretell.structure.CompressionReport;
import org.foretell.structure.DurationRule;
import org.foretell.time.Quantity;
import org.foretell.trace.TraceException;
import org.foretell.trace.TraceSink;
import org.foretell.trace.TraceSource;
import org.foretell.trace.store.TraceStoreReader;
import org.foretell.trace.store.TraceStoreWriter;
import org.foretell.trace.text.TraceTextReader;
import org.jspecify.annotations.Nullable;

/** Opens traces of every format; the options that say how to read them. */
public final class TraceReading {
  private @Nullable String baseFlops;
  private @Nullable String unknownActions;
  private @Nullable String timeUnit;
  private @Nullable String instructionRate;
  private boolean matchSizes;
  private boolean withCallTimes = true;
  private @Nullable Path work;

  public void baseFlops(@Nullable String value) {
    baseFlops = value;
  }

  public void unknownActions(@Nullable String value) {
    unknownActions = value;
  }

  public void timeUnit(@Nullable String value) {
    timeUnit = value;
  }

  public void instructionRate(@Nullable String value) {
    instructionRate = value;
  }

  public void matchSizes(boolean match) {
    matchSizes = match;
  }

  /** Whether the recorded times of calls are kept. */
  public void callTimes(boolean kept) {
    withCallTimes = kept;
  }

  /** A table of what the bursts of call sites do, to be written into the trace; null for none. */
  public void work(@Nullable Path table) {
    work = table;
  }

  /**
   * Opens a trace for replay; a foreign or text one is converted to a temporary native one.
   *
   * @throws TraceException if it is missing, no trace, damaged, or cannot be read
   * @throws ForetellException if an option is wrong, or no temporary file can be written
   */
  public OpenTrace open(Path path) {
    return open(TraceInput.of(path));
  }

  /** Opens a trace for replay, as {@link #open(Path)} does. */
  public OpenTrace open(TraceInput input) {
    String format = input.format();
    String sha256 = sha256(input.path());
    if (format.equals(TraceInput.NATIVE)) {
      TraceSource source = TraceStoreReader.open(input.path());
      return new OpenTrace(
          input.name(), sha256, "", format, source, warnings(input, false), input.path(), false);
    }
    // Not compressed: it is read once, and compressing it takes longer than writing it.
    Path scratch = scratchFile();
    boolean done = false;
    try {
      try (TraceSink sink = TraceStoreWriter.createUncompressed(scratch)) {
        read(input, sink);
      }
      TraceSource source = TraceStoreReader.open(scratch);
      done = true;
      return new OpenTrace(
          input.name(),
          sha256,
          reading(input),
          format,
          source,
          warnings(input, false),
          scratch,
          true);
    } finally {
      if (!done) {
        OpenTrace.delete(scratch);
      }
    }
  }

  /** The settings that decide what the ops of a trace of others are; each reader takes some. */
  private String reading(TraceInput input) {
    String settings = "";
    if (input.isGoal()) {
      settings = goalOptions().toString();
    } else if (input.isScalaTrace()) {
      settings = scalaTraceOptions().toString();
    } else if (input.isSimGrid()) {
      settings = tiOptions().toString();
    } else if (input.isRaw()) {
      settings = rawOptions().toString();
    }
    return settings
        + (withCallTimes ? "" : "; without times of calls")
        + (work == null ? "" : "; work " + sha256(work));
  }

  /** Opens a trace that a program made: its native form is written to a temporary file. */
  public static OpenTrace open(TraceSource trace, String name) {
    Path scratch = scratchFile();
    boolean done = false;
    try {
      try (TraceSink sink = TraceStoreWriter.createUncompressed(scratch)) {
        trace.describe(sink);
      }
      String sha256 = sha256(scratch);
      TraceSource source = TraceStoreReader.open(scratch);
      done = true;
      return new OpenTrace(name, sha256, "", "memory", source, List.of(), scratch, true);
    } finally {
      if (!done) {
        OpenTrace.delete(scratch);
      }
    }
  }

  /** The hash of a file, or of the files of a folder, in hexadecimal. */
  public static String sha256(Path file) {
    try {
      return Sha256.of(file);
    } catch (IOException failed) {
      throw TraceException.reading(file, failed);
    }
  }

  private static Path scratchFile() {
    try {
      Path scratch = Files.createTempFile("sim-", ".bin");
      scratch.toFile().deleteOnExit();
      return scratch;
    } catch (IOException failed) {
      throw ForetellException.outputFailed(
          "no temporary file can be written in "
              + System.getProperty("java.io.tmpdir")
              + ": "
              + FailureText.of(failed)
              + "; choose another folder with -Djava.io.tmpdir=DIR (for sim: in SIM_JAVA_OPTS)");
    }
  }

  /**
   * Which of the options given say nothing about a trace of this format.
   *
   * @param toGoal whether the trace is written as GOAL
   */
  public List<String> warnings(TraceInput input, boolean toGoal) {
    List<String> warnings = new ArrayList<>();
    if (!input.isSimGrid()) {
      if (baseFlops != null) {
        warnings.add(
            "base flops has no effect: the trace has durations already; compare core speeds with"
                + " the traced core speed");
      }
      if (unknownActions != null) {
        warnings.add("unknown actions has no effect: it applies to SimGrid traces");
      }
    }
    if (!input.isScalaTrace()) {
      if (instructionRate != null) {
        warnings.add("instruction rate has no effect: it applies to ScalaTrace traces");
      }
      if (matchSizes) {
        warnings.add("match sizes has no effect: it applies to ScalaTrace traces");
      }
    }
    if (timeUnit != null && !toGoal && !input.isGoal()) {
      warnings.add("time unit has no effect: it applies to GOAL schedules");
    }
    return warnings;
  }

  /** Pushes a trace of any format into a sink. */
  public void read(TraceInput input, TraceSink sink) {
    readAll(input, target(sink));
  }

  /**
   * Pushes a trace of any format into a sink, compressed by its structure.
   *
   * @param durations what becomes of durations
   * @return what was found
   */
  public CompressionReport readCompressed(
      TraceInput input, TraceSink sink, DurationRule durations) {
    TraceSink target = target(sink);
    try (OpenTrace trace = open(input)) {
      return Compression.compress(trace.source(), target, durations);
    }
  }

  private TraceSink target(TraceSink sink) {
    TraceSink withWork = work == null ? sink : new WorkAdded(WorkTable.read(work), sink);
    return withCallTimes ? withWork : new CallTimesLeftOut(withWork);
  }

  private void readAll(TraceInput input, TraceSink sink) {
    Path path = input.path();
    if (input.foreign().isPresent()) {
      switch (input.foreign().get()) {
        case GOAL -> GoalTextReader.read(path, goalOptions(), sink);
        case GOAL_BINARY -> GoalBinaryReader.read(path, goalOptions(), sink);
        case RAW -> RawTraceReader.read(path, rawOptions(), sink);
        case DIMEMAS -> DimemasReader.read(path, sink);
        case SCALATRACE -> ScalaTraceReader.read(path, scalaTraceOptions(), sink);
        case SIMGRID_TI -> SimGridTiReader.read(path, tiOptions(), sink);
      }
    } else if (input.format().equals(TraceInput.TEXT)) {
      TraceTextReader.read(path, sink);
    } else {
      try (TraceSource source = TraceStoreReader.open(path)) {
        source.describe(sink);
      }
    }
  }

  /** How GOAL is read and written. */
  public GoalOptions goalOptions() {
    if (timeUnit == null) {
      return GoalOptions.DEFAULT;
    }
    long unitPs = SettingValue.parse("time unit", timeUnit, Quantity::parseTimePs);
    if (unitPs < 1) {
      throw ForetellException.usage("time unit " + timeUnit + ": must be at least 1ps");
    }
    return new GoalOptions(unitPs);
  }

  private RawOptions rawOptions() {
    return RawOptions.DEFAULT.withCallTimes(withCallTimes);
  }

  private ScalaTraceOptions scalaTraceOptions() {
    ScalaTraceOptions options = ScalaTraceOptions.DEFAULT.withMatchSizes(matchSizes);
    return instructionRate == null
        ? options
        : options.withInstructionsPerSecond(
            SettingValue.parse(
                "instruction rate", instructionRate, Quantity::parseInstructionsPerSecond));
  }

  private TiOptions tiOptions() {
    TiOptions options = TiOptions.DEFAULT.withUnknownActions(treatment());
    return baseFlops == null
        ? options
        : options.withBaseFlopsPerSecond(
            SettingValue.parse("base flops", baseFlops, Quantity::parseFlopPerSecond));
  }

  private UnknownActions treatment() {
    return switch (Objects.requireNonNullElse(unknownActions, "refuse")) {
      case "refuse" -> UnknownActions.REFUSE;
      case "pass" -> UnknownActions.PASS;
      default ->
          throw ForetellException.usage(
              "unknown actions " + unknownActions + " is unknown; write refuse or pass");
    };
  }
}
