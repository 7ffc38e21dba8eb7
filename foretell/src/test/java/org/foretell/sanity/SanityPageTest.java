package org.foretell.sanity;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.foretell.machine.Machine;
import org.foretell.machines.Catalogue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * All models answer soundly for the machines of the catalogue, but for what {@link
 * KnownDifferences} explains. The build asks a few machines for a few cases; {@code
 * -Dupdate.docs=true} asks all for all, and writes {@code docs/sanity.md} and its plots. {@code
 * -Dsanity.plots=frontier,summit} draws the plots of some machines only, to look at, and {@code
 * -Dsanity.plots=all} those of all.
 */
class SanityPageTest {
  private static final Path DOCS = Path.of("../docs");

  private static Machine machine(String name) {
    return Catalogue.load(name).machine();
  }

  /** Cases are asked on all cores at once; the answers come in their order. */
  private static List<SanityMatrix.Row> rows(Machine machine, List<SanityCase> cases) {
    List<String> models = SanityMatrix.models();
    return cases.parallelStream().map(of -> SanityMatrix.row(machine, of, models)).toList();
  }

  private static void assertExplained(List<SanityMatrix.Row> rows) {
    assertThat(SanityMatrix.findings(rows))
        .filteredOn(finding -> KnownDifferences.of(finding).isEmpty())
        .as("answers that are not sound, with no reason in KnownDifferences")
        .isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"frontier", "jaguar-xt5", "stampede", "ibm-sp2"})
  void answersAreSound(String name) {
    Machine machine = machine(name);
    assertExplained(rows(machine, SanityMatrix.cases(machine, SanityMatrix.Extent.REDUCED)));
  }

  @Test
  void measurementsAreOfTheCatalogueAndHaveASource() throws IOException {
    assertThat(measurements())
        .isNotEmpty()
        .allSatisfy(
            measurement -> {
              assertThat(Catalogue.names()).contains(measurement.machine());
              assertThat(measurement.source()).isNotBlank();
              assertThat(measurement.unit()).isIn("us", "MB/s");
              assertThat(MeasuredCase.of(measurement, machine(measurement.machine())).ranks())
                  .isPositive();
            });
  }

  private static List<Measurements.Measurement> measurements() throws IOException {
    return Measurements.read(DOCS.resolve("data/measurements.json"));
  }

  @Test
  @EnabledIfSystemProperty(named = "update.docs", matches = "true")
  void pageIsWritten() throws IOException {
    Map<Machine, List<SanityMatrix.Row>> rows = new LinkedHashMap<>();
    Files.createDirectories(DOCS.resolve("sanity"));
    for (String name : Catalogue.names()) {
      Machine machine = machine(name);
      List<SanityMatrix.Row> ofMachine =
          rows(machine, SanityMatrix.cases(machine, SanityMatrix.Extent.WHOLE));
      rows.put(machine, ofMachine);
      SanityPlot.write(ofMachine, DOCS.resolve("sanity/" + name + ".svg"));
    }
    Files.writeString(DOCS.resolve("sanity.md"), SanityPage.of(rows, measurements()));
    rows.values().forEach(SanityPageTest::assertExplained);
  }

  @Test
  @EnabledIfSystemProperty(named = "sanity.plots", matches = ".+")
  void plotsAreDrawn() throws IOException {
    String asked = System.getProperty("sanity.plots");
    List<String> names = asked.equals("all") ? Catalogue.names() : List.of(asked.split(","));
    Path folder = Files.createDirectories(Path.of("target/sanity"));
    for (String name : names) {
      Machine machine = machine(name);
      List<SanityCase> all = SanityMatrix.cases(machine, SanityMatrix.Extent.WHOLE);
      List<SanityCase> drawn = all.stream().filter(of -> SanityPlot.isDrawn(of, all)).toList();
      Path plot = folder.resolve(name + ".svg");
      SanityPlot.write(rows(machine, drawn), plot);
      assertThat(plot).content().contains("<svg", "</svg");
    }
  }
}
