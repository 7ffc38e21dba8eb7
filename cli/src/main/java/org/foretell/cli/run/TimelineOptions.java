package org.foretell.cli.run;

import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.foretell.PredictionSetup;
import org.foretell.cli.shell.OutputFile;
import org.foretell.cli.shell.Outputs;
import org.foretell.failure.ForetellException;
import org.foretell.machine.Placement;
import org.foretell.report.RunResult;
import org.foretell.time.Quantity;
import org.foretell.time.QuantityException;
import org.foretell.timelines.Timeline;
import org.foretell.timelines.TimelineFormat;
import org.foretell.timelines.TimelineSelection;
import org.foretell.trace.RankSet;
import org.foretell.trace.TraceTables;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options that ask for timelines, and the files that these are written to. */
final class TimelineOptions {
  private static final Pattern WINDOW = Pattern.compile("(.*?)\\.\\.(.*)");

  @Option(
      names = "--timeline",
      paramLabel = "FILE",
      description =
          "Write a timeline of all ranks for viewers: FILE.json for Chrome, FILE.pftrace for"
              + " Perfetto, FILE.prv (with .pcf and .row beside it) for Paraver, FILE.otf2 (with"
              + " .def and a folder beside it) for Vampir and OTF2's tools. Large. May be"
              + " repeated.")
  private List<Path> files = new ArrayList<>();

  @Option(
      names = "--timeline-ranks",
      paramLabel = "RANKS",
      description = "Include only these ranks, like 0-15,32, and the messages between them.")
  private @Nullable String ranks;

  @Option(
      names = "--timeline-window",
      paramLabel = "FROM..TO",
      description =
          "Include only activity that overlaps this time window, like 10ms..12ms, 10ms.. or"
              + " ..12ms.")
  private @Nullable String window;

  @Option(
      names = "--timeline-phase",
      paramLabel = "NAME",
      description = "Include only activity within the phase of this name.")
  private @Nullable String phase;

  private TimelineSelection selection = TimelineSelection.ALL;

  boolean areGiven() {
    return !files.isEmpty();
  }

  /** Reads the options, and notes the files that will be written. */
  void addOutputs(Outputs outputs) {
    if (files.isEmpty()) {
      if (ranks != null || window != null || phase != null) {
        throw ForetellException.usage(
            (ranks != null
                    ? "--timeline-ranks"
                    : window != null ? "--timeline-window" : "--timeline-phase")
                + " selects a part of a timeline; add --timeline FILE");
      }
      return;
    }
    for (Path file : files) {
      TimelineFormat format = format(file);
      format.files(file).forEach(each -> outputs.writes("--timeline", each));
      format.folder(file).ifPresent(folder -> outputs.replaces("--timeline", folder));
    }
    long[] times = readWindow();
    selection = new TimelineSelection(readRanks(), times[0], times[1], Optional.ofNullable(phase));
  }

  private static TimelineFormat format(Path file) {
    return TimelineFormat.of(file)
        .orElseThrow(
            () ->
                ForetellException.usage(
                    "--timeline "
                        + file
                        + ": the file name selects the format; end it in .json, .pftrace, .prv"
                        + " or .otf2"));
  }

  private Optional<RankSet> readRanks() {
    try {
      return Optional.ofNullable(ranks).map(RankSet::parse);
    } catch (IllegalArgumentException e) {
      throw ForetellException.usage(
          "--timeline-ranks " + ranks + ": " + e.getMessage() + "; write ranks like 0-15,32");
    }
  }

  private long[] readWindow() {
    if (window == null) {
      return new long[] {0, Long.MAX_VALUE};
    }
    Matcher parts = WINDOW.matcher(window);
    if (!parts.matches()) {
      throw badWindow("has no ..");
    }
    long fromPs;
    long toPs;
    try {
      fromPs = parts.group(1).isBlank() ? 0 : Quantity.parseTimePs(parts.group(1));
      toPs = parts.group(2).isBlank() ? Long.MAX_VALUE : Quantity.parseTimePs(parts.group(2));
    } catch (QuantityException e) {
      throw badWindow(String.valueOf(e.getMessage()));
    }
    if (fromPs < 0 || toPs <= fromPs) {
      throw badWindow("it must end after it begins");
    }
    return new long[] {fromPs, toPs};
  }

  private ForetellException badWindow(String reason) {
    return ForetellException.usage(
        "--timeline-window " + window + ": " + reason + "; write times like 10ms..12ms");
  }

  /**
   * Makes a run of which the timelines are written. If it fails the files stay as they were.
   *
   * @param run runs a setup that the timelines watch
   */
  RunResult write(PredictionSetup setup, Supplier<RunResult> run) {
    List<Path> all = new ArrayList<>();
    files.forEach(file -> all.addAll(streamed(file)));
    List<Timeline> timelines = new ArrayList<>();
    try {
      return OutputFile.writeDuring(
          all,
          streams -> {
            watch(setup, streams, timelines);
            RunResult result = run.get();
            timelines.forEach(Timeline::end);
            checkNotEmpty(result, timelines);
            timelines.forEach(Timeline::commit);
            return result;
          });
    } catch (UncheckedIOException e) {
      throw ForetellException.outputFailed(
          "the timeline cannot be written: "
              + OutputFile.reason(Objects.requireNonNull(e.getCause())));
    } finally {
      timelines.forEach(Timeline::close);
    }
  }

  /** The files that a timeline fills by streams. */
  private static List<Path> streamed(Path file) {
    TimelineFormat format = format(file);
    return format == TimelineFormat.OTF2 ? List.of() : format.files(file);
  }

  /** An empty selection is an error; a program that got stuck is reported first. */
  private void checkNotEmpty(RunResult result, List<Timeline> timelines) {
    if (!selection.equals(TimelineSelection.ALL)
        && result.completed()
        && timelines.stream().allMatch(Timeline::isEmpty)) {
      String asked =
          (ranks == null ? "" : "--timeline-ranks " + ranks + " ")
              + (window == null ? "" : "--timeline-window " + window + " ")
              + (phase == null ? "" : "--timeline-phase " + phase);
      throw ForetellException.usage(
          asked.strip()
              + ": this selects no op and no message; the run takes "
              + Quantity.formatTime(result.prediction().makespanPs()));
    }
  }

  private void watch(PredictionSetup setup, List<OutputStream> streams, List<Timeline> timelines) {
    int next = 0;
    for (Path file : files) {
      TimelineFormat format = format(file);
      int end = next + streamed(file).size();
      List<OutputStream> own = streams.subList(next, end);
      next = end;
      setup.observer(
          (tables, places) -> {
            check(tables, places);
            Timeline timeline =
                format == TimelineFormat.OTF2
                    ? new Timeline(file, selection, tables, places::node)
                    : new Timeline(format, own, selection, tables, places::node);
            timelines.add(timeline);
            return timeline;
          });
    }
  }

  /** Whether the trace has the ranks and the phase that are asked for. */
  private void check(TraceTables tables, Placement places) {
    selection
        .ranks()
        .ifPresent(
            wanted -> {
              int last = wanted.sections().isEmpty() ? 0 : wanted.toArray()[wanted.size() - 1];
              if (last >= places.ranks()) {
                throw ForetellException.usage(
                    "--timeline-ranks "
                        + ranks
                        + ": the trace has ranks 0 to "
                        + (places.ranks() - 1)
                        + " only");
              }
            });
    if (phase != null && !tables.markers().contains(phase)) {
      throw ForetellException.usage(
          "--timeline-phase "
              + phase
              + ": the trace has no phase of that name; "
              + (tables.markers().isEmpty()
                  ? "it has none at all"
                  : "it has " + String.join(", ", tables.markers())));
    }
  }
}
