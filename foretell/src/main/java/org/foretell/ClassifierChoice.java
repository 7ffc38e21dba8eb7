package org.foretell;

import java.nio.file.Path;
import java.util.Collection;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
import org.foretell.classification.Classifier;
import org.foretell.classification.Origin;
import org.foretell.classification.Training;
import org.foretell.classification.file.ClassifierFile;
import org.foretell.classification.file.ClassifierFileException;
import org.foretell.engine.Simulation;
import org.foretell.failure.ForetellException;
import org.foretell.machine.Machine;
import org.foretell.replay.BenchmarkRuns;
import org.foretell.report.RunResult;
import org.foretell.setting.PlacementChoice;
import org.jspecify.annotations.Nullable;

/**
 * Trees that decide about a run: trained in the simulator on the machine and under the model of the
 * run, or read from a file if they were trained for these.
 *
 * @param planned the run
 * @param placement how it places ranks
 * @param parameters of the model that were given
 * @param seed of delays and folds
 * @param watch is handed each simulation before it runs
 */
record ClassifierChoice(
    Planned planned,
    PlacementChoice placement,
    Map<String, String> parameters,
    long seed,
    Consumer<Simulation.Builder> watch) {
  /** A power of two. */
  private static final int MOST_RANKS_TRAINED = 64;

  /** Reads a file, and reports its errors before any trace is opened. */
  static Optional<ClassifierFile> read(@Nullable Path file) {
    try {
      return Optional.ofNullable(file).map(ClassifierFile::read);
    } catch (ClassifierFileException wrong) {
      throw ForetellException.badInput(String.valueOf(wrong.getMessage()));
    }
  }

  /** Trains in the simulator, which takes some seconds. */
  ClassifierFile trained() {
    int ranks = Math.min(MOST_RANKS_TRAINED, planned.trace().source().info().ranks());
    Optional<Machine> machine = planned.plan().chosen().map(c -> c.choice().machine());
    BenchmarkRuns runs = new BenchmarkRuns(planned.experiment(), placement, machine, watch);
    Classifier classifier =
        Training.usual(runs.mostRanks(ranks), seed).train(runs.places(), true, runs);
    return new ClassifierFile(origin(false), classifier);
  }

  /** What trees are trained on that are trained now. */
  Origin origin(boolean recorded) {
    Optional<RunResult.MachineChoice> machine =
        planned.plan().chosen().map(MachineSetting.Chosen::choice);
    return new Origin(
        Version.text(),
        recorded,
        recorded ? planned.trace().name() : null,
        machine.map(choice -> choice.machine().name()).orElse(null),
        machine.map(RunResult.MachineChoice::sha256).orElse(null),
        recorded ? null : planned.model().provider().name(),
        parameters,
        seed);
  }

  /**
   * Refuses trees of other machines and models, on which other times are normal.
   *
   * @param file where they are from
   * @param used the trees
   * @param recorded whether they are to decide about recorded times
   * @param warnings grows by what is doubtful
   */
  void check(Path file, ClassifierFile used, boolean recorded, Collection<String> warnings) {
    Origin origin = used.origin();
    if (origin.recorded() != recorded) {
      throw ForetellException.badInput(
          "%s: was trained on %s times, but the times to classify are %s; train a tree on such times"
              .formatted(
                  file,
                  origin.recorded() ? "recorded" : "simulated",
                  recorded ? "recorded" : "simulated"));
    }
    if (recorded) {
      return;
    }
    Origin here = origin(false);
    if (!Objects.equals(origin.model(), here.model())
        || !Objects.equals(origin.machineSha256(), here.machineSha256())
        || !Objects.equals(origin.machine(), here.machine())) {
      throw ForetellException.badInput(
          "%s: was trained for %s, but this is %s; train again (in sim: leave out --tree, or write another file with sim classify --train)"
              .formatted(
                  file,
                  origin.words(),
                  origin.words().equals(here.words())
                      ? "one of that name whose file differs (--set changes it too)"
                      : here.words()));
    }
    if (!origin.parameters().equals(here.parameters())) {
      warnings.add(
          "the tree of %s was trained with the parameters %s, and these are %s"
              .formatted(file, origin.parameters(), here.parameters()));
    }
  }

  /** Warns of messages whose calls could not be joined. */
  static void warnOfOpen(long open, Collection<String> warnings) {
    if (open > 0) {
      warnings.add(
          open
              + " messages are not classified: the calls that wait for them do not record which"
              + " requests they waited for, or the requests were freed");
    }
  }
}
