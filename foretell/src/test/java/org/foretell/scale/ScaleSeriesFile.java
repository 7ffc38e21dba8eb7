package org.foretell.scale;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.foretell.generators.synthetic.SyntheticOption;
import org.foretell.generators.synthetic.SyntheticProgram;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.databind.DatabindException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.json.JsonMapper;

/** Reads a series from JSON. What is missing, unknown or out of range is an error. */
final class ScaleSeriesFile {
  private static final String ENDING = ".json";
  private static final JsonMapper JSON =
      JsonMapper.builder()
          .enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
          .enable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
          .build();

  private record FigureJson(@Nullable String unit, @Nullable Double work) {}

  private record SizeJson(
      @Nullable Integer nodes,
      @Nullable Integer ranks,
      @Nullable Double value,
      @Nullable String grid) {}

  private record SeriesJson(
      @Nullable Integer formatVersion,
      @Nullable String title,
      @Nullable String machine,
      @Nullable String model,
      @Nullable String placement,
      @Nullable Integer ranksPerNode,
      @Nullable String program,
      @Nullable Map<String, String> options,
      @Nullable Integer stepsPerOperation,
      @Nullable FigureJson figure,
      @Nullable SizeJson given,
      @Nullable List<SizeJson> published,
      @Nullable String source,
      @Nullable String decomposition,
      @Nullable List<String> chosen) {}

  private final Path file;

  private ScaleSeriesFile(Path file) {
    this.file = file;
  }

  /** {@return the series of a folder, by name} */
  static List<ScaleSeries> all(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files
          .filter(file -> file.toString().endsWith(ENDING))
          .sorted()
          .map(ScaleSeriesFile::read)
          .toList();
    }
  }

  /**
   * {@return the series of a file}
   *
   * @throws IllegalArgumentException if the file is wrong: file, place, what was expected and found
   */
  static ScaleSeries read(Path file) {
    return new ScaleSeriesFile(file).read();
  }

  private ScaleSeries read() {
    SeriesJson json;
    try {
      json = JSON.readValue(Files.readString(file), SeriesJson.class);
    } catch (DatabindException e) {
      throw bad(e.getPathReference(), e.getOriginalMessage());
    } catch (JacksonException e) {
      throw bad("line " + e.getLocation().getLineNr(), e.getOriginalMessage());
    } catch (IOException e) {
      throw new IllegalArgumentException("series " + file + ": cannot be read: " + e, e);
    }
    if (count("formatVersion", json.formatVersion()) != 1) {
      throw bad("formatVersion", "expected 1, found " + json.formatVersion());
    }
    SyntheticProgram program = program(text("program", json.program()));
    Map<SyntheticOption, String> options = options(program, json.options());
    int ranksPerNode = count("ranksPerNode", json.ranksPerNode());
    Optional<ScaleSeries.Size> given =
        Optional.ofNullable(json.given()).map(size -> size("given", size, ranksPerNode));
    boolean computes =
        program.options().containsKey(SyntheticOption.TIME_PER_POINT)
            && !options.containsKey(SyntheticOption.TIME_PER_POINT);
    if (given.isPresent() != computes) {
      throw bad(
          "given",
          computes
              ? "the size that fixes the time per point is missing"
              : "the program has no time per point that it could fix, or it is an option; leave it"
                  + " out");
    }
    return new ScaleSeries(
        name(),
        text("title", json.title()),
        machine(text("machine", json.machine())),
        text("model", json.model()),
        text("placement", json.placement()),
        ranksPerNode,
        program,
        options,
        count("stepsPerOperation", json.stepsPerOperation()),
        figure(present("figure", json.figure())),
        given,
        sizes(present("published", json.published()), ranksPerNode),
        text("source", json.source()),
        text("decomposition", json.decomposition()),
        List.copyOf(present("chosen", json.chosen())));
  }

  private String name() {
    String name = file.getFileName().toString();
    return name.substring(0, name.length() - ENDING.length());
  }

  /** Paths are relative to the file. */
  private String machine(String text) {
    return text.endsWith(ENDING) ? file.resolveSibling(text).toString() : text;
  }

  private SyntheticProgram program(String text) {
    return Arrays.stream(SyntheticProgram.values())
        .filter(program -> program.toString().equals(text))
        .findFirst()
        .orElseThrow(
            () ->
                bad(
                    "program",
                    expected(
                        Arrays.stream(SyntheticProgram.values()).map(Object::toString), text)));
  }

  private Map<SyntheticOption, String> options(
      SyntheticProgram program, @Nullable Map<String, String> given) {
    Map<SyntheticOption, String> options = new EnumMap<>(SyntheticOption.class);
    present("options", given)
        .forEach(
            (label, value) ->
                options.put(
                    program.options().keySet().stream()
                        .filter(option -> option.label().equals(label))
                        .findFirst()
                        .orElseThrow(
                            () ->
                                bad(
                                    "options",
                                    expected(
                                        program.options().keySet().stream()
                                            .map(SyntheticOption::label),
                                        label))),
                    value));
    if (!options.getOrDefault(SyntheticOption.STEPS, "").matches("[1-9][0-9]{0,8}")) {
      throw bad(
          "options",
          "expected --steps, the number of steps that are replayed, found "
              + options.get(SyntheticOption.STEPS));
    }
    return options;
  }

  private PublishedFigure figure(FigureJson json) {
    String unit = text("figure.unit", json.unit());
    if (json.work() != null) {
      return new PublishedFigure.Rate(unit, above0("figure.work", json.work()));
    }
    return Arrays.stream(PublishedFigure.Time.values())
        .filter(time -> time.unit().equals(unit))
        .findFirst()
        .orElseThrow(
            () ->
                bad(
                    "figure.unit",
                    expected(
                            Arrays.stream(PublishedFigure.Time.values())
                                .map(PublishedFigure.Time::unit),
                            unit)
                        + "; a rate needs \"work\" too"));
  }

  private List<ScaleSeries.Size> sizes(List<SizeJson> json, int ranksPerNode) {
    if (json.isEmpty()) {
      throw bad("published", "expected at least one size, found none");
    }
    return Stream.iterate(0, i -> i < json.size(), i -> i + 1)
        .map(i -> size("published[" + i + "]", json.get(i), ranksPerNode))
        .toList();
  }

  private ScaleSeries.Size size(String place, SizeJson json, int ranksPerNode) {
    int nodes = count(place + ".nodes", json.nodes());
    long most = (long) nodes * ranksPerNode;
    if (most > Integer.MAX_VALUE) {
      throw bad(place + ".nodes", "expected at most 2^31 - 1 ranks, found " + most);
    }
    int ranks = json.ranks() == null ? (int) most : json.ranks();
    if (ranks > most || ranks <= most - ranksPerNode) {
      throw bad(
          place + ".ranks",
          "expected "
              + (most - ranksPerNode + 1)
              + " to "
              + most
              + ", with "
              + ranksPerNode
              + " on each of "
              + nodes
              + " nodes but the last, found "
              + ranks);
    }
    return new ScaleSeries.Size(
        nodes, ranks, above0(place + ".value", json.value()), Optional.ofNullable(json.grid()));
  }

  private String text(String place, @Nullable String text) {
    if (present(place, text).isBlank()) {
      throw bad(place, "expected a text, found a blank one");
    }
    return text;
  }

  private int count(String place, @Nullable Integer count) {
    if (present(place, count) < 1) {
      throw bad(place, "expected a number from 1, found " + count);
    }
    return count;
  }

  private double above0(String place, @Nullable Double value) {
    if (!(present(place, value) > 0) || Double.isInfinite(value)) {
      throw bad(place, "expected a number above 0, found " + value);
    }
    return value;
  }

  private <T> T present(String place, @Nullable T value) {
    if (value == null) {
      throw bad(place, "is missing");
    }
    return value;
  }

  private static String expected(Stream<String> allowed, String found) {
    return String.format(
        Locale.ROOT,
        "expected one of %s, found %s",
        allowed.collect(Collectors.joining(", ")),
        found);
  }

  private IllegalArgumentException bad(String place, String message) {
    return new IllegalArgumentException("series " + file + ": " + place + ": " + message);
  }
}
