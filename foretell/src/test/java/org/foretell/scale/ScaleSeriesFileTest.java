package org.foretell.scale;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.foretell.generators.synthetic.SyntheticOption;
import org.foretell.generators.synthetic.SyntheticProgram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a file says, and the message when it is wrong. */
class ScaleSeriesFileTest {
  private static final String GOOD =
      """
      {
        "formatVersion": 1,
        "title": "A stencil",
        "machine": "stampede",
        "model": "max-rate",
        "placement": "block",
        "ranksPerNode": 16,
        "program": "halo",
        "options": {"--points": "64x64x64", "--steps": "10"},
        "stepsPerOperation": 3,
        "figure": {"unit": "s"},
        "given": {"nodes": 1, "value": 0.5},
        "published": [{"nodes": 8, "value": 0.07, "grid": "4x4x8"}],
        "source": "a paper, table 1",
        "decomposition": "a grid",
        "chosen": ["the default placement"]
      }
      """;

  @TempDir private Path folder;

  private ScaleSeries read(String text) throws IOException {
    return ScaleSeriesFile.read(Files.writeString(folder.resolve("stencil.json"), text));
  }

  @Test
  void aSeriesIsTyped() throws IOException {
    ScaleSeries series = read(GOOD);
    assertThat(series.name()).isEqualTo("stencil");
    assertThat(series.program()).isEqualTo(SyntheticProgram.HALO);
    assertThat(series.options())
        .isEqualTo(Map.of(SyntheticOption.POINTS, "64x64x64", SyntheticOption.STEPS, "10"));
    assertThat(series.sizes()).extracting(ScaleSeries.Size::nodes).containsExactly(1, 8);
    assertThat(series.published().get(0).grid()).contains("4x4x8");
    assertThat(series.published().get(0).ranks()).isEqualTo(128);
    assertThat(series.perfectSeconds(series.published().get(0)).orElseThrow())
        .isCloseTo(0.0625, within(1e-12));
  }

  @Test
  void theLastNodeMayHaveFewerRanks() throws IOException {
    ScaleSeries series = read(GOOD.replace("\"nodes\": 8,", "\"nodes\": 8, \"ranks\": 125,"));
    assertThat(series.published().get(0).ranks()).isEqualTo(125);
    assertThat(series.perfectSeconds(series.published().get(0)).orElseThrow())
        .isCloseTo(0.5 * 16 / 125, within(1e-12));
  }

  @Test
  void aProblemThatGrowsWithTheRanksScalesPerfectlyIfTheTimeStays() throws IOException {
    ScaleSeries series = read(GOOD.replace("--points\"", "--points-per-rank\""));
    assertThat(series.perfectSeconds(series.published().get(0))).contains(0.5);
  }

  @Test
  void aRateIsWorkOverTime() throws IOException {
    PublishedFigure figure =
        read(GOOD.replace("{\"unit\": \"s\"}", "{\"unit\": \"GF/s\", \"work\": 12}")).figure();
    assertThat(figure.seconds(4)).isEqualTo(3);
    assertThat(figure.value(3)).isEqualTo(4);
  }

  @Test
  void aPathOfAMachineIsRelativeToTheFile() throws IOException {
    assertThat(read(GOOD.replace("\"stampede\"", "\"machines/mine.json\"")).machine())
        .isEqualTo(folder.resolve("machines/mine.json").toString());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          "formatVersion": 1   | "formatVersion": 2  | formatVersion: expected 1, found 2
          "ranksPerNode": 16   | "ranksPerNode": 0   | ranksPerNode: expected a number from 1, found 0
          "halo"               | "halos"             | program: expected one of ring, halo,
          "--points"           | "--point"           | options: expected one of --steps, --allreduces
          "10"                 | "many"              | options: expected --steps, the number of steps
          "unit": "s"          | "unit": "furlong"   | figure.unit: expected one of s, ms, us, found furlong
          "unit": "s"          | "unit": "GF/s", "work": -1 | figure.work: expected a number above 0
          "value": 0.07        | "value": 0          | published[0].value: expected a number above 0, found 0.0
          "nodes": 8,          | "nodes": 8, "ranks": 112, | published[0].ranks: expected 113 to 128
          "value": 0.07,       | ``                  | published[0].value: is missing
          "a paper, table 1"   | " "                 | source: expected a text, found a blank one
          "decomposition"      | "decompositions"    | decompositions
          "given": {"nodes": 1, "value": 0.5}, | `` | given: the size that fixes the time per point is missing
          "title": "A stencil",| "title": "A stencil" | line 4
          """)
  void aWrongFileIsRefusedWithPlaceAndReason(String good, String bad, String message) {
    assertThat(GOOD).contains(good);
    assertThatThrownBy(() -> read(GOOD.replace(good, bad == null ? "" : bad)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("stencil.json")
        .hasMessageContaining(message);
  }

  @Test
  void aProgramWithoutComputationTakesNoSize() {
    assertThatThrownBy(
            () -> read(GOOD.replace("\"halo\"", "\"ring\"").replace("--points", "--bytes")))
        .hasMessageContaining("given: the program has no time per point that it could fix");
  }
}
