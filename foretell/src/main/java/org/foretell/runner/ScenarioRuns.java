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

/**
 * Makes the runs of scenarios: several in one pass over their trace where no time decides what
 * happens next, which gives each the outcome that it has alone. Used by any number of threads.
 */
final class ScenarioRuns {
  /** Of one pass, at most: beyond that a pass costs hardly less for each. */
  private static final int MOST_SCENARIOS = 32;

  /** Ranks times scenarios of one pass, at most: each has a state of its own. */
  private static final int MOST_RANKS = 1 << 20;

  /** Scenarios that one thread makes in one pass rather than leaving some of them to others. */
  private static final int FEW_SCENARIOS = 8;

  private final ReplayPool pool;

  ScenarioRuns(ReplayPool pool) {
    this.pool = pool;
  }

  /** Scenarios that may share a pass, as far as is known without replaying them. */
  private record Kind(TraceContent trace, ModelContent model) {}

  /** A simulation that has not run, and how long its bursts will be. */
  private record Made(Simulation simulation, SummedCompute bursts) {
    static Made of(Experiment.Ready ready, ReplayPool pool) {
      SummedCompute bursts = new SummedCompute(ready.bursts());
      Simulation.Builder builder = ready.builder().compute(bursts);
      return new Made(pool.heedCancellation(builder).build(), bursts);
    }
  }

  /**
   * Runs as parts, each to be made by one thread.
   *
   * @param wanted scenarios and other replays, each once
   * @return each of them in one part; those of a part with several are scenarios of one trace
   */
  List<List<Wanted>> parts(List<? extends Wanted> wanted) {
    List<List<Wanted>> parts = new ArrayList<>();
    Map<Kind, List<Wanted>> kinds = new LinkedHashMap<>();
    for (Wanted one : wanted) {
      if (one instanceof Scenario scenario) {
        kinds
            .computeIfAbsent(
                new Kind(scenario.trace(), scenario.model()), first -> new ArrayList<>())
            .add(scenario);
      } else {
        parts.add(List.of(one));
      }
    }
    kinds.values().forEach(alike -> addParts(alike, parts));
    return parts;
  }

  private void addParts(List<Wanted> alike, List<List<Wanted>> parts) {
    int most = 1;
    if (alike.size() > 1 && mayShare((Scenario) alike.get(0))) {
      most = Math.min(MOST_SCENARIOS, MOST_RANKS / ((Scenario) alike.get(0)).trace().ranks());
    }
    if (most < 2) {
      alike.forEach(one -> parts.add(List.of(one)));
      return;
    }
    int passes = Math.max(ceil(alike.size(), most), share(alike.size()));
    for (int pass = 0; pass < passes; pass++) {
      int from = (int) ((long) alike.size() * pass / passes);
      int to = (int) ((long) alike.size() * (pass + 1) / passes);
      parts.add(List.copyOf(alike.subList(from, to)));
    }
  }

  /** A pass for each thread, unless these are small. */
  private int share(int scenarios) {
    return Math.min(pool.threads(), ceil(scenarios, FEW_SCENARIOS));
  }

  private static int ceil(int all, int each) {
    return (all + each - 1) / each;
  }

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
   * Makes several runs of a trace, in as few passes as that takes.
   *
   * @return their outcomes, in the same order
   */
  List<Outcome> of(List<Scenario> scenarios, HeldTrace trace) {
    Map<Scenario, Outcome> outcomes = new HashMap<>();
    List<Scenario> left = new ArrayList<>(scenarios);
    while (left.size() > 1) {
      Map<Scenario, Outcome> found = inOnePass(left, trace);
      if (found.isEmpty()) {
        break;
      }
      outcomes.putAll(found);
      left.removeAll(found.keySet());
    }
    left.forEach(one -> outcomes.put(one, of(one, trace)));
    return scenarios.stream().map(outcomes::get).toList();
  }

  /** Outcomes of those that one pass can find. */
  private Map<Scenario, Outcome> inOnePass(List<Scenario> scenarios, HeldTrace trace) {
    return pool.withTrace(
        trace,
        source -> {
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
        });
  }
}
