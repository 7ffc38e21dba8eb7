package org.foretell.input;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import org.foretell.failure.ForetellException;
import org.foretell.failure.words.FailureText;
import org.foretell.machines.findings.Shown;
import org.foretell.parsers.Loss;
import org.foretell.parsers.ReadingOption;
import org.foretell.parsers.ReadingOptions;
import org.foretell.parsers.TraceFormatReader;
import org.foretell.parsers.TraceFormats;
import org.foretell.parsers.lowering.Lowering;
import org.foretell.setting.PlugInJar;
import org.foretell.setting.SettingValue;
import org.foretell.setting.WorkTable;
import org.foretell.structure.Compression;
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
  private @Nullable String burstClock;
  private @Nullable String lowering;
  private boolean matchSizes;
  private boolean withCallTimes = true;
  private boolean withHash = true;
  private @Nullable Path work;
  private @Nullable String format;
  private final List<Path> jars = new ArrayList<>();

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

  public void burstClock(@Nullable String value) {
    burstClock = value;
  }

  public void lowering(@Nullable String value) {
    lowering = value;
  }

  public void matchSizes(boolean match) {
    matchSizes = match;
  }

  /** Whether the recorded times of calls are kept. */
  public void callTimes(boolean kept) {
    withCallTimes = kept;
  }

  /** Whether the hash of the file is wanted; it is empty otherwise. */
  public void hash(boolean wanted) {
    withHash = wanted;
  }

  /** A table of what the bursts of call sites do, to be written into the trace; null for none. */
  public void work(@Nullable Path table) {
    work = table;
  }

  /** A jar with formats of others; may be given several times. */
  public void formatsOf(Path jar) {
    jars.add(jar);
  }

  /** The format that traces are in, whatever they look like; null to find out. */
  public void format(@Nullable String id) {
    format = id;
  }

  /**
   * What a path leads to.
   *
   * @throws TraceException if it is missing, no trace, or cannot be read
   * @throws ForetellException if there is no format of the given name, or a jar is wrong
   */
  public TraceInput input(Path path) {
    TraceFormats formats = formats();
    String id = format;
    if (id == null) {
      return TraceInput.of(path, formats);
    }
    TraceFormatReader reader =
        formats
            .named(id)
            .orElseThrow(
                () ->
                    ForetellException.usage(
                        "there is no format "
                            + Shown.quoted(id)
                            + "; known formats: "
                            + formats.all().stream()
                                .map(TraceFormatReader::id)
                                .collect(Collectors.joining(", "))));
    return TraceInput.of(path, reader);
  }

  /**
   * The formats that can be read: those that ship, and those of the jars.
   *
   * @throws ForetellException if a jar has none
   */
  public TraceFormats formats() {
    TraceFormats all = TraceFormats.installed();
    for (Path jar : jars) {
      for (TraceFormatReader reader : PlugInJar.load(TraceFormatReader.class, jar, "formats")) {
        try {
          all = all.with(reader);
        } catch (IllegalArgumentException wrong) {
          throw ForetellException.badInput(jar + ": " + wrong.getMessage());
        }
      }
    }
    return all;
  }

  /**
   * Opens a trace for replay; a foreign or text one is converted to a temporary native one.
   *
   * @throws TraceException if it is missing, no trace, damaged, or cannot be read
   * @throws ForetellException if an option is wrong, or no temporary file can be written
   */
  public OpenTrace open(Path path) {
    try (TraceInput input = input(path)) {
      return open(input);
    }
  }

  /** Opens a trace for replay, as {@link #open(Path)} does. */
  public OpenTrace open(TraceInput input) {
    String format = input.format();
    String sha256 = withHash ? sha256(input.given()) : "";
    if (format.equals(TraceInput.NATIVE) && input.unpacked().isEmpty()) {
      TraceSource source = TraceStoreReader.open(input.path());
      return new OpenTrace(
          input.name(),
          sha256,
          "",
          format,
          source,
          warnings(input, Set.of()),
          List.of(),
          input.path(),
          false);
    }
    // Not compressed: it is read once, and compressing it takes longer than writing it.
    Path scratch = scratchFile();
    boolean done = false;
    try {
      List<Loss> losses;
      try (TraceSink sink = TraceStoreWriter.createUncompressed(scratch)) {
        losses = read(input, sink);
      }
      TraceSource source = TraceStoreReader.open(scratch);
      done = true;
      return new OpenTrace(
          input.name(),
          sha256,
          reading(input),
          format,
          source,
          warnings(input, losses),
          losses,
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
    return input.foreign().map(reader -> options().text(reader.options())).orElse("")
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
      return new OpenTrace(name, sha256, "", "memory", source, List.of(), List.of(), scratch, true);
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
   * @param written the options of the format in which the trace is written, if it is
   */
  public List<String> warnings(TraceInput input, Set<ReadingOption> written) {
    Set<ReadingOption> idle = options().given();
    input.foreign().ifPresent(reader -> idle.removeAll(reader.options()));
    idle.removeAll(written);
    return idle.stream().map(ReadingOption::hasNoEffect).toList();
  }

  /** What was left out may change what a replay predicts, so it says so too. */
  private List<String> warnings(TraceInput input, List<Loss> losses) {
    List<String> all = new ArrayList<>(warnings(input, Set.of()));
    losses.forEach(loss -> all.add(loss.text()));
    return all;
  }

  /**
   * Pushes a trace of any format into a sink.
   *
   * @return what the trace has and the sink did not get
   */
  public List<Loss> read(TraceInput input, TraceSink sink) {
    return readAll(input, target(sink));
  }

  /**
   * Pushes a trace of any format into a sink, compressed by its structure.
   *
   * @param durations what becomes of durations
   * @return what the trace has and the sink did not get, but for durations
   */
  public List<Loss> readCompressed(TraceInput input, TraceSink sink, DurationRule durations) {
    TraceSink target = target(sink);
    try (OpenTrace trace = open(input)) {
      Compression.compress(trace.source(), target, durations);
      return trace.losses();
    }
  }

  private TraceSink target(TraceSink sink) {
    TraceSink withWork = work == null ? sink : new WorkAdded(WorkTable.read(work), sink);
    return withCallTimes ? withWork : new CallTimesLeftOut(withWork);
  }

  /** Messages about what was unpacked name the file that it was in. */
  private List<Loss> readAll(TraceInput input, TraceSink sink) {
    try {
      return readContent(input, sink);
    } catch (TraceException wrong) {
      if (wrong.writing() || input.unpacked().isEmpty()) {
        throw wrong;
      }
      throw new TraceException(
          input.given() + " (unpacked)" + afterPath(input, String.valueOf(wrong.getMessage())),
          wrong);
    }
  }

  /** Readers begin with the path, and go on with a line or with words. */
  private static String afterPath(TraceInput input, String message) {
    String path = input.path().toString();
    return message.startsWith(path + ":") ? message.substring(path.length()) : ": " + message;
  }

  private List<Loss> readContent(TraceInput input, TraceSink sink) {
    Path path = input.path();
    if (input.foreign().isPresent()) {
      return input.foreign().get().read(path, options(), sink);
    }
    if (input.format().equals(TraceInput.TEXT)) {
      TraceTextReader.read(path, sink);
    } else {
      try (TraceSource source = TraceStoreReader.open(path)) {
        source.describe(sink);
      }
    }
    return List.of();
  }

  /**
   * What the formats leave open, as given.
   *
   * @throws ForetellException if a value is wrong
   */
  public ReadingOptions options() {
    ReadingOptions options =
        ReadingOptions.DEFAULT
            .withUnknownActionsPassed(passesUnknownActions())
            .withMatchedSizes(matchSizes)
            .withProcessorTimes(usesProcessorTimes())
            .withCallTimes(withCallTimes);
    if (baseFlops != null) {
      options =
          options.withBaseFlopsPerSecond(
              SettingValue.parse("base flops", baseFlops, Quantity::parseFlopPerSecond));
    }
    if (timeUnit != null) {
      long unitPs = SettingValue.parse("time unit", timeUnit, Quantity::parseTimePs);
      if (unitPs < 1) {
        throw ForetellException.usage("time unit " + timeUnit + ": must be at least 1ps");
      }
      options = options.withTimeUnitPs(unitPs);
    }
    if (instructionRate != null) {
      options =
          options.withInstructionsPerSecond(
              SettingValue.parse(
                  "instruction rate", instructionRate, Quantity::parseInstructionsPerSecond));
    }
    if (lowering != null) {
      options = options.withLowering(parsed(lowering));
    }
    return options;
  }

  private static Lowering parsed(String name) {
    try {
      return Lowering.parse(name);
    } catch (IllegalArgumentException wrong) {
      throw ForetellException.usage(String.valueOf(wrong.getMessage()));
    }
  }

  private boolean usesProcessorTimes() {
    return switch (Objects.requireNonNullElse(burstClock, "wall")) {
      case "wall" -> false;
      case "processor" -> true;
      default ->
          throw ForetellException.usage(
              "burst clock " + burstClock + " is unknown; write wall or processor");
    };
  }

  private boolean passesUnknownActions() {
    return switch (Objects.requireNonNullElse(unknownActions, "refuse")) {
      case "refuse" -> false;
      case "pass" -> true;
      default ->
          throw ForetellException.usage(
              "unknown actions " + unknownActions + " is unknown; write refuse or pass");
    };
  }
}
