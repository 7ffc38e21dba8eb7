package org.foretell.runner;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.concurrent.atomic.AtomicBoolean;
import org.foretell.engine.Batch;
import org.foretell.engine.Simulation;
import org.foretell.failure.words.FailureKind;
import org.foretell.pool.HeldTrace;
import org.foretell.pool.ReplayPool;
import org.foretell.result.Prediction;
import org.foretell.scenario.Experiment;
import org.foretell.scenario.ModelContent;
import org.foretell.scenario.Scenario;
import org.foretell.scenario.TraceContent;
import org.foretell.scenario.Wanted;
import org.foretell.trace.TraceSource;

/**
 * Makes the runs of scenarios: several in one pass over their trace where no time decides what
 * happens next, which gives each the outcome that it has alone. Used by any number of threads.
 */
final class ScenarioRuns {
  /** Of one pass, at most: beyond that a pass costs hardly less for each. */
  private static final int MOST_SCENARIOS = 32;

  private final ReplayPool pool;

  ScenarioRuns(ReplayPool pool) {
    this.pool = pool;
  }

  /** Scenarios that may share a pass, as far as is known without replaying them. */
  private record Kind(TraceContent trace, ModelContent model, boolean noisyNetwork) {
    static Kind of(Scenario scenario) {
      return new Kind(scenario.trace(), scenario.model(), scenario.hasNetworkNoise());
    }
  }

  /** A simulation that has not run, and how long its bursts will be. */
  private record Made(Simulation simulation, SummedCompute bursts) {
    static Made of(Experiment.Ready ready, ReplayPool pool) {
      SummedCompute bursts = new SummedCompute(ready.bursts());
      Simulation.Builder builder = ready.builder().compute(bursts);
      return new Made(pool.heedCancellation(builder).build(), bursts);
    }
  }

  /**
   * Runs as parts: no fewer than there are threads, if there are enough runs.
   *
   * @param wanted scenarios and other replays, each once
   * @return each of them in one part; those of a part with several are scenarios of one trace, for
   *     which one pass may be enough
   */
  List<List<Wanted>> parts(List<? extends Wanted> wanted) {
    List<List<Wanted>> parts = new ArrayList<>();
    Map<Kind, List<Wanted>> kinds = new LinkedHashMap<>();
    for (Wanted one : wanted) {
      if (one instanceof Scenario scenario) {
        kinds.computeIfAbsent(Kind.of(scenario), first -> new ArrayList<>()).add(scenario);
      } else {
        parts.add(List.of(one));
      }
    }
    kinds.values().forEach(alike -> addParts(alike, parts));
    return parts;
  }

  private void addParts(List<Wanted> alike, List<List<Wanted>> parts) {
    int count = alike.size();
    Scenario first = (Scenario) alike.get(0);
    int most = 1;
    if (count > 1 && mayShare(first)) {
      int roomFor = ReplayPool.MOST_RANKS / first.trace().ranks();
      most = Math.max(1, Math.min(MOST_SCENARIOS, roomFor));
    }
    int passes = Math.max(ceil(count, most), Math.min(pool.threads(), count));
    for (int pass = 0; pass < passes; pass++) {
      int from = (int) ((long) count * pass / passes);
      int to = (int) ((long) count * (pass + 1) / passes);
      parts.add(List.copyOf(alike.subList(from, to)));
    }
  }

  private static int ceil(int all, int each) {
    return (all + each - 1) / each;
  }

  /** Whether a scenario, and so all of its kind, has messages whose times are independent. */
  private static boolean mayShare(Scenario scenario) {
    try {
      return scenario.experiment().hasIndependentMessages();
    } catch (RuntimeException refused) {
      return false; // Its run says why.
    }
  }

  /** Makes a run; that a model or a machine cannot replay the trace is an outcome too. */
  Outcome of(Scenario scenario, HeldTrace trace) {
    try {
      // What is wrong with the scenario is said before it waits for room.
      scenario.experiment();
    } catch (RuntimeException failure) {
      return failed(failure, false);
    }
    AtomicBoolean begun = new AtomicBoolean();
    try {
      return pool.withTrace(
          trace,
          source -> {
            Made made = Made.of(scenario.experiment().simulation(source, scenario.seed()), pool);
            begun.set(true);
            return Outcome.of(made.simulation.run(), OptionalDouble.of(made.bursts.sumPs()));
          });
    } catch (RuntimeException failure) {
      return failed(failure, begun.get());
    }
  }

  /** Neither a trace that cannot be read nor a defect is an outcome. */
  private static Outcome failed(RuntimeException failure, boolean begun) {
    if (!FailureKind.isOfRun(failure)) {
      throw failure;
    }
    return Outcome.failed(failure, begun);
  }

  /**
   * Makes several runs of a trace in one pass, as far as that is possible.
   *
   * @return the outcomes that the pass has found
   */
  Map<Scenario, Outcome> inOnePass(List<Scenario> scenarios, HeldTrace trace) {
    if (scenarios.size() < 2 || !Batch.mayShare(trace.trace().source())) {
      return Map.of();
    }
    return pool.withTrace(trace, scenarios.size(), source -> inOnePass(scenarios, source));
  }

  private Map<Scenario, Outcome> inOnePass(List<Scenario> scenarios, TraceSource source) {
    Map<Scenario, Made> made = new LinkedHashMap<>();
    for (Scenario one : scenarios) {
      try {
        made.put(one, Made.of(one.experiment().simulation(source, one.seed()), pool));
      } catch (RuntimeException refused) {
        // Alone it says why.
      }
    }
    Iterator<Optional<Prediction>> predictions =
        Batch.run(made.values().stream().map(Made::simulation).toList()).iterator();
    Map<Scenario, Outcome> outcomes = new HashMap<>();
    made.forEach(
        (one, run) ->
            predictions
                .next()
                .map(found -> Outcome.of(found, OptionalDouble.of(run.bursts.sumPs())))
                .ifPresent(outcome -> outcomes.put(one, outcome)));
    return outcomes;
  }
}
