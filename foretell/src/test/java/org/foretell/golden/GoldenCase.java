package org.foretell.golden;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.foretell.ComparisonSetup;
import org.foretell.ExplainSetup;
import org.foretell.Foretell;
import org.foretell.PredictionSetup;
import org.foretell.RunSetup;
import org.foretell.Setup;
import org.foretell.failure.ForetellException;
import org.foretell.failure.words.FailureKind;
import org.foretell.failure.words.FailureText;
import org.foretell.machine.Oversubscription;
import org.foretell.machines.Catalogue;
import org.foretell.result.UnsupportedOps;

/**
 * One thing asked.
 *
 * @param machine a name of the catalogue, a file of {@link #EXAMPLES} or {@link #INPUTS}, or "-"
 * @param trace a file of these folders
 * @param settings like {@code "model=flow"}, in the order in which they are given
 */
record GoldenCase(Question question, String machine, String trace, List<String> settings) {
  static final Path EXAMPLES = Path.of("../examples");
  static final Path GOLDEN = Path.of("src/test/resources/org/foretell/golden");
  private static final Path INPUTS = GOLDEN.resolve("inputs");

  static GoldenCase of(Question question, String machine, String trace, String... settings) {
    return new GoldenCase(question, machine, trace, List.of(settings));
  }

  String name() {
    return machine + " " + trace + (settings.isEmpty() ? "" : " " + String.join(" ", settings));
  }

  /** The answer, or in one line why there is none. */
  String line() {
    String start = "{\"case\":" + GoldenDocument.quoted(name()) + ",";
    try {
      return start
          + "\"answer\":"
          + GoldenDocument.of(withoutFolders(json()), question.longestList)
          + "}";
    } catch (RuntimeException refusal) {
      String kind =
          FailureKind.of(refusal)
              .map(ForetellException.Kind::name)
              .orElseThrow(() -> new AssertionError(question + ": " + name(), refusal));
      String message = withoutFolders(FailureText.inALine(refusal));
      return start
          + "\"refused\":"
          + GoldenDocument.quoted(kind.toLowerCase(Locale.ROOT) + ": " + message)
          + "}";
    }
  }

  private static String withoutFolders(String text) {
    return text.replace(INPUTS + "/", "").replace(EXAMPLES + "/", "");
  }

  private static Path file(String name) {
    Path example = EXAMPLES.resolve(name);
    return Files.exists(example) ? example : INPUTS.resolve(name);
  }

  private String json() {
    return switch (question) {
      case RUN -> asked(Foretell.prediction().interval(false)).run().json();
      case INTERVAL -> asked(Foretell.prediction().interval(true).matrix(false)).run().json();
      case REPLICATIONS -> asked(Foretell.prediction().matrix(false)).run().json();
      case COMPARE -> asked(Foretell.comparison()).run().json();
      case EXPLAIN -> asked(Foretell.explanation().interval(false)).run().json();
    };
  }

  private <S extends Setup<S>> S asked(S setup) {
    boolean isNamed = machine.equals("-") || Catalogue.names().contains(machine);
    setup.machine(isNamed ? machine : file(machine).toString()).trace(file(trace));
    for (String setting : settings) {
      int equals = setting.indexOf('=');
      apply(setup, setting.substring(0, equals), setting.substring(equals + 1));
    }
    return setup;
  }

  private static void apply(Setup<?> setup, String name, String value) {
    if (name.startsWith("P.")) {
      setup.parameter(name.substring(2), value);
    } else if (name.startsWith("set.")) {
      setup.set(name.substring(4), value);
    } else if (!ofAll(setup, name, value)
        && !(setup instanceof RunSetup<?> run && ofRuns(run, name, value))
        && !(setup instanceof PredictionSetup prediction && ofPredictions(prediction, name, value))
        && !(setup instanceof ExplainSetup explain && ofExplanations(explain, name, value))
        && !(setup instanceof ComparisonSetup comparison
            && ofComparisons(comparison, name, value))) {
      throw new AssertionError("no setting " + name + " of " + setup.getClass().getSimpleName());
    }
  }

  private static boolean ofAll(Setup<?> setup, String name, String value) {
    switch (name) {
      case "placement" ->
          setup.placement(value.startsWith("file:") ? "file:" + file(value.substring(5)) : value);
      case "ranksPerNode" -> setup.ranksPerNode(Integer.valueOf(value));
      case "oversubscription" -> setup.oversubscription(Oversubscription.valueOf(value));
      case "compute" -> setup.compute(value);
      case "tracedCoreSpeed" -> setup.tracedCoreSpeed(value);
      case "tracedMachine" -> setup.tracedMachine(value);
      case "tracedRanksPerNode" -> setup.tracedRanksPerNode(Integer.valueOf(value));
      case "work" -> setup.work(file(value));
      case "measuredPair" ->
          setup.measuredPair(file(value.split(",", -1)[0]), file(value.split(",", -1)[1]));
      case "halvedCallSite" -> setup.scaleCallSite(value, 0.5);
      case "tripledPhase" -> setup.scalePhase(value, 3);
      case "collectives" -> setup.collectives(value);
      case "unsupported" -> setup.unsupported(UnsupportedOps.valueOf(value));
      case "seed" -> setup.seed(Long.parseLong(value));
      case "baseFlops" -> setup.baseFlops(value);
      case "timeUnit" -> setup.timeUnit(value);
      case "instructionRate" -> setup.instructionRate(value);
      case "matchSizes" -> setup.matchSizes(Boolean.parseBoolean(value));
      default -> {
        return false;
      }
    }
    return true;
  }

  private static boolean ofRuns(RunSetup<?> setup, String name, String value) {
    switch (name) {
      case "model" -> setup.model(value);
      case "computeNoise" -> setup.computeNoise(value);
      case "networkNoise" -> setup.networkNoise(value);
      case "noiseTrace" -> setup.noiseTrace(file(value), false);
      case "noiseTraceTogether" -> setup.noiseTrace(file(value), true);
      default -> {
        return false;
      }
    }
    return true;
  }

  private static boolean ofPredictions(PredictionSetup setup, String name, String value) {
    switch (name) {
      case "replications" -> setup.replications(Integer.valueOf(value));
      case "threads" -> setup.threads(Integer.valueOf(value));
      case "leads" -> setup.leads(Boolean.parseBoolean(value));
      default -> {
        return false;
      }
    }
    return true;
  }

  private static boolean ofExplanations(ExplainSetup setup, String name, String value) {
    switch (name) {
      case "sensitivities" -> setup.sensitivities(Boolean.valueOf(value));
      case "reference" -> setup.reference(file(value));
      case "weakScaling" -> setup.weakScaling(Boolean.parseBoolean(value));
      default -> {
        return false;
      }
    }
    return true;
  }

  private static boolean ofComparisons(ComparisonSetup setup, String name, String value) {
    if (!name.equals("models")) {
      return false;
    }
    setup.models(value.split(",", -1));
    return true;
  }
}
