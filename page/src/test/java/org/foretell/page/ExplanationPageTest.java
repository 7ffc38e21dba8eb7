package org.foretell.page;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.foretell.Foretell;
import org.foretell.report.ClassesEntry;
import org.foretell.report.CriticalPathEntry;
import org.foretell.report.EnergyEntry;
import org.foretell.report.ExplainDocument;
import org.foretell.report.ExplainResult;
import org.foretell.report.LadderEntry;
import org.foretell.report.LinksEntry;
import org.foretell.report.PowerEntry;
import org.foretell.report.RecordedEntry;
import org.foretell.report.RunDocument;
import org.foretell.report.SensitivitiesEntry;
import org.foretell.report.WaitsEntry;
import org.foretell.time.Quantity;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What is in the file, without a browser. */
class ExplanationPageTest {
  private static final Pattern DATA =
      Pattern.compile("<script type=\"application/json\" id=\"data\">(.*?)</script>");
  private static final Pattern FIGURE =
      Pattern.compile("data-figure=\"([^\"]*)\" data-(?:picoseconds|value)=\"([^\"]*)\"");

  @TempDir private Path folder;

  private static JsonNode data(String page) {
    Matcher data = DATA.matcher(page);
    assertThat(data.find()).isTrue();
    return JsonMapper.builder().build().readTree(data.group(1));
  }

  private static String figure(String page, String name) {
    return FIGURE
        .matcher(page)
        .results()
        .filter(found -> found.group(1).equals(name))
        .map(found -> found.group(2))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void waitsOfTheTracedRunAreThoseOfTheJson() throws IOException {
    Path trace =
        Files.write(
            folder.resolve("recorded.txt"),
            List.of(
                "foretell-trace 1",
                "ranks 2",
                "program 0 {",
                "  compute duration=10us",
                "  send peer=1 bytes=8",
                "  barrier",
                "}",
                "program 1 {",
                "  recv peer=0",
                "  barrier",
                "}",
                "call_times 0 1us 1us",
                "call_times 1 11us 1us"));
    PageRecorder recorder = new PageRecorder();
    ExplainResult result =
        Foretell.explanation().machine("arc").trace(trace).recorded(true).observer(recorder).run();
    StringWriter page = new StringWriter();
    ExplanationPage.write(result, recorder, page);
    RecordedEntry recorded = result.document().recorded();
    assertThat(recorded).isNotNull();
    assertThat(Long.parseLong(figure(page.toString(), "recorded.run")))
        .isEqualTo(Math.round(1e12 * recorded.seconds()));
    WaitsEntry waits = recorded.waits();
    assertThat(waits.states().get(0).state()).isEqualTo("late_sender");
    assertThat(Long.parseLong(figure(page.toString(), "recorded.state.0")))
        .isEqualTo(Math.round(1e12 * waits.states().get(0).seconds()));
    assertThat(Long.parseLong(figure(page.toString(), "recorded.site.0")))
        .isEqualTo(Math.round(1e12 * waits.callSites().get(0).seconds()));
    assertThat(Explained.program(folder, 8).page()).doesNotContain("id=\"recorded\"");
  }

  @Test
  void energyIsThatOfTheJson() throws IOException {
    Explained explained = Explained.program(folder, 8);
    ExplainDocument document = explained.result().document();
    EnergyEntry energy = document.run().energy();
    PowerEntry power = document.power();
    assertThat(energy).isNotNull();
    assertThat(power).isNotNull();
    String page = explained.page();
    assertThat(Double.parseDouble(figure(page, "energy"))).isEqualTo(energy.joules());
    for (int use = 0; use < energy.uses().size(); use++) {
      assertThat(Double.parseDouble(figure(page, "energy." + use)))
          .isEqualTo(energy.uses().get(use).joules());
    }
    JsonNode chart = data(page).get("power");
    assertThat(chart.get("watts").valueStream().map(JsonNode::doubleValue))
        .isEqualTo(power.watts());
    double endSeconds = data(page).get("endSeconds").doubleValue();
    double joules = 0;
    for (int span = 0; span < power.watts().size(); span++) {
      double from = span * power.spanSeconds();
      joules += power.watts().get(span) * Math.min(power.spanSeconds(), endSeconds - from);
    }
    assertThat(joules).as("area below the curve").isCloseTo(energy.joules(), within(1e-9));
  }

  @Test
  void aMachineWithoutPowerHasNoEnergy() throws IOException {
    String page =
        Explained.of(Explained.trace(folder, 8), setup -> setup.machine("stampede")).page();
    assertThat(page).doesNotContain("id=\"energy\"").doesNotContain("chart-power\"");
  }

  /** Global efficiency is above what it is made of, and the page names the other run. */
  @Test
  void aReferenceIsShown() throws IOException {
    Path reference =
        Files.write(
            folder.resolve("<b>one.txt"),
            List.of("foretell-trace 1", "ranks 1", "program 0 {", "  compute duration=900us", "}"));
    Explained explained =
        Explained.of(Explained.trace(folder, 8), setup -> setup.reference(reference));
    LadderEntry ladder = explained.result().document().efficiency();
    assertThat(ladder).isNotNull();
    LadderEntry.ScalingEntry scaling = ladder.scaling();
    assertThat(scaling).isNotNull();
    String page = explained.page();
    assertThat(Double.parseDouble(figure(page, "efficiency.globalEfficiency")))
        .isEqualTo(scaling.globalEfficiency());
    assertThat(Double.parseDouble(figure(page, "efficiency.computationScaling")))
        .isEqualTo(scaling.computationScaling());
    assertThat(page)
        .containsSubsequence(
            "class=\"depth0\">Global efficiency",
            "class=\"depth1\">Parallel efficiency",
            "class=\"depth2\">Load balance",
            "class=\"depth3\">Transfer",
            "class=\"depth1\">Computation scaling",
            "Reference</th><td>&lt;b&gt;one.txt</td>",
            scaling.referenceSha256());
  }

  @Test
  void numbersAreThoseOfTheJson() throws IOException {
    Explained explained = Explained.program(folder, 8);
    ExplainDocument document = explained.result().document();
    RunDocument run = document.run();
    String page = explained.page();
    assertThat(figure(page, "predicted")).isEqualTo(String.valueOf(run.predictedPicoseconds()));
    assertThat(Double.parseDouble(figure(page, "efficiency.loadBalance")))
        .isEqualTo(run.efficiency().loadBalance());
    LadderEntry ladder = document.efficiency();
    assertThat(ladder).isNotNull();
    LadderEntry.WholeEntry whole = ladder.whole();
    assertThat(whole).isNotNull();
    assertThat(Double.parseDouble(figure(page, "efficiency.transferEfficiency")))
        .isEqualTo(whole.transferEfficiency());
    for (int step = 0; step < ladder.ladder().size(); step++) {
      assertThat(figure(page, "step." + step))
          .isEqualTo(String.valueOf(ladder.ladder().get(step).picoseconds()));
    }
    WaitsEntry waits = document.waits();
    assertThat(waits).isNotNull();
    assertThat(Long.parseLong(figure(page, "waits.state.0")))
        .isEqualTo(
            waits.states().stream()
                .mapToLong(state -> Math.round(1e12 * state.seconds()))
                .max()
                .orElseThrow());
    CriticalPathEntry path = document.criticalPath();
    assertThat(path).isNotNull();
    for (int kind = 0; kind < path.kinds().size(); kind++) {
      assertThat(figure(page, "path.kind." + kind))
          .isEqualTo(String.valueOf(path.kinds().get(kind).picoseconds()));
    }
    assertThat(Long.parseLong(figure(page, "path.rank.0")))
        .isEqualTo(
            path.ranks().stream()
                .mapToLong(CriticalPathEntry.PathRankEntry::picoseconds)
                .max()
                .orElseThrow());
    SensitivitiesEntry sensitivities = document.sensitivities();
    assertThat(sensitivities).isNotNull();
    for (int i = 0; i < data(page).required("sensitivities").required("names").size(); i++) {
      assertThat(Double.parseDouble(figure(page, "sensitivity." + i)))
          .isEqualTo(sensitivities.parameters().get(i).gainOfOnePercent());
    }
    assertThat(figure(page, "sensitivity.step.0"))
        .isEqualTo(String.valueOf(sensitivities.steps().get(0).neighbours().get(0).picoseconds()));
    JsonNode ranks = data(page).required("ranks");
    for (int rank = 0; rank < 8; rank++) {
      assertThat(ranks.required("compute").get(rank).asDouble())
          .isEqualTo(run.ranks().get(rank).computeSeconds());
      assertThat(ranks.required("wait").get(rank).asDouble())
          .isEqualTo(run.ranks().get(rank).waitSeconds());
    }
    assertThat(figure(page, "structure.0"))
        .isEqualTo(
            String.valueOf(
                Math.round(
                    explained.result().structure().stream()
                        .filter(outline -> outline.ranks().contains(0))
                        .mapToDouble(
                            outline ->
                                IntStream.range(0, outline.lines())
                                    .mapToDouble(outline::totalPs)
                                    .sum())
                        .sum())));
    double messages = 0;
    for (JsonNode cell : data(page).required("matrix").required("cells")) {
      messages += cell.get(2).asDouble();
    }
    assertThat(messages).isEqualTo(24);
  }

  @Test
  void namesAreTextAndNothingIsLoaded() throws IOException {
    String page = Explained.program(folder, 4).page();
    assertThat(page)
        .doesNotContain(Explained.HOSTILE)
        .contains("&lt;/script&gt;&lt;img src=x onerror=hostile()&gt;")
        .contains("\\u003c/script>\\u003cimg")
        .contains("default-src 'none'")
        .doesNotContain("<link rel=\"stylesheet\"", "<script src", "url(http", "@import");
  }

  @Test
  void theConclusionStandsOnTopWithTheInterval() throws IOException {
    Explained explained =
        Explained.of(
            Explained.trace(folder, 4),
            setup -> setup.model("loggops").ranksPerNode(1).sensitivities(true));
    String page = explained.page();
    String conclusion =
        page.substring(page.indexOf("<p id=\"conclusion\">") + 19, page.indexOf("<section"))
            .replaceAll("(?s)</p>.*", "");
    assertThat(conclusion)
        .startsWith(
            "The program takes "
                + Quantity.formatTime(explained.result().run().prediction().makespanPs())
                + " (between ")
        .contains("the mean rank computes for ", "The parameter with the most effect is ")
        .hasSizeLessThan(400);
    assertThat(page)
        .contains("<p id=\"interval\">Between ")
        .contains("L <span class=\"means\">latency of the wire</span>")
        .contains("o: CPU time for a message, at either end");
  }

  /** The library of charts is packed: 440 kB of what would be 1,030 kB. */
  @Test
  void smallRunsHaveSmallPages() throws IOException {
    assertThat(Explained.program(folder, 4).page().getBytes(UTF_8)).hasSizeLessThan(600_000);
  }

  @Test
  void aThousandRanksStaySmall() throws IOException {
    String page = Explained.program(folder, 1024).page();
    assertThat(page.getBytes(UTF_8)).hasSizeLessThan(5_000_000);
    assertThat(data(page).required("ranks").required("compute")).hasSize(1024);
    assertThat(data(page).required("activity").required("rows").asInt()).isEqualTo(256);
    assertThat(data(page).required("matrix").required("perGroup").asInt()).isEqualTo(8);
  }

  @Test
  void classesStandBesideTheirConfidence() throws IOException {
    Explained explained = Explained.classified(folder);
    ClassesEntry classes = explained.result().document().classes();
    assertThat(classes).isNotNull();
    String page = explained.page();
    ClassesEntry.ClassEntry first = classes.classes().get(0);
    assertThat(figure(page, "classes." + first.kind() + ".0"))
        .isEqualTo(String.valueOf(first.count()));
    assertThat(Double.parseDouble(figure(page, "classes." + first.kind() + ".0.confidence")))
        .isEqualTo(first.confidence())
        .isBetween(0.5, 1.0);
    assertThat(page).contains("late send", "late receive", "late arrival", "late put");
    assertThat(page).doesNotContain(Explained.HOSTILE);
    assertThat(Explained.program(folder, 4).page()).doesNotContain("id=\"classes\"");
  }

  @Test
  void sectionsWithoutDataAreLeftOut() throws IOException {
    Path trace =
        Files.write(
            folder.resolve("alone.txt"),
            List.of("foretell-trace 1", "ranks 1", "program 0 {", "  compute duration=1us", "}"));
    String page = Explained.of(trace).page();
    assertThat(page)
        .contains("1 rank,", "chart-ranks", "No message crossed a link of the network")
        .doesNotContain("id=\"chart-matrix\"", "id=\"chart-phases\"", "id=\"chart-links\"");
    assertThat(Explained.of(trace, setup -> setup.machine("arc").model("simple")).page())
        .contains("the machine file describes no topology", "the model simple defines none");
  }

  /** What a link carries over time, in the page and in the JSON. */
  @Test
  void loadsOfLinksAreThoseOfTheJson() throws IOException {
    Explained explained = Explained.program(folder, 64);
    LinksEntry links = explained.result().document().links();
    assertThat(links).isNotNull();
    JsonNode network = data(explained.page()).required("network");
    JsonNode times = network.required("overTime");
    assertThat(times.required("intervals").asInt()).isEqualTo(links.intervals());
    assertThat(times.required("intervalSeconds").asDouble()).isEqualTo(links.intervalSeconds());
    assertThat(times.required("names").size()).isEqualTo(Math.min(48, links.used()));
    for (int row = 0; row < times.required("names").size(); row++) {
      LinksEntry.LinkEntry link = links.busiest().get(row);
      assertThat(times.required("names").get(row).asString()).isEqualTo(link.link());
      assertThat(times.required("shares").get(row).asDouble()).isEqualTo(link.share());
      long sum = 0;
      for (int i = 0; i < links.intervals(); i++) {
        long bytes = times.required("bytes").get(row).get(i).asLong();
        assertThat(bytes).isEqualTo(link.intervalBytes().get(i));
        sum += bytes;
      }
      assertThat(sum).isPositive().isEqualTo(Math.round(link.bytes()));
    }
    JsonNode drawing = network.required("drawing");
    double most = 0;
    double peak = 0;
    for (JsonNode cable : drawing.required("cables")) {
      most = Math.max(most, Math.max(cable.get(2).asDouble(), cable.get(3).asDouble()));
      peak = Math.max(peak, Math.max(cable.get(4).asDouble(), cable.get(5).asDouble()));
    }
    assertThat(most).isEqualTo(links.busiest().get(0).share());
    assertThat(peak)
        .isEqualTo(
            links.busiest().stream()
                .mapToDouble(LinksEntry.LinkEntry::peakShare)
                .max()
                .orElseThrow());
  }

  @Test
  void aRunWithoutEndReportsIt() throws IOException {
    Path trace =
        Files.write(
            folder.resolve("stuck.txt"),
            List.of(
                "foretell-trace 1",
                "ranks 2",
                "program 0 {",
                "  recv peer=1",
                "}",
                "program 1 {",
                "  recv peer=0",
                "}"));
    PageRecorder recorder = new PageRecorder();
    ExplainResult result =
        Foretell.explanation()
            .machine("jaguar-xt5")
            .trace(trace)
            .structure(true)
            .observer(recorder)
            .run();
    StringWriter page = new StringWriter();
    ExplanationPage.write(result, recorder, page);
    assertThat(page.toString()).contains("The program does not complete, so");
    assertThat(page.toString()).contains("no end (deadlocked)").doesNotContain("id=\"path\"");
  }

  /** An alltoall of 16 ranks, estimated and executed. */
  @Test
  void thePageStatesThatMessagesOfEstimatedCollectivesAreMissing() throws IOException {
    Path trace =
        Files.write(
            folder.resolve("alltoall.txt"),
            List.of(
                "foretell-trace 1",
                "ranks 16",
                "program 0-15 {",
                "  alltoall bytes=800",
                "  allreduce bytes=8",
                "}"));
    Explained estimated =
        Explained.of(trace, setup -> setup.parameter("collectives.exactUpTo", "0"));
    assertThat(estimated.page()).contains("id=\"estimated\"");
    assertThat(Explained.of(trace).page()).doesNotContain("id=\"estimated\"");
  }
}
