import static java.nio.charset.StandardCharsets.UTF_8;

import java.awt.Color;
import java.awt.Font;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVParser;
import org.apache.commons.csv.CSVRecord;
import org.foretell.Foretell;
import org.foretell.observe.PhaseSummary;
import org.foretell.pictures.Picture;
import org.foretell.report.RecordedComparison;
import org.foretell.report.RunResult;
import org.foretell.time.Quantity;
import org.foretell.trace.OpCode;
import org.knowm.xchart.CategoryChart;
import org.knowm.xchart.CategoryChartBuilder;
import org.knowm.xchart.CategorySeries;
import org.knowm.xchart.CategorySeries.CategorySeriesRenderStyle;
import org.knowm.xchart.style.markers.SeriesMarkers;
import umontreal.ssj.probdist.EmpiricalDist;

/**
 * Sets predictions beside measured times of real programs: Validation WORK PAGE [MOST].
 *
 * <p>WORK is what {@code run.sh} leaves: {@code measured.csv}, raw traces, {@code local.json}. PAGE
 * is the page to write, with a plot beside it. With MOST, a prediction that is more than so many
 * times the measured time, or less than that part of it, ends with exit code 1. Needs the libraries
 * of {@code sim} on the class path.
 */
public final class Validation {
  private static final double PS_PER_SECOND = 1e12;
  private static final List<String> MACHINES = List.of("jaguar-xk6", "hopper");
  private static final double EXPLAINED_ABOVE_PERCENT = 5;

  /** Calls outside of what is timed. */
  private static final Set<OpCode> OUTSIDE =
      Set.of(OpCode.SHMEM_MALLOC, OpCode.SHMEM_FREE, OpCode.SHMEM_FINALIZE);

  /** A program with its arguments. */
  private record Program(String name, String arguments) {
    @Override
    public String toString() {
      return name + " " + arguments;
    }
  }

  /** What one trace predicts. */
  private record Predicted(Path trace, double seconds) {}

  private record Case(
      Program program,
      String steady,
      EmpiricalDist measured,
      EmpiricalDist traced,
      List<Predicted> predicted,
      Map<String, Double> elsewhere,
      String differs) {
    /** The one in the middle; of an even number the lower one. */
    Predicted middle() {
      return predicted.get((predicted.size() - 1) / 2);
    }

    double errorPercent() {
      return 100 * (middle().seconds() / measured.getMedian() - 1);
    }

    /** How many times the shorter of both times the longer one is, at least 1. */
    double factor() {
      double ratio = middle().seconds() / measured.getMedian();
      return Math.max(ratio, 1 / ratio);
    }
  }

  private final Path work;
  private final Map<Program, Map<String, List<Double>>> times = new LinkedHashMap<>();

  /** How steady the processors were in each run, traced or not. */
  private final Map<Program, List<String>> qualities = new LinkedHashMap<>();

  private Validation(Path work) {
    this.work = work;
  }

  public static void main(String[] args) throws Exception {
    if (args.length < 2 || args.length > 3) {
      System.err.println("usage: Validation WORK PAGE [MOST]");
      System.exit(2);
    }
    Validation validation = new Validation(Path.of(args[0]));
    validation.readTimes();
    List<Case> cases = new ArrayList<>();
    for (Program program : validation.times.keySet()) {
      cases.add(validation.compared(program));
    }
    Path page = Path.of(args[1]);
    String name = page.getFileName().toString().replaceFirst("\\.md$", "");
    Files.write(page.resolveSibling(name + ".svg"), svg(plot(cases)));
    Files.writeString(page, validation.page(cases, name + ".svg"), UTF_8);
    cases.forEach(each -> System.out.println(line(each)));
    double most = args.length < 3 ? Double.POSITIVE_INFINITY : Double.parseDouble(args[2]);
    if (cases.stream().anyMatch(each -> !(each.factor() <= most))) {
      System.err.println("predicted and measured time differ by more than " + args[2] + " times");
      System.exit(1);
    }
  }

  private void readTimes() throws IOException {
    CSVFormat format =
        CSVFormat.DEFAULT.builder().setHeader("program", "arguments", "kind", "round", "seconds", "quality").get();
    try (CSVParser lines = CSVParser.parse(work.resolve("measured.csv"), UTF_8, format)) {
      for (CSVRecord line : lines) {
        Program program = new Program(line.get("program"), line.get("arguments"));
        qualities.computeIfAbsent(program, key -> new ArrayList<>()).add(line.get("quality"));
        times
            .computeIfAbsent(program, key -> new TreeMap<>())
            .computeIfAbsent(line.get("kind"), key -> new ArrayList<>())
            .add(Double.valueOf(line.get("seconds")));
      }
    }
  }

  private static EmpiricalDist sorted(List<Double> values) {
    return new EmpiricalDist(values.stream().mapToDouble(Double::doubleValue).sorted().toArray());
  }

  private Case compared(Program program) throws IOException {
    String prefix = program.name() + "-" + program.arguments().replace(' ', '-') + "-";
    List<Path> traces;
    try (Stream<Path> folders = Files.list(work.resolve("raw"))) {
      traces =
          folders.filter(each -> each.getFileName().toString().startsWith(prefix)).sorted().toList();
    }
    String local = work.resolve("local.json").toString();
    List<Predicted> predicted = new ArrayList<>();
    for (Path trace : traces) {
      predicted.add(new Predicted(trace, seconds(trace, local)));
    }
    predicted.sort(Comparator.comparingDouble(Predicted::seconds));
    Map<String, Double> elsewhere = new LinkedHashMap<>();
    Path middle = predicted.get((predicted.size() - 1) / 2).trace();
    for (String machine : MACHINES) {
      elsewhere.put(machine, seconds(middle, machine));
    }
    Map<String, List<Double>> measured = times.get(program);
    return new Case(
        program,
        steady(qualities.get(program)),
        sorted(measured.get("plain")),
        sorted(measured.get("traced")),
        predicted,
        elsewhere,
        differs(middle, local));
  }

  private static String steady(List<String> qualities) {
    long steady = qualities.stream().filter("steady"::equals).count();
    return qualities.contains("unwatched") ? "not watched" : steady + " of " + qualities.size();
  }

  /** What the phase takes that the program times itself. */
  private static double seconds(Path trace, String machine) {
    RunResult result =
        Foretell.prediction().machine(machine).trace(trace).interval(false).run();
    List<PhaseSummary> phases = result.statistics().phases();
    if (phases.size() != 1 || !result.completed()) {
      throw new IllegalStateException(trace + ": expected one phase, found " + phases.size());
    }
    return phases.get(0).maxRankTimePs() / PS_PER_SECOND;
  }

  private static String differs(Path trace, String machine) {
    RecordedComparison recorded =
        Foretell.comparison().machine(machine).trace(trace).withRecorded().run().models().get(0).recorded();
    return recorded.calls().stream()
        .filter(call -> !OUTSIDE.contains(call.op()) && call.count() > 10)
        .findFirst()
        .map(
            call ->
                String.format(
                    Locale.US,
                    "`%s` at %s: %s recorded, %s simulated",
                    call.op().name().toLowerCase(Locale.ROOT),
                    call.place().replaceFirst("^\\S+ ", ""),
                    time(call.recorded().toSeconds() / call.count()),
                    time(call.simulated().toSeconds() / call.count())))
        .orElse("");
  }

  private static String time(double seconds) {
    return Quantity.formatTime(Math.round(seconds * PS_PER_SECOND));
  }

  private static String percent(double value) {
    return String.format(Locale.US, "%+.1f %%", value);
  }

  private static String line(Case each) {
    return String.format(
        "%s: measured %s, predicted %s, %s",
        each.program(),
        time(each.measured().getMedian()),
        time(each.middle().seconds()),
        percent(each.errorPercent()));
  }

  private String text(String file) throws IOException {
    Path path = work.resolve(file);
    return Files.exists(path) ? Files.readString(path, UTF_8).strip() : "";
  }

  /** By program with arguments: why its error is what it is. */
  private static Map<String, String> explanations() throws IOException {
    return Files.readAllLines(Path.of("validation/explanations.txt"), UTF_8).stream()
        .filter(line -> !line.startsWith("#") && line.contains(": "))
        .map(line -> line.split(": ", 2))
        .collect(Collectors.toMap(parts -> parts[0], parts -> parts[1]));
  }

  private String page(List<Case> cases, String plot) throws IOException {
    double[] errors = cases.stream().mapToDouble(each -> Math.abs(each.errorPercent())).sorted().toArray();
    StringBuilder out = new StringBuilder(Files.readString(Path.of("validation/page.txt"), UTF_8));
    Map<String, String> values = new LinkedHashMap<>();
    values.put("machine", text("machine.txt"));
    values.put("runs", String.valueOf(cases.stream().mapToInt(each -> each.measured().getN()).min().orElse(0)));
    values.put("traces", String.valueOf(cases.stream().mapToInt(each -> each.predicted().size()).min().orElse(0)));
    values.put(
        "repeated", String.valueOf(text("unsteady.txt").lines().filter(line -> line.startsWith("repeated")).count()));
    values.put("median", String.format(Locale.US, "%.1f %%", new EmpiricalDist(errors).getMedian()));
    values.put("greatest", String.format(Locale.US, "%.1f %%", errors[errors.length - 1]));
    values.put("plot", plot);
    values.put("table", table(cases));
    values.put("explained", explained(cases));
    values.put("elsewhere", elsewhere(cases));
    values.forEach(
        (key, value) -> {
          String mark = "${" + key + "}";
          for (int at = out.indexOf(mark); at >= 0; at = out.indexOf(mark)) {
            out.replace(at, at + mark.length(), value);
          }
        });
    return out.toString();
  }

  private static String table(List<Case> cases) {
    StringBuilder table =
        new StringBuilder(
            "| program | measured | quartiles | traced | predicted | error | of one trace | steady runs |\n"
                + "|---|---|---|---|---|---|---|---|\n");
    for (Case each : cases) {
      List<Predicted> all = each.predicted();
      double median = each.measured().getMedian();
      table.append(
          String.format(
              "| `%s` | %s | %s to %s | %s | %s | %s | %s to %s | %s |%n",
              each.program(),
              time(median),
              time(each.measured().inverseF(0.25)),
              time(each.measured().inverseF(0.75)),
              time(each.traced().getMedian()),
              time(each.middle().seconds()),
              percent(each.errorPercent()),
              percent(100 * (all.get(0).seconds() / median - 1)),
              percent(100 * (all.get(all.size() - 1).seconds() / median - 1)),
              each.steady()));
    }
    return table.toString().stripTrailing();
  }

  private static String explained(List<Case> cases) throws IOException {
    Map<String, String> explanations = explanations();
    StringBuilder table =
        new StringBuilder("| program | error | call that differs most, each | why |\n|---|---|---|---|\n");
    for (Case each : cases) {
      String why = explanations.getOrDefault(each.program().toString(), "");
      if (why.isEmpty() && Math.abs(each.errorPercent()) > EXPLAINED_ABOVE_PERCENT) {
        System.err.println(each.program() + ": no explanation in validation/explanations.txt");
      }
      table.append(
          String.format("| `%s` | %s | %s | %s |%n", each.program(), percent(each.errorPercent()), each.differs(), why));
    }
    return table.toString().stripTrailing();
  }

  private static String elsewhere(List<Case> cases) {
    StringBuilder table = new StringBuilder("| program | here |");
    MACHINES.forEach(machine -> table.append(" `").append(machine).append("` |"));
    table.append("\n|---|---|").append("---|".repeat(MACHINES.size())).append('\n');
    for (Case each : cases) {
      table.append(String.format("| `%s` | %s |", each.program(), time(each.middle().seconds())));
      each.elsewhere().values().forEach(seconds -> table.append(' ').append(time(seconds)).append(" |"));
      table.append('\n');
    }
    return table.toString().stripTrailing();
  }

  /** Predicted over measured, and the quartiles of what was measured. */
  private static CategoryChart plot(List<Case> cases) {
    CategoryChart chart =
        new CategoryChartBuilder()
            .width(1000)
            .height(520)
            .title("Predicted against measured, 2 ranks on 2 cores")
            .yAxisTitle("over the measured median (%)")
            .build();
    chart.getStyler().setDefaultSeriesRenderStyle(CategorySeriesRenderStyle.Stick);
    chart.getStyler().setChartBackgroundColor(Color.WHITE);
    chart.getStyler().setChartTitleFont(new Font(Font.SANS_SERIF, Font.BOLD, 16));
    chart.getStyler().setChartTitleBoxVisible(false);
    chart.getStyler().setLegendBorderColor(Color.WHITE);
    chart.getStyler().setXAxisLabelRotation(60);
    chart.getStyler().setPlotGridLinesColor(new Color(0xe4e4e4));
    List<String> names = cases.stream().map(each -> each.program().toString()).toList();
    add(chart, "predicted", names, cases.stream().map(Case::errorPercent).toList(), new Color(0xd55e00));
    for (double quartile : new double[] {0.25, 0.75}) {
      add(
          chart,
          quartile < 0.5 ? "measured, lower quartile" : "measured, upper quartile",
          names,
          cases.stream()
              .map(each -> 100 * (each.measured().inverseF(quartile) / each.measured().getMedian() - 1))
              .toList(),
          quartile < 0.5 ? new Color(0x56b4e9) : new Color(0x0072b2));
    }
    return chart;
  }

  private static void add(CategoryChart chart, String name, List<String> x, List<Double> y, Color colour) {
    CategorySeries series = chart.addSeries(name, x, y);
    series.setMarker(SeriesMarkers.CIRCLE);
    series.setMarkerColor(colour);
    series.setLineColor(colour);
  }

  private static byte[] svg(CategoryChart chart) {
    return new Picture(
            chart.getWidth(),
            chart.getHeight(),
            graphics -> chart.paint(graphics, chart.getWidth(), chart.getHeight()))
        .svg();
  }
}
