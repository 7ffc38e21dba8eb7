package org.foretell.study.campaign;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.foretell.Foretell;
import org.foretell.OpenedTrace;
import org.foretell.PredictionSetup;
import org.foretell.failure.ForetellException;
import org.foretell.machine.NodeGroup;
import org.foretell.runner.Runner;
import org.foretell.scenario.Scenario;
import org.foretell.study.description.Program;
import org.foretell.study.description.StudyDescription;

/** Opens traces, each once, and reads the machines of cases. For one thread. */
final class CasePreparation {
  private final StudyDescription study;
  private final Path base;
  private final Runner runner;
  private final Map<Path, OpenedTrace> traces = new HashMap<>();
  private final Map<List<Object>, Integer> cores = new HashMap<>();
  private final List<String> impossible = new ArrayList<>();

  /**
   * Opens nothing yet.
   *
   * @param study whose cases these are
   * @param base folder that paths of the study are relative to
   * @param runner that keeps the traces open
   */
  CasePreparation(StudyDescription study, Path base, Runner runner) {
    this.study = study;
    this.base = base;
    this.runner = runner;
  }

  /** {@return cases that a node of the offer cannot hold, each in a line} */
  List<String> impossible() {
    return List.copyOf(impossible);
  }

  /** Empty if a node of the offer has fewer cores than the case has ranks on a node. */
  Optional<PreparedCase> prepared(ReplayCase one) {
    Path file = base.resolve(one.program().trace());
    OpenedTrace trace = traces.computeIfAbsent(file, any -> Foretell.open(any, runner));
    int most =
        cores.computeIfAbsent(
            List.of(one.offer().name(), one.options()),
            any -> cores(scenario(one, Optional.empty(), trace)));
    if (one.ranksPerNode().orElse(1) > most) {
      if (one.whatIf().isEmpty() && one.model().equals(study.models().get(0))) {
        impossible.add(
            one.program().name()
                + " on "
                + one.offer().name()
                + " with "
                + one.ranksPerNode().orElseThrow()
                + " ranks per node: a node has "
                + most
                + " cores");
      }
      return Optional.empty();
    }
    return Optional.of(new PreparedCase(one, study, scenario(one, one.ranksPerNode(), trace)));
  }

  private static int cores(Scenario scenario) {
    return scenario.machine().orElseThrow().machine().groups().stream()
        .mapToInt(NodeGroup::coresPerNode)
        .max()
        .orElseThrow();
  }

  private Scenario scenario(ReplayCase one, Optional<Integer> ranksPerNode, OpenedTrace trace) {
    Program program = one.program();
    PredictionSetup setup =
        trace
            .prediction()
            .machine(machine(one.offer().machine()))
            .model(one.model())
            .ranksPerNode(ranksPerNode.orElse(null))
            .tracedCoreSpeed(program.tracedCoreSpeed().orElse(null));
    program.work().ifPresent(table -> setup.work(base.resolve(table)));
    program.memoryBound().ifPresent(setup::memoryBound);
    Program.MeasuredPair pair = program.measuredPairs().get(one.offer().name());
    program
        .noise()
        .ifPresent(
            noise ->
                setup
                    .computeNoise(noise.compute().orElse(null))
                    .networkNoise(noise.network().orElse(null))
                    .noiseTrace(noise.trace().map(base::resolve).orElse(null), noise.together()));
    if (pair != null) {
      setup.measuredPair(base.resolve(pair.base()), base.resolve(pair.other()));
    }
    try {
      Scenario scenario = setup.scenario().with(one.offer().changes());
      for (ReplayCase.Picked option : one.options()) {
        scenario = scenario.with(option.changes());
      }
      return scenario;
    } catch (ForetellException wrong) {
      throw new ForetellException(wrong.kind(), one + ": " + wrong.getMessage());
    }
  }

  /** A file stands where the study does, and not where the command runs. */
  private String machine(String nameOrFile) {
    Path file = base.resolve(nameOrFile);
    return nameOrFile.endsWith(".json") || nameOrFile.contains("/") ? file.toString() : nameOrFile;
  }
}
