package org.foretell.generators.shmembench;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.foretell.generators.ProgramFolder;
import org.foretell.generators.Templates;

/**
 * A benchmark of OpenSHMEM in C, C++ or Fortran: for each test of a configuration it calls all
 * routines of its class several times, measures them, and checks the data. Immutable.
 */
public final class ShmemBench {
  /** Maximum number of calls of each routine in a test. */
  public static final int MOST_REPETITIONS = 1_000_000;

  private final BenchConfiguration configuration;
  private final BenchLanguage language;
  private final int repetitions;
  private final List<Routine> routines;

  /**
   * Creates a benchmark.
   *
   * @param configuration its tests
   * @param language of the program
   * @param repetitions how often a test calls each routine, 1 to {@link #MOST_REPETITIONS}
   */
  public ShmemBench(BenchConfiguration configuration, BenchLanguage language, int repetitions) {
    if (repetitions < 1 || repetitions > MOST_REPETITIONS) {
      throw new IllegalArgumentException("repetitions " + repetitions);
    }
    this.configuration = configuration;
    this.language = language;
    this.repetitions = repetitions;
    this.routines =
        Routines.of(language).stream()
            .filter(r -> configuration.tests().stream().anyMatch(t -> t.testClass() == r.of()))
            .toList();
  }

  /**
   * Writes program, Makefile, a README and the calls that a tracer should record.
   *
   * @param folder must not exist, or be empty
   * @throws org.foretell.generators.GeneratorException if it cannot be written
   */
  public void writeTo(Path folder) {
    new ProgramFolder(folder).write(files());
  }

  /**
   * The contents of all files by their names.
   *
   * @return in no particular order
   */
  Map<String, String> files() {
    Map<String, String> files = new LinkedHashMap<>();
    Map<String, Object> model = model();
    files.put(language.source(), fill(language.template(), model));
    files.put("Makefile", fill("Makefile.ftl", model));
    files.put("README.md", fill("README.md.ftl", model));
    files.put("expected-calls.csv", expectedCalls().csv());
    return files;
  }

  ExpectedCalls expectedCalls() {
    return new ExpectedCalls(language, routines, configuration.tests(), repetitions);
  }

  private Map<String, Object> model() {
    long room = 16;
    long exchanged = 16;
    for (BenchTest test : configuration.tests()) {
      long elements = test.elements();
      switch (test.testClass()) {
        case PUT, GET -> room = Math.max(room, 16 * elements * test.stride());
        case COLLECTIVE -> {
          room = Math.max(room, 16 * elements * test.stride());
          exchanged = Math.max(exchanged, 16 * elements);
        }
        default -> {}
      }
    }
    boolean collectives =
        configuration.tests().stream().anyMatch(t -> t.testClass() == TestClass.COLLECTIVE);
    return Map.of(
        "language", language.toString(),
        "configuration", configuration.name().replaceAll("[^A-Za-z0-9._-]", "_"),
        "repetitions", Integer.toString(repetitions),
        "routines", routines.stream().map(Routine::described).toList(),
        "tests",
            configuration.tests().stream()
                .map(
                    t ->
                        Map.of(
                            "number", t.number(),
                            "testClass", t.testClass().number(),
                            "className", t.testClass().toString(),
                            "elements", t.elements(),
                            "stride", t.stride()))
                .toList(),
        "room", Long.toString(room),
        "workRoom", Long.toString(exchanged),
        "exchanges", collectives,
        "source", language.source());
  }

  private static String fill(String template, Map<String, Object> model) {
    return Templates.fill(ShmemBench.class, template, model);
  }
}
