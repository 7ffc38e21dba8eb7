package org.foretell.scale;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/**
 * Published series beside predictions. The build predicts the small sizes again and compares the
 * page with the data; {@code -Dupdate.docs=true} predicts all sizes, and writes the data, {@code
 * docs/validation-at-scale.md} and its plots. {@code -Dscale.series=a,b} predicts some series only,
 * and {@code -Dscale.series=none} writes page and plots from the data that there are.
 */
class ScalePageTest {
  /** Sizes that every build predicts. */
  private static final int FEW_RANKS = 128;

  private static final Path DOCS = Path.of("../docs");
  private static final Path SERIES = Path.of("../validation/scale");
  private static final Path PAGE = DOCS.resolve("validation-at-scale.md");
  private static final Path DATA = DOCS.resolve("data/validation-at-scale.json");

  /** Why predictions differ from published values: a text for each series. */
  private static final Path EXPLANATIONS = SERIES.resolve("explanations");

  private static final JsonMapper JSON =
      JsonMapper.builder()
          .enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
          .enable(SerializationFeature.INDENT_OUTPUT)
          .build();

  private static List<ScaleSeries> series() throws IOException {
    return ScaleSeriesFile.all(SERIES);
  }

  /** Series that have been predicted; a new one is stated and committed before that. */
  private static List<ScaleSeries> predicted() throws IOException {
    Map<String, ScaleResult> results = results();
    return series().stream().filter(of -> results.containsKey(of.name())).toList();
  }

  private static Map<String, ScaleResult> results() throws IOException {
    if (!Files.exists(DATA)) {
      return Map.of();
    }
    List<ScaleResult> results =
        JSON.readValue(Files.readString(DATA), new TypeReference<List<ScaleResult>>() {});
    return results.stream().collect(Collectors.toMap(ScaleResult::name, Function.identity()));
  }

  private static Map<String, String> explanations() throws IOException {
    Map<String, String> explanations = new TreeMap<>();
    try (Stream<Path> files = Files.list(EXPLANATIONS)) {
      for (Path file : files.toList()) {
        explanations.put(
            file.getFileName().toString().replaceAll("\\.txt$", ""),
            String.join(" ", Files.readAllLines(file)));
      }
    }
    return explanations;
  }

  private static String page() throws IOException {
    Map<String, ScaleResult> results = results();
    return ScalePage.of(
        predicted(),
        predicted().stream().map(of -> results.get(of.name())).toList(),
        explanations());
  }

  @ParameterizedTest
  @MethodSource("predicted")
  void smallSizesArePredictedAsOnThePage(ScaleSeries series) throws IOException {
    ScaleResult known = results().get(series.name());
    ScaleResult again = ScalePrediction.of(series, FEW_RANKS);
    for (ScaleResult.Size size : again.sizes()) {
      assertThat(known.sizes())
          .filteredOn(of -> of.nodes() == size.nodes())
          .singleElement()
          .satisfies(
              of ->
                  assertThat(of.seconds())
                      .isCloseTo(size.seconds(), within(1e-9 * size.seconds())));
    }
  }

  @ParameterizedTest
  @MethodSource("predicted")
  void theGivenSizeTakesAsLongAsPublished(ScaleSeries series) throws IOException {
    assertThat(ScaleRow.of(series, results().get(series.name())))
        .allSatisfy(
            row -> {
              if (row.isGiven()) {
                assertThat(row.error()).isCloseTo(0, within(2e-4));
              }
            });
  }

  @Test
  void thePageIsThatOfTheData() throws IOException {
    assertThat(PAGE).hasContent(page());
  }

  @Test
  void everyErrorIsExplained() throws IOException {
    assertThat(explanations().keySet())
        .isEqualTo(predicted().stream().map(ScaleSeries::name).collect(Collectors.toSet()));
  }

  @Test
  @EnabledIfSystemProperty(named = "update.docs", matches = "true")
  void pageIsWritten() throws IOException {
    Set<String> wanted =
        Stream.of(System.getProperty("scale.series", "").split(","))
            .filter(name -> !name.isEmpty())
            .collect(Collectors.toSet());
    Map<String, ScaleResult> results = new TreeMap<>(results());
    for (ScaleSeries of : series()) {
      if (wanted.isEmpty() || wanted.contains(of.name())) {
        results.put(of.name(), ScalePrediction.of(of, Integer.MAX_VALUE));
      }
    }
    results.keySet().retainAll(series().stream().map(ScaleSeries::name).toList());
    Files.writeString(DATA, JSON.writeValueAsString(results.values()) + "\n");
    Files.createDirectories(DOCS.resolve("scale"));
    for (ScaleSeries of : predicted()) {
      ScalePlot.write(
          of, ScaleRow.of(of, results.get(of.name())), DOCS.resolve("scale/" + of.name() + ".svg"));
    }
    Files.writeString(PAGE, page());
  }
}
