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
 * -Dupdate.docs=true} asks all for all, and writes {@code docs/sanity.md} and its plots.
 */
class SanityPageTest {
  private static final Path DOCS = Path.of("../docs");

  private static Machine machine(String name) {
    return Catalogue.load(name).machine();
  }

  private static List<SanityMatrix.Row> rows(Machine machine, SanityMatrix.Extent extent) {
    List<String> models = SanityMatrix.models();
    return SanityMatrix.cases(machine, extent).stream()
        .map(of -> SanityMatrix.row(machine, of, models))
        .toList();
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
    assertExplained(rows(machine(name), SanityMatrix.Extent.REDUCED));
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
              assertThat(MeasuredCase.of(measurement).ranks()).isPositive();
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
      List<SanityMatrix.Row> ofMachine = rows(machine, SanityMatrix.Extent.WHOLE);
      rows.put(machine, ofMachine);
      SanityPlot.write(ofMachine, DOCS.resolve("sanity/" + name + ".svg"));
    }
    Files.writeString(DOCS.resolve("sanity.md"), SanityPage.of(rows, measurements()));
    rows.values().forEach(SanityPageTest::assertExplained);
  }
}
