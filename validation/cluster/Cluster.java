import static java.nio.charset.StandardCharsets.UTF_8;

import java.awt.Color;
import java.awt.Font;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
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
 * writes the section of the page and a plot beside it; if a prediction where the network decides is
 * more than MOST times the measured time, or less than that part of it, the exit code is 1.
 */
public final class Cluster {
  private static final double PS_PER_SECOND = 1e12;
  private static final String EXTRAPOLATED = "extrapolated";

  /** Where the network without limits would be so many times as fast, it is the bottleneck. */
  private static final double BOTTLENECK = 1.5;

  private static final String FREE = "none";

  /** A program on a cluster, predicted from traces of its size or from an extrapolated one. */
  private record Case(String rate, String layout, String key, String from) {
    static Case of(String[] columns) {
      return new Case(columns[0], columns[1], columns[2], columns[3]);
    }

    String measuredKey() {
      return rate + "," + layout + "," + key;
    }

    int ranks() {
      String[] parts = layout.split("x");
      return Integer.parseInt(parts[0]) * Integer.parseInt(parts[1]);
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
            Case each = new Case(rate, layout, key, from);
            String id = each.measuredKey() + "," + from + ",";
            List<Path> traces = traces(work, each);
            if (!traces.isEmpty() && lines.stream().noneMatch(line -> line.startsWith(id))) {
              lines.add(id + predicted(traces, machine, Integer.parseInt(layout.split("x")[1])));
              Files.write(file, lines, UTF_8);
            }
          }
        }
      }
    }
  }

  private static List<Path> traces(Path work, Case of) throws IOException {
    String prefix = of.key() + "." + of.ranks() + ".";
    if (of.from().equals(EXTRAPOLATED)) {
      Path trace = work.resolve("traces/" + prefix + "extrapolated.bin");
      return of.layout().endsWith("x1") && Files.exists(trace) ? List.of(trace) : List.of();
    }
    try (Stream<Path> all = Files.list(work.resolve("traces"))) {
      return all.filter(Files::isDirectory)
          .filter(each -> each.getFileName().toString().startsWith(prefix))
          .sorted()
          .toList();
    }
  }

  /** The median, and the least and the greatest, as columns. */
  private static String predicted(List<Path> traces, String machine, int ranksPerNode) {
    double[] all = traces.stream().mapToDouble(each -> seconds(each, machine, ranksPerNode)).sorted().toArray();
    return String.format(Locale.US, "%.9f,%.9f,%.9f", median(all), all[0], all[all.length - 1]);
  }

  /** Of sorted values. */
  private static double median(double[] values) {
    return values.length == 1 ? values[0] : new EmpiricalDist(values).getMedian();
  }

  /** How long the phase takes that the program times itself. */
  private static double seconds(Path trace, String machine, int ranksPerNode) {
    RunResult result =
        Foretell.prediction().machine(machine).trace(trace).ranksPerNode(ranksPerNode).interval(false).run();
    List<PhaseSummary> phases = result.statistics().phases();
    if (phases.size() != 1 || !result.completed()) {
      throw new IllegalStateException(trace + ": expected one phase, found " + phases.size());
    }
    return phases.get(0).maxRankTimePs() / PS_PER_SECOND;
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
      predicted.put(Case.of(columns), Double.valueOf(columns[4]));
    }
    List<Compared> all = new ArrayList<>();
    predicted.forEach(
        (each, seconds) -> {
          List<Double> times = measured.get(each.measuredKey());
          double free = predicted.getOrDefault(new Case(FREE, each.layout(), each.key(), each.from()), seconds);
          if (times != null) {
            double[] sorted = times.stream().mapToDouble(Double::doubleValue).sorted().toArray();
            all.add(new Compared(each, seconds, median(sorted), seconds >= BOTTLENECK * free));
          }
        });
    return all;
  }

  private static void page(Path work, Path page, double most) throws IOException {
    List<Compared> all = compared(work);
    List<Compared> network = all.stream().filter(Compared::bottleneck).toList();
    String name = page.getFileName().toString().replaceFirst("\\.md$", "");
    Files.write(page.resolveSibling(name + "-cluster.svg"), svg(plot(all)));
    String table = summary(all) + "\n\n![Predicted over measured](" + name + "-cluster.svg)\n\n" + table(all);
    Files.writeString(work.resolve("table.md"), table + "\n", UTF_8);
    for (Compared each : all) {
      System.out.printf(
          Locale.US,
          "%s %s: measured %s, predicted %s, %+.1f %%%s%n",
          each.of().measuredKey(),
          each.of().from(),
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

  private static String errors(List<Compared> of) {
    if (of.isEmpty()) {
      return "none | | | ";
    }
    double[] errors = of.stream().mapToDouble(each -> Math.abs(each.errorPercent())).sorted().toArray();
    long far = Arrays.stream(errors).filter(each -> each > 20).count();
    return String.format(
        Locale.US,
        "%d | %.1f %% | %.1f %% | %d",
        errors.length,
        median(errors),
        errors[errors.length - 1],
        far);
  }

  private static String summary(List<Compared> all) {
    StringBuilder out =
        new StringBuilder("| cases | number | median error | greatest error | above 20 % |\n|---|--:|--:|--:|--:|\n");
    Map<String, List<Compared>> groups = new LinkedHashMap<>();
    groups.put("the network is the bottleneck", all.stream().filter(Compared::bottleneck).toList());
    groups.put("others", all.stream().filter(each -> !each.bottleneck()).toList());
    for (String rate : all.stream().map(each -> each.of().rate()).distinct().toList()) {
      groups.put(rate(rate), all.stream().filter(each -> each.of().rate().equals(rate)).toList());
    }
    for (String layout : all.stream().map(each -> each.of().layout()).distinct().toList()) {
      groups.put(layout(layout), all.stream().filter(each -> each.of().layout().equals(layout)).toList());
    }
    groups.put(
        "extrapolated from 2 and 4 hosts to 8",
        all.stream().filter(each -> each.of().from().equals(EXTRAPOLATED)).toList());
    groups.put("all", all);
    groups.forEach((group, of) -> out.append("| ").append(group).append(" | ").append(errors(of)).append(" |\n"));
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
    Map<String, Map<String, Compared>> rows = new LinkedHashMap<>();
    List<Compared> ordered = new ArrayList<>(all);
    ordered.sort(
        java.util.Comparator.comparing((Compared each) -> each.of().key())
            .thenComparingInt(each -> each.of().ranks())
            .thenComparing(each -> each.of().layout())
            .thenComparing(each -> each.of().from(), java.util.Comparator.reverseOrder()));
    for (Compared each : ordered) {
      String from = each.of().from().equals(EXTRAPOLATED) ? ", extrapolated" : "";
      String row = "`" + each.of().key().replace('-', ' ') + "`" + from + " | " + each.of().layout();
      rows.computeIfAbsent(row, ignored -> new LinkedHashMap<>()).put(each.of().rate(), each);
    }
    rows.forEach(
        (row, cells) ->
            out.append("| ")
                .append(row)
                .append(" | ")
                .append(rates.stream().map(rate -> cell(cells.get(rate))).collect(Collectors.joining(" | ")))
                .append(" |\n"));
    return out.toString().stripTrailing();
  }

  private static String cell(Compared of) {
    if (of == null) {
      return "";
    }
    String error = String.format(Locale.US, "%+.1f %%", of.errorPercent());
    return time(of.measured()) + ", " + (of.bottleneck() ? "**" + error + "**" : error);
  }

  private static XYChart plot(List<Compared> all) {
    XYChart chart =
        new XYChartBuilder()
            .width(1000)
            .height(520)
            .title("Predicted and measured, between hosts")
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
    Color[] colours = {new Color(0xd55e00), new Color(0x0072b2), new Color(0x009e73), new Color(0x999999)};
    int next = 0;
    for (String rate : all.stream().map(each -> each.of().rate()).distinct().toList()) {
      List<Compared> of = all.stream().filter(each -> each.of().rate().equals(rate)).toList();
      XYSeries series =
          chart.addSeries(
              rate(rate),
              of.stream().map(each -> each.measured()).toList(),
              of.stream().map(Compared::errorPercent).toList());
      series.setMarker(SeriesMarkers.CIRCLE);
      series.setMarkerColor(colours[next++ % colours.length]);
    }
    return chart;
  }

  private static byte[] svg(XYChart chart) {
    return new Picture(
            chart.getWidth(), chart.getHeight(), graphics -> chart.paint(graphics, chart.getWidth(), chart.getHeight()))
        .svg();
  }
}
