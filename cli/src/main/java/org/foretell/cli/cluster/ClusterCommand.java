package org.foretell.cli.cluster;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.foretell.ClusteringSetup;
import org.foretell.Foretell;
import org.foretell.cli.shell.ExitCode;
import org.foretell.cli.shell.JsonOutput;
import org.foretell.cli.shell.OutputFile;
import org.foretell.cli.shell.Outputs;
import org.foretell.cli.shell.ProgressLine;
import org.foretell.cli.shell.TraceArgument;
import org.foretell.cli.text.Style;
import org.foretell.cli.trace.TraceOptions;
import org.foretell.failure.ForetellException;
import org.foretell.observe.MatrixEntry;
import org.foretell.report.ClusteringResult;
import org.foretell.structure.cluster.lead.Treatment;
import org.foretell.structure.cluster.matrix.MatrixPlot;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code sim cluster}: which ranks are alike, and a trace in which a few stand for all. */
@Command(
    name = "cluster",
    description =
        "Groups ranks with similar behaviour, and writes a trace in which the program of one rank"
            + " represents each cluster (docs/clustering.md).")
public final class ClusterCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Parameters(
      paramLabel = "TRACE",
      converter = TraceArgument.class,
      description = "A trace of any known format, or - for standard input.")
  private Path traceFile;

  @Option(
      names = "--method",
      defaultValue = "acurdion",
      paramLabel = "METHOD",
      description =
          "acurdion: at most K clusters by eleven signatures; call-path: main clusters by call"
              + " path, divided by parameters; reference: by all parameters of all events; dynamic:"
              + " by call path, mean source and mean destination; chameleon: re-clusters at markers"
              + " where the phase changes (default: ${DEFAULT-VALUE}).")
  private String method;

  @Option(
      names = "--clusters",
      paramLabel = "K",
      description =
          "acurdion, chameleon: maximum number of clusters (default: 9, or the number of call paths"
              + " if larger).")
  private @Nullable Integer clusters;

  @Option(
      names = "--select",
      defaultValue = "k-farthest",
      paramLabel = "HOW",
      description =
          "acurdion, chameleon: how the K clusters are selected, k-farthest or k-medoid (default:"
              + " ${DEFAULT-VALUE}).")
  private String selection;

  @Option(
      names = "--metric",
      defaultValue = "manhattan",
      paramLabel = "METRIC",
      description =
          "acurdion, chameleon: distance between signatures, manhattan or euclidean (default:"
              + " ${DEFAULT-VALUE}).")
  private String metric;

  @Option(
      names = "--two-steps",
      description = "acurdion: divides by call path first, then by the other signatures.")
  private boolean twoSteps;

  @Option(
      names = "--seed",
      defaultValue = "1",
      paramLabel = "N",
      description =
          "acurdion with k-medoid: choice of the initial medoids (default: ${DEFAULT-VALUE}).")
  private long seed;

  @Option(
      names = "--count-tolerance",
      defaultValue = "0.05",
      paramLabel = "SHARE",
      description =
          "call-path: mean counts that differ by less than this are treated as equal (default:"
              + " ${DEFAULT-VALUE}).")
  private double countTolerance;

  @Option(
      names = "--filter",
      defaultValue = "above-half",
      paramLabel = "WHEN",
      description =
          "call-path: when to leave main clusters undivided and keep their differing parameters:"
              + " never, always, or above-half (if there would be more clusters than half the"
              + " ranks) (default: ${DEFAULT-VALUE}).")
  private String filtering;

  @Option(
      names = "--any-counts",
      description =
          "call-path: ranks whose loops run a different number of times, such as workers of a"
              + " master, are one cluster; in the trace they keep their calls.")
  private boolean anyCounts;

  @Option(
      names = "--marker",
      paramLabel = "NAME",
      description =
          "chameleon: the marker at which ranks vote: a phase of the trace (each time it begins), a"
              + " collective on MPI_COMM_WORLD, like barrier (each call), or loop (each iteration"
              + " of the main loop) (default: the only phase of the trace).")
  private @Nullable String marker;

  @Option(
      names = "--every",
      paramLabel = "N",
      description = "chameleon: ranks vote only at every N-th marker (default: 1).")
  private @Nullable Integer every;

  @Option(
      names = "--functions",
      paramLabel = "JAR",
      split = ",",
      description =
          "A jar with functions that compute parameters whose values differ from rank to rank. May"
              + " be repeated.")
  private List<Path> functionJars = List.of();

  @Option(
      names = "--partners",
      defaultValue = "keep",
      paramLabel = "HOW",
      description =
          "How to treat partners and tags that ranks do not share with their lead: keep them, split"
              + " clusters, or merge them regardless (default: ${DEFAULT-VALUE}).")
  private String partners;

  @Option(
      names = "--durations",
      defaultValue = "outliers",
      paramLabel = "HOW",
      description =
          "Burst durations in the clustered trace: outliers (the lead's, with the largest"
              + " differences kept), lead (the lead's), histogram (drawn from all ranks of the"
              + " cluster) or mean (the lead's times a factor) (default: ${DEFAULT-VALUE}).")
  private String durations;

  @Option(
      names = "--duration-tolerance",
      defaultValue = "" + Treatment.USUAL_DURATION_TOLERANCE,
      paramLabel = "SHARE",
      description =
          "outliers: largest sum of the differences left out, as a share of a rank's computation"
              + " (default: ${DEFAULT-VALUE}).")
  private double durationTolerance;

  @Option(
      names = "--out",
      paramLabel = "FILE",
      description =
          "Writes the clustered trace in the native format; or the trace itself, compressed without"
              + " loss, if that is smaller and neither --durations nor --partners is given.")
  private @Nullable Path out;

  @Option(
      names = "--plot",
      paramLabel = "DIR",
      description =
          "Draws the messages between ranks before and after clustering into this folder, as PNG"
              + " and SVG.")
  private @Nullable Path plot;

  @Option(
      names = "--grid",
      paramLabel = "WxH",
      description =
          "Grid of ranks in the map of clusters, like 4x4 or 3x3x3 (default: a square, a cube, or"
              + " nearly a square).")
  private @Nullable String grid;

  /** Options that ask for a certain clustered trace. */
  private static final List<String> TREATMENTS =
      List.of("--partners", "--durations", "--duration-tolerance");

  private static final String PNG = "matrix.png";
  private static final String SVG = "matrix.svg";

  @Mixin private TraceOptions traceOptions = new TraceOptions();
  @Mixin private JsonOutput json = new JsonOutput();

  @Override
  public Integer call() throws IOException {
    if (out != null
        && Files.exists(out)
        && Files.exists(traceFile)
        && Files.isSameFile(out, traceFile)) {
      throw ForetellException.usage("--out names the input trace: " + out);
    }
    Outputs outputs = new Outputs().reads(traceFile);
    outputs.writes("--json", json.file()).writes("--out", out);
    if (plot != null) {
      outputs.writes("--plot", plot, List.of(plot.resolve(PNG), plot.resolve(SVG)));
    }
    outputs.check();
    ClusteringSetup setup = setup();
    ClusteringResult result;
    try (ProgressLine progress = new ProgressLine(spec.commandLine().getErr())) {
      progress.follow(setup);
      result = setup.run();
    }
    int ranks = result.trace().info().ranks();
    RankGrid map = grid == null ? RankGrid.usual(ranks) : RankGrid.parse(grid, ranks);
    PrintWriter text = spec.commandLine().getOut();
    // What is printed is there even if a disk is full.
    if (!json.isStandardOutput()) {
      Style style = new Style(spec.commandLine().getColorScheme().ansi());
      new ClusterText(result, text, style).print(map);
    }
    if (plot != null) {
      OutputFile.writeAll(pictures(plot, result));
    }
    boolean asAsked =
        TREATMENTS.stream().anyMatch(spec.commandLine().getParseResult()::hasMatchedOption);
    if (out != null) {
      ClusteredOutput.Written written = new ClusteredOutput(result, out, asAsked).write();
      if (!json.isStandardOutput()) {
        text.println(written.sentence());
      } else if (written.isSurprising()) {
        spec.commandLine().getErr().println("note: " + written.sentence());
      }
    }
    json.write(result::writeJson, text);
    return ExitCode.OK;
  }

  private ClusteringSetup setup() {
    ClusteringSetup setup =
        Foretell.clustering()
            .trace(traceFile)
            .method(method)
            .selection(selection)
            .metric(metric)
            .twoSteps(twoSteps)
            .seed(seed)
            .countTolerance(countTolerance)
            .filtering(filtering)
            .anyCounts(anyCounts)
            .partners(partners)
            .durations(durations)
            .durationTolerance(durationTolerance)
            .matrices(plot != null)
            .lossless(out != null);
    if (clusters != null) {
      setup.clusters(clusters);
    }
    if (marker != null) {
      setup.marker(marker);
    }
    if (every != null) {
      setup.every(every);
    }
    functionJars.forEach(setup::functionsOf);
    traceOptions.applyTo(setup);
    return setup;
  }

  private static Map<Path, OutputFile.Content> pictures(Path folder, ClusteringResult result)
      throws IOException {
    Files.createDirectories(folder);
    MatrixPlot drawn =
        new MatrixPlot(
            result.trace().name(),
            result.trace().info().ranks(),
            pairs(result.before().orElseThrow()),
            pairs(result.after().orElseThrow()));
    byte[] png = drawn.png();
    byte[] svg = drawn.svg();
    Map<Path, OutputFile.Content> files = new LinkedHashMap<>();
    files.put(folder.resolve(PNG), stream -> stream.write(png));
    files.put(folder.resolve(SVG), stream -> stream.write(svg));
    return files;
  }

  private static List<MatrixPlot.Pair> pairs(List<MatrixEntry> matrix) {
    return matrix.stream()
        .map(
            entry ->
                new MatrixPlot.Pair(entry.source(), entry.destination(), entry.volume().messages()))
        .toList();
  }
}
