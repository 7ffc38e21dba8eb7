package org.foretell.page;

import java.awt.Color;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.DoubleFunction;
import org.foretell.page.PlotFrame.Axis;
import org.foretell.page.PlotFrame.Meaning;
import org.foretell.report.ExplainResult;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The charts of a page as pictures, without a browser. They show the same numbers. */
public final class ChartPictures {
  private static final Palette PALETTE = Palette.LIGHT;
  private static final Color COMMUNICATING = new Color(PALETTE.activities().get(1));
  private static final Color DONE = new Color(PALETTE.activities().get(3));
  private static final List<Meaning> ACTIVITIES =
      List.of(
          new Meaning("Computing", ChartParts.COMPUTING),
          new Meaning("Communicating", COMMUNICATING),
          new Meaning("Waiting for others", ChartParts.WAITING),
          new Meaning("Done", DONE));

  private static final int LEVELS = 255;

  private final JsonNode data;
  private final double endSeconds;
  private final Map<String, byte[]> pictures = new LinkedHashMap<>();

  private ChartPictures(JsonNode data) {
    this.data = data;
    endSeconds = data.required("endSeconds").asDouble();
  }

  /** {@return the possible names of pictures} */
  public static List<String> names() {
    List<String> names = new ArrayList<>(List.of("path", "ranks", "places", "phases", "timeline"));
    names.addAll(ClassPictures.names());
    names.addAll(
        List.of("matrix", "busy", "links", "link-times", "network", "network-peak", "resources"));
    return names;
  }

  /**
   * Draws the charts.
   *
   * @param result of {@code sim explain}
   * @param recorder the observer of the same run
   * @return PNG files by name, without charts that the page lacks for want of data
   */
  public static Map<String, byte[]> of(ExplainResult result, PageRecorder recorder) {
    Map<String, Object> shown = PageData.of(result, result.document(), recorder);
    ChartPictures charts = new ChartPictures(JsonMapper.builder().build().valueToTree(shown));
    charts.drawPath();
    charts.drawRanks();
    charts.drawPlaces();
    charts.drawPhases();
    charts.drawTimeline();
    if (charts.data.has("classes")) {
      charts.pictures.putAll(ClassPictures.of(charts.data.required("classes")));
    }
    charts.drawMatrix();
    charts.drawBusy();
    charts.drawNetwork();
    charts.drawResources();
    return charts.pictures;
  }

  private static Axis time(String name, double end) {
    double[] units = {1, 1e-3, 1e-6, 1e-9, 1e-12};
    String[] unitNames = {"s", "ms", "us", "ns", "ps"};
    int unit = 0;
    while (unit < units.length - 1 && end < units[unit]) {
      unit++;
    }
    double inUnit = units[unit];
    return Axis.of(
        name + " (" + unitNames[unit] + ")", end, value -> ChartParts.plain(value / inUnit));
  }

  private static Axis share(double end) {
    return Axis.of("share of the time (%)", end, value -> ChartParts.plain(100 * value));
  }

  private Axis time() {
    return time("time", endSeconds);
  }

  private static Axis ranks(int ranks) {
    return Axis.of("rank", ranks, ChartParts::plain);
  }

  private void drawPath() {
    if (!data.has("path")) {
      return;
    }
    JsonNode path = data.required("path");
    List<String> kinds = ChartParts.texts(path.required("kinds"));
    int ranks = data.required("ranks").required("count").asInt();
    PlotFrame frame =
        new PlotFrame(
                "Critical path: its places, and its time by kind", 520, time(), ranks(ranks), false)
            .legend(
                kinds.stream().map(kind -> new Meaning(PageWords.of(kind), colour(kind))).toList());
    // A lane that is lower than can be seen is drawn as high as a line.
    double half = Math.max(1, ranks / 120.0) * 0.4;
    for (Lane lane : inOrderOfDrawing(lanes(path), kinds.size())) {
      double rank = lane.rank + 0.5;
      frame.fill(lane.from, lane.to, rank - half, rank + half, colour(kinds.get(lane.kind)));
    }
    pictures.put("path", frame.png());
  }

  /** A piece of the path, from one time to another. */
  private record Lane(double from, double to, int rank, int kind) {
    double length() {
      return to - from;
    }
  }

  private static List<Lane> lanes(JsonNode path) {
    List<Lane> lanes = new ArrayList<>();
    double from = 0;
    for (JsonNode lane : ChartParts.list(path.required("lanes"))) {
      double to = lane.get(2).asDouble();
      lanes.add(new Lane(from, to, lane.get(0).asInt(), lane.get(1).asInt()));
      from = to;
    }
    return lanes;
  }

  /**
   * Many pieces are narrower than a pixel and lie on each other: the kind that takes most in all is
   * drawn last.
   */
  private static List<Lane> inOrderOfDrawing(List<Lane> lanes, int kinds) {
    double[] sums = new double[kinds];
    lanes.forEach(lane -> sums[lane.kind] += lane.length());
    List<Lane> ordered = new ArrayList<>(lanes);
    ordered.sort(Comparator.comparingDouble(lane -> sums[lane.kind]));
    return ordered;
  }

  private static Color colour(String kind) {
    return new Color(PALETTE.ofKind(kind));
  }

  private void drawRanks() {
    JsonNode ranks = data.required("ranks");
    int perBar = ranks.required("perBar").asInt();
    PlotFrame frame =
        new PlotFrame(
                "Time of each rank", 620, time(), ranks(ranks.required("count").asInt()), false)
            .legend(ACTIVITIES);
    String[] parts = {"compute", "communication", "wait", "idle"};
    int bars = ranks.required("compute").size();
    double gap = bars > 100 ? 0 : 0.1 * perBar;
    for (int bar = 0; bar < bars; bar++) {
      double from = 0;
      for (int part = 0; part < parts.length; part++) {
        double to = from + ranks.required(parts[part]).get(bar).asDouble();
        if (to > from) {
          frame.fill(
              from,
              to,
              bar * perBar + gap,
              (bar + 1) * perBar - gap,
              ACTIVITIES.get(part).colour());
        }
        from = to;
      }
    }
    pictures.put("ranks", frame.png());
  }

  /** Bars of pieces that lie, a row each. */
  private void bars(
      String name, String title, List<JsonNode> rows, Axis axis, Map<String, Meaning> pieces) {
    PlotFrame frame =
        new PlotFrame(
            title,
            ChartParts.roomFor(rows.size()),
            axis,
            Axis.of("", ChartParts.names(rows)),
            false);
    if (pieces.size() > 1) {
      frame.legend(List.copyOf(pieces.values()));
    }
    for (int row = 0; row < rows.size(); row++) {
      double from = 0;
      for (Map.Entry<String, Meaning> piece : pieces.entrySet()) {
        double to = from + ChartParts.number(rows.get(row), piece.getKey());
        if (to > from) {
          frame.bar(from, to, row, piece.getValue().colour());
        }
        from = to;
      }
    }
    pictures.put(name, frame.png());
  }

  private void drawPlaces() {
    List<JsonNode> rows = ChartParts.list(data.required("places"));
    if (!rows.isEmpty()) {
      Map<String, Meaning> pieces = new LinkedHashMap<>();
      pieces.put("busy", new Meaning("Computing or communicating", ChartParts.COMPUTING));
      pieces.put("wait", new Meaning("Waiting for others", ChartParts.WAITING));
      Axis axis = time("time of the mean rank", ChartParts.longest(rows, "busy", "wait"));
      bars("places", "Time of the mean rank by place in the program", rows, axis, pieces);
    }
  }

  private void drawPhases() {
    if (data.has("phases")) {
      List<JsonNode> rows = ChartParts.list(data.required("phases"));
      Map<String, Meaning> pieces = new LinkedHashMap<>();
      pieces.put("compute", ACTIVITIES.get(0));
      pieces.put("communication", ACTIVITIES.get(1));
      pieces.put("wait", ACTIVITIES.get(2));
      double longest = ChartParts.longest(rows, "compute", "communication", "wait");
      Axis axis = time("time of the mean rank", longest);
      bars("phases", "Time of the mean rank by phase, without nested phases", rows, axis, pieces);
    }
  }

  private void drawResources() {
    if (data.has("resources")) {
      List<JsonNode> rows = ChartParts.list(data.required("resources"));
      bars(
          "resources",
          "Load of interfaces, links, buses and CPUs: the busiest ones",
          rows,
          share(Math.max(1, ChartParts.longest(rows, "utilisation"))),
          Map.of("utilisation", new Meaning("Busy", ChartParts.COMPUTING)));
    }
  }

  private void drawNetwork() {
    if (data.has("network")) {
      JsonNode network = data.required("network");
      pictures.put("links", NetworkPictures.links(network));
      pictures.put("link-times", NetworkPictures.overTime(network, time(), endSeconds));
      if (network.has("drawing")) {
        pictures.put("network", NetworkPictures.drawing(network, false));
        pictures.put("network-peak", NetworkPictures.drawing(network, true));
      }
    }
  }

  private void drawTimeline() {
    if (!data.has("activity")) {
      return;
    }
    JsonNode activity = data.required("activity");
    int rows = activity.required("rows").asInt();
    int intervals = activity.required("intervals").asInt();
    double width = ChartParts.number(activity, "intervalSeconds");
    int perRow = activity.required("ranksPerRow").asInt();
    byte[] shares = Base64.getDecoder().decode(activity.required("shares").asString());
    DoubleFunction<String> label = value -> ChartParts.plain(value * perRow);
    PlotFrame frame =
        new PlotFrame(
                "Activity of ranks over time; stronger colours mean larger shares of an interval",
                Math.min(720, Math.max(160, 12 * rows)),
                time(),
                new Axis("rank", rows, label, List.of()),
                false)
            .legend(ACTIVITIES.subList(0, 3));
    for (int row = 0; row < rows; row++) {
      for (int i = 0; i < intervals; i++) {
        int at = (row * intervals + i) * 3;
        int most = 0;
        for (int what = 1; what < 3; what++) {
          most = (shares[at + what] & 0xff) > (shares[at + most] & 0xff) ? what : most;
        }
        double strength = (shares[at + most] & 0xff) / (double) LEVELS;
        if (strength > 0) {
          Color colour = ACTIVITIES.get(most).colour();
          double until = Math.min(endSeconds, (i + 1) * width);
          frame.bar(
              i * width, until, row, PlotFrame.mixed(Color.WHITE, colour, 0.4 + 0.6 * strength));
        }
      }
    }
    pictures.put("timeline", frame.png());
  }

  private void drawBusy() {
    if (!data.has("busy")) {
      return;
    }
    JsonNode busy = data.required("busy");
    List<String> names = ChartParts.texts(busy.required("names"));
    int intervals = busy.required("intervals").asInt();
    double width = ChartParts.number(busy, "intervalSeconds");
    byte[] shares = Base64.getDecoder().decode(busy.required("shares").asString());
    PlotFrame frame =
        new PlotFrame(
                "Load of interfaces, links, buses and CPUs over time",
                Math.max(160, 15 * names.size()),
                time(),
                Axis.of("", names),
                true)
            .scale("0 %", ChartParts.plainPercent(ChartParts.number(busy, "most")));
    for (int row = 0; row < names.size(); row++) {
      for (int i = 0; i < intervals; i++) {
        int share = shares[row * intervals + i] & 0xff;
        if (share > 0) {
          double until = Math.min(endSeconds, (i + 1) * width);
          frame.bar(i * width, until, row, PlotFrame.shade((double) share / LEVELS));
        }
      }
    }
    pictures.put("busy", frame.png());
  }

  private void drawMatrix() {
    if (!data.has("matrix")) {
      return;
    }
    JsonNode matrix = data.required("matrix");
    int ranks = matrix.required("ranks").asInt();
    int perGroup = matrix.required("perGroup").asInt();
    double least = Double.MAX_VALUE;
    double most = 1;
    for (JsonNode cell : ChartParts.list(matrix.required("cells"))) {
      double bytes = Math.max(1, cell.get(3).asDouble());
      least = Math.min(least, bytes);
      most = Math.max(most, bytes);
    }
    double low = Math.floor(Math.log10(least));
    double high = Math.max(low + 1, Math.ceil(Math.log10(most)));
    PlotFrame frame =
        new PlotFrame(
                "Bytes from each rank to each other, without collectives",
                880,
                Axis.of("to rank", ranks, ChartParts::plain),
                Axis.of("from rank", ranks, ChartParts::plain),
                true)
            .scale(bytes(low), bytes(high));
    for (JsonNode cell : ChartParts.list(matrix.required("cells"))) {
      int from = cell.get(0).asInt() * perGroup;
      int to = cell.get(1).asInt() * perGroup;
      double log = Math.log10(Math.max(1, cell.get(3).asDouble()));
      frame.fill(
          to,
          Math.min(ranks, to + perGroup),
          from,
          Math.min(ranks, from + perGroup),
          PlotFrame.shade((log - low) / (high - low)));
    }
    pictures.put("matrix", frame.png());
  }

  /** A power of ten. */
  private static String bytes(double log) {
    String[] units = {"B", "kB", "MB", "GB", "TB", "PB"};
    int unit = (int) Math.min(units.length - 1, Math.max(0, Math.floor(log / 3)));
    return ChartParts.plain(Math.pow(10, log - 3 * unit)) + " " + units[unit];
  }
}
