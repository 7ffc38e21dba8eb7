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
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.foretell.Foretell;
import org.foretell.observe.PhaseSummary;
import org.foretell.pictures.Picture;
import org.foretell.report.RunResult;
import org.foretell.time.Quantity;
import org.knowm.xchart.XYChart;
import org.knowm.xchart.XYChartBuilder;
import org.knowm.xchart.XYSeries;
import org.knowm.xchart.style.Styler.LegendPosition;
import org.knowm.xchart.style.markers.SeriesMarkers;
import umontreal.ssj.probdist.EmpiricalDist;

/**
 * Predicts the programs of {@code cluster.sh} and sets predictions beside measured times.
 *
 * <p>{@code predict WORK RATES LAYOUTS KEYS} replays the traces of each program on each cluster and
 * writes {@code WORK/predicted.csv}; lines that it has are kept. {@code page WORK PAGE [MOST]}
 * writes the tables for the page into WORK, and a plot beside the page; if a prediction where the network decides is
 * more than MOST times the measured time, or less than that part of it, the exit code is 1.
 */
public final class Cluster {
  private static final double PS_PER_SECOND = 1e12;
  private static final String EXTRAPOLATED = "extrapolated";

  /** Where the network without limits would be so many times as fast, it is the bottleneck. */
  private static final double BOTTLENECK = 1.5;

  private static final String FREE = "none";

  /** The default, whose interfaces move one message after the other, and one in which they share. */
  private static final List<String> MODELS = List.of("max-rate", "flow");

  /** A program on a cluster, predicted from traces of its size or from an extrapolated one. */
  private record Case(String rate, String layout, String key, String from, String model) {
    static Case of(String[] columns) {
      return new Case(columns[0], columns[1], columns[2], columns[3], columns[4]);
    }

    boolean isExtrapolated() {
      return from.equals(EXTRAPOLATED);
    }

    int ranksPerHost() {
      return Integer.parseInt(layout.split("x")[1]);
    }

    String measuredKey() {
      return rate + "," + layout + "," + key;
    }

    int ranks() {
      return Cluster.ranks(layout);
    }
  }

  private record Compared(Case of, double predicted, double measured, boolean bottleneck) {
    double errorPercent() {
      return 100 * (predicted / measured - 1);
    }

    double factor() {
      double ratio = predicted / measured;
      return Math.max(ratio, 1 / ratio);
    }
  }

  private Cluster() {}

  private static int ranks(String layout) {
    String[] parts = layout.split("x");
    return Integer.parseInt(parts[0]) * Integer.parseInt(parts[1]);
  }

  public static void main(String[] args) throws IOException {
    if (args.length == 5 && args[0].equals("predict")) {
      predict(Path.of(args[1]), args[2].split(" "), args[3].split(" "), args[4].trim().split(" "));
    } else if (args.length >= 3 && args.length <= 4 && args[0].equals("page")) {
      double most = args.length == 4 ? Double.parseDouble(args[3]) : Double.POSITIVE_INFINITY;
      page(Path.of(args[1]), Path.of(args[2]), most);
    } else {
      System.err.println("usage: Cluster predict WORK RATES LAYOUTS KEYS | page WORK PAGE [MOST]");
      System.exit(2);
    }
  }

  private static void predict(Path work, String[] rates, String[] layouts, String[] keys)
      throws IOException {
    Path file = work.resolve("predicted.csv");
    List<String> lines = new ArrayList<>(Files.exists(file) ? Files.readAllLines(file, UTF_8) : List.of());
    for (String rate : rates) {
      String machine = work.resolve("machines/" + rate + ".json").toString();
      for (String layout : layouts) {
        for (String key : keys) {
          for (String from : List.of("traced", EXTRAPOLATED)) {
            for (String model : MODELS) {
              Case each = new Case(rate, layout, key, from, model);
              String id = each.measuredKey() + "," + from + "," + model + ",";
              List<Path> traces = traces(work, each, layouts);
              if (!traces.isEmpty() && lines.stream().noneMatch(line -> line.startsWith(id))) {
                lines.add(id + predicted(traces, machine, each));
                Files.write(file, lines, UTF_8);
              }
            }
          }
        }
      }
    }
  }

  /** Only one layout of the largest number of ranks is predicted from the extrapolated trace, the first. */
  private static List<Path> traces(Path work, Case of, String[] layouts) throws IOException {
    String prefix = of.key() + "." + of.ranks() + ".";
    if (of.isExtrapolated()) {
      Path trace = work.resolve("traces/" + prefix + "extrapolated.bin");
      String first = Arrays.stream(layouts).filter(other -> ranks(other) == of.ranks()).findFirst().orElseThrow();
      return of.layout().equals(first) && Files.exists(trace) ? List.of(trace) : List.of();
    }
    try (Stream<Path> all = Files.list(work.resolve("traces"))) {
      return all.filter(Files::isDirectory)
          .filter(each -> each.getFileName().toString().startsWith(prefix))
          .sorted()
          .toList();
    }
  }

  /** The median, and the least and the greatest, as columns. */
  private static String predicted(List<Path> traces, String machine, Case of) {
    double[] all = traces.stream().mapToDouble(each -> seconds(each, machine, of)).sorted().toArray();
    return String.format(Locale.US, "%.9f,%.9f,%.9f", median(all), all[0], all[all.length - 1]);
  }

  /** Of sorted values. */
  private static double median(double[] values) {
    return values.length == 1 ? values[0] : new EmpiricalDist(values).getMedian();
  }

  /** How long the phase takes that the program times itself; all of a program without phases, which others wrote. */
  private static double seconds(Path trace, String machine, Case of) {
    RunResult result =
        Foretell.prediction()
            .machine(machine)
            .model(of.model())
            .trace(trace)
            .ranksPerNode(of.ranksPerHost())
            .interval(false)
            .run();
    List<PhaseSummary> phases = result.statistics().phases();
    if (phases.size() > 1 || !result.completed()) {
      throw new IllegalStateException(trace + ": expected one phase at most, found " + phases.size());
    }
    return phases.isEmpty() ? result.predictedSeconds() : phases.get(0).maxRankTimePs() / PS_PER_SECOND;
  }

  private static List<Compared> compared(Path work) throws IOException {
    Map<String, List<Double>> measured = new TreeMap<>();
    for (String line : Files.readAllLines(work.resolve("measured.csv"), UTF_8)) {
      String[] columns = line.split(",");
      String key = columns[0] + "," + columns[1] + "," + columns[2];
      measured.computeIfAbsent(key, ignored -> new ArrayList<>()).add(Double.valueOf(columns[4]));
    }
    Map<Case, Double> predicted = new LinkedHashMap<>();
    for (String line : Files.readAllLines(work.resolve("predicted.csv"), UTF_8)) {
      String[] columns = line.split(",");
      predicted.put(Case.of(columns), Double.valueOf(columns[5]));
    }
    List<Compared> all = new ArrayList<>();
    predicted.forEach(
        (each, seconds) -> {
          List<Double> times = measured.get(each.measuredKey());
          // By the default model for all. Without a cluster that has no limit, all cases count as limited by the network.
          String model = MODELS.get(0);
          double limited = predicted.get(new Case(each.rate(), each.layout(), each.key(), each.from(), model));
          double free = predicted.getOrDefault(new Case(FREE, each.layout(), each.key(), each.from(), model), 0.0);
          if (times != null) {
            double[] sorted = times.stream().mapToDouble(Double::doubleValue).sorted().toArray();
            all.add(new Compared(each, seconds, median(sorted), limited >= BOTTLENECK * free));
          }
        });
    return all;
  }

  private static void page(Path work, Path page, double most) throws IOException {
    List<Compared> all = compared(work);
    List<Compared> network = all.stream().filter(Compared::bottleneck).toList();
    String name = page.getFileName().toString().replaceFirst("\\.md$", "");
    Files.write(page.resolveSibling(name + ".svg"), svg(plot(all)));
    String machine = Files.readString(work.resolve("machine.txt"), UTF_8);
    String plot = "![Predicted over measured](" + name + ".svg)";
    Files.writeString(
        work.resolve("table.md"), String.join("\n", machine, summary(all), "", plot, "", table(all), ""), UTF_8);
    for (Compared each : all) {
      System.out.printf(
          Locale.US,
          "%s %s %s: measured %s, predicted %s, %+.1f %%%s%n",
          each.of().measuredKey(),
          each.of().from(),
          each.of().model(),
          time(each.measured()),
          time(each.predicted()),
          each.errorPercent(),
          each.bottleneck() ? " network" : "");
    }
    System.out.println(summary(all));
    if (network.stream().anyMatch(each -> !(each.factor() <= most))) {
      System.err.println("predicted and measured time differ by more than " + most + " times");
      System.exit(1);
    }
  }

  /** For each model: the median error, the greatest, and how many are above 20 %. */
  private static String errors(List<Compared> of) {
    return MODELS.stream()
        .map(model -> of.stream().filter(each -> each.of().model().equals(model)).toList())
        .map(
            each -> {
              double[] errors =
                  each.stream().mapToDouble(one -> Math.abs(one.errorPercent())).sorted().toArray();
              return errors.length == 0
                  ? "- | - | -"
                  : String.format(
                      Locale.US,
                      "%.1f %% | %.1f %% | %d",
                      median(errors),
                      errors[errors.length - 1],
                      Arrays.stream(errors).filter(error -> error > 20).count());
            })
        .collect(Collectors.joining(" | "));
  }

  private static String summary(List<Compared> all) {
    List<Compared> traced = all.stream().filter(each -> !each.of().isExtrapolated()).toList();
    Map<String, List<Compared>> groups = new LinkedHashMap<>();
    groups.put("the network is the bottleneck", traced.stream().filter(Compared::bottleneck).toList());
    for (String layout : traced.stream().map(each -> each.of().layout()).distinct().toList()) {
      groups.put(
          "of these, " + layout(layout),
          traced.stream().filter(each -> each.bottleneck() && each.of().layout().equals(layout)).toList());
    }
    groups.put("the others", traced.stream().filter(each -> !each.bottleneck()).toList());
    groups.put("extrapolated from fewer ranks", all.stream().filter(each -> each.of().isExtrapolated()).toList());
    StringBuilder out = new StringBuilder("| cases | number |");
    MODELS.forEach(
        model -> out.append(" `").append(model).append("`: median error | greatest | above 20 % |"));
    out.append("\n|---|--:|").append("--:|--:|--:|".repeat(MODELS.size())).append('\n');
    groups.forEach(
        (group, of) -> {
          long cases = of.stream().map(each -> each.of().measuredKey()).distinct().count();
          out.append("| ").append(group).append(" | ").append(cases).append(" | ").append(errors(of)).append(" |\n");
        });
    return out.toString().stripTrailing();
  }

  private static String rate(String rate) {
    return rate.equals(FREE) ? "no limit" : rate.replaceFirst("mbit", " Mbit/s").replaceFirst("gbit", " Gbit/s");
  }

  private static String layout(String layout) {
    String[] parts = layout.split("x");
    return parts[0] + " hosts, " + parts[1] + (parts[1].equals("1") ? " rank each" : " ranks each");
  }

  private static String time(double seconds) {
    return Quantity.formatTime(Math.round(seconds * PS_PER_SECOND));
  }

  /** A row for each program and layout, with the rates side by side. */
  private static String table(List<Compared> all) {
    List<String> rates = all.stream().map(each -> each.of().rate()).distinct().toList();
    StringBuilder out = new StringBuilder("| program | hosts x ranks |");
    rates.forEach(rate -> out.append(' ').append(rate(rate)).append(" |"));
    out.append("\n|---|---|").append("---|".repeat(rates.size())).append('\n');
    Map<String, Map<String, List<Compared>>> rows = new LinkedHashMap<>();
    List<Compared> ordered = new ArrayList<>(all);
    ordered.sort(
        Comparator.comparing((Compared each) -> each.of().key())
            .thenComparingInt(each -> each.of().ranks())
            .thenComparing(each -> each.of().layout())
            .thenComparing(each -> each.of().from(), Comparator.reverseOrder())
            .thenComparingInt(each -> MODELS.indexOf(each.of().model())));
    for (Compared each : ordered) {
      String from = each.of().isExtrapolated() ? ", extrapolated" : "";
      String row = "`" + each.of().key().replace('-', ' ') + "`" + from + " | " + each.of().layout();
      rows.computeIfAbsent(row, ignored -> new LinkedHashMap<>())
          .computeIfAbsent(each.of().rate(), ignored -> new ArrayList<>())
          .add(each);
    }
    rows.forEach(
        (row, cells) ->
            out.append("| ")
                .append(row)
                .append(" | ")
                .append(rates.stream().map(rate -> cell(cells.getOrDefault(rate, List.of()))).collect(Collectors.joining(" | ")))
                .append(" |\n"));
    return out.toString().stripTrailing();
  }

  /** The measured time and the errors of the models, bold where the network is the bottleneck. */
  private static String cell(List<Compared> of) {
    if (of.isEmpty()) {
      return "";
    }
    return time(of.get(0).measured())
        + ", "
        + of.stream()
            .map(each -> String.format(Locale.US, each.bottleneck() ? "**%+.1f**" : "%+.1f", each.errorPercent()))
            .collect(Collectors.joining(", "));
  }

  private static XYChart plot(List<Compared> all) {
    XYChart chart =
        new XYChartBuilder()
            .width(1000)
            .height(520)
            .title("Predicted and measured, where the network between hosts is the bottleneck")
            .xAxisTitle("measured (s)")
            .yAxisTitle("predicted over measured (%)")
            .build();
    chart.getStyler().setDefaultSeriesRenderStyle(XYSeries.XYSeriesRenderStyle.Scatter);
    chart.getStyler().setXAxisLogarithmic(true);
    chart.getStyler().setChartBackgroundColor(Color.WHITE);
    chart.getStyler().setChartTitleFont(new Font(Font.SANS_SERIF, Font.BOLD, 16));
    chart.getStyler().setChartTitleBoxVisible(false);
    chart.getStyler().setLegendBorderColor(Color.WHITE);
    chart.getStyler().setLegendPosition(LegendPosition.OutsideE);
    chart.getStyler().setPlotGridLinesColor(new Color(0xe4e4e4));
    Color[] colours = {new Color(0xd55e00), new Color(0x0072b2)};
    for (String model : MODELS) {
      List<Compared> of =
          all.stream()
              .filter(each -> each.bottleneck() && !each.of().isExtrapolated() && each.of().model().equals(model))
              .toList();
      if (!of.isEmpty()) {
        XYSeries series =
            chart.addSeries(
                model,
                of.stream().map(Compared::measured).toList(),
                of.stream().map(Compared::errorPercent).toList());
        series.setMarker(SeriesMarkers.CIRCLE);
        series.setMarkerColor(colours[MODELS.indexOf(model)]);
      }
    }
    return chart;
  }

  private static byte[] svg(XYChart chart) {
    return new Picture(
            chart.getWidth(), chart.getHeight(), graphics -> chart.paint(graphics, chart.getWidth(), chart.getHeight()))
        .svg();
  }
}
