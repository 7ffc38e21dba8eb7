package org.foretell.study.campaign;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.foretell.Foretell;
import org.foretell.OpenedTrace;
import org.foretell.PredictionSetup;
import org.foretell.failure.ForetellException;
import org.foretell.machine.NodeGroup;
import org.foretell.runner.Runner;
import org.foretell.scenario.Change;
import org.foretell.scenario.Scenario;
import org.foretell.study.description.Program;
import org.foretell.study.description.Simulated;
import org.foretell.study.description.StudyDescription;
import org.foretell.study.simulation.CaseSimulations;
import org.foretell.study.simulation.SimulationInputs;
import org.foretell.trace.RankSet;
import org.foretell.trace.TraceInfo;
import org.foretell.trace.store.MemoryTrace;

/** Opens traces, each once, and reads the machines of cases. For one thread. */
final class CasePreparation {
  private static final int MOST_MISTAKES = 50;

  /** In place of the trace of a mix or a workflow, where settings need one. */
  private static final MemoryTrace NO_TRACE = noTrace();

  private final StudyDescription study;
  private final Path base;
  private final Runner runner;
  private final Map<Path, OpenedTrace> traces = new HashMap<>();
  private final Map<List<Object>, Integer> cores = new HashMap<>();
  private final Map<Simulated, SimulationInputs> inputs = new HashMap<>();
  private final Map<Path, String> versions = new LinkedHashMap<>();
  private final Set<List<Object>> checked = new HashSet<>();
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

  private static MemoryTrace noTrace() {
    try (MemoryTrace.Builder sink = MemoryTrace.builder()) {
      sink.begin(TraceInfo.ofRanks(1));
      sink.beginProgram(RankSet.of(0));
      sink.endProgram();
      sink.end();
      return sink.build();
    }
  }

  /** {@return cases that a node of the offer cannot hold, each in a line} */
  List<String> impossible() {
    return List.copyOf(impossible);
  }

  /**
   * {@return the cases that can be replayed}
   *
   * @param all cases of interest
   * @throws ForetellException with all that is wrong with their files and changes
   */
  List<PreparedCase> prepared(List<ReplayCase> all) {
    List<PreparedCase> prepared = new ArrayList<>();
    Map<String, ForetellException> wrong = new LinkedHashMap<>();
    for (ReplayCase one : all) {
      try {
        prepared(one).ifPresent(prepared::add);
      } catch (ForetellException mistake) {
        // Of many cases with one mistake, one is enough.
        Throwable root = mistake.getCause() == null ? mistake : mistake.getCause();
        wrong.putIfAbsent(String.valueOf(root.getMessage()), mistake);
        if (wrong.size() >= MOST_MISTAKES) {
          break;
        }
      }
    }
    if (wrong.isEmpty()) {
      return prepared;
    }
    ForetellException first = wrong.values().iterator().next();
    if (wrong.size() == 1) {
      throw first;
    }
    StringBuilder message =
        new StringBuilder("the study \"")
            .append(study.name())
            .append("\" has ")
            .append(wrong.size())
            .append(wrong.size() < MOST_MISTAKES ? "" : " or more")
            .append(" mistakes:");
    wrong.values().forEach(one -> message.append("\n  ").append(one.getMessage()));
    throw new ForetellException(first.kind(), message.toString());
  }

  /**
   * Refuses files that are not what they were when they were opened: results would be of two
   * versions.
   *
   * @throws ForetellException if one has changed
   */
  void refuseChanged() {
    versions.forEach(
        (file, before) -> {
          if (!version(file).equals(before)) {
            throw ForetellException.badInput(
                file
                    + ": has changed while the study ran; replays so far are kept, and the same"
                    + " command makes those that the change affects");
          }
        });
  }

  private Path noted(Path relative) {
    Path file = base.resolve(relative);
    versions.computeIfAbsent(file, CasePreparation::version);
    return file;
  }

  /** Size and time of a file; nothing of a folder, or of what is not there. */
  private static String version(Path file) {
    try {
      return Files.isRegularFile(file)
          ? Files.size(file) + " " + Files.getLastModifiedTime(file)
          : "";
    } catch (IOException gone) {
      return "gone";
    }
  }

  /** Empty if a node of the offer has fewer cores than the case has ranks on a node. */
  Optional<PreparedCase> prepared(ReplayCase one) {
    return one.program().simulated().isPresent()
        ? Optional.of(checked(simulated(one, one.program().simulated().get())))
        : replayed(one);
  }

  private PreparedCase simulated(ReplayCase one, Simulated simulated) {
    SimulationInputs files =
        inputs.computeIfAbsent(
            simulated, any -> SimulationInputs.read(any, base, study.sample().seed()));
    files.all().forEach(this::noted);
    Scenario settings =
        scenario(
            one,
            Foretell.prediction()
                .trace(NO_TRACE, one.program().name())
                .seed(study.sample().seed()));
    return new PreparedCase(
        one, study, settings, Optional.of(CaseSimulations.of(one.program(), one.offer(), files)));
  }

  /** Other programs and options have the same machine and the same variables. */
  private PreparedCase checked(PreparedCase prepared) {
    ReplayCase which = prepared.which();
    if (checked.add(List.of(which.offer().name(), which.model(), which.whatIf()))) {
      prepared.check();
    }
    return prepared;
  }

  private Optional<PreparedCase> replayed(ReplayCase one) {
    Path file = noted(one.program().trace());
    OpenedTrace trace = traces.computeIfAbsent(file, any -> Foretell.open(any, runner));
    int most =
        cores.computeIfAbsent(
            List.of(one.offer().name(), one.options()),
            any -> cores(scenario(one, Optional.empty(), trace)));
    if (one.ranksPerNode().orElse(1) > most) {
      boolean isStated = one.options().stream().allMatch(option -> option.number() == 0);
      if (isStated && one.whatIf().isEmpty() && one.model().equals(study.models().get(0))) {
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
    return Optional.of(
        checked(
            new PreparedCase(
                one, study, scenario(one, one.ranksPerNode(), trace), Optional.empty())));
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
            .ranksPerNode(ranksPerNode.orElse(null))
            .tracedCoreSpeed(program.tracedCoreSpeed().orElse(null));
    program.work().ifPresent(table -> setup.work(noted(table)));
    program.memoryBound().ifPresent(setup::memoryBound);
    Program.MeasuredPair pair = program.measuredPairs().get(one.offer().name());
    program
        .noise()
        .ifPresent(
            noise ->
                setup
                    .computeNoise(noise.compute().orElse(null))
                    .networkNoise(noise.network().orElse(null))
                    .noiseTrace(noise.trace().map(this::noted).orElse(null), noise.together()));
    if (pair != null) {
      setup.measuredPair(noted(pair.base()), noted(pair.other()));
    }
    return scenario(one, setup);
  }

  /** On the offer as it is, with the options of the case. */
  private Scenario scenario(ReplayCase one, PredictionSetup setup) {
    try {
      Scenario scenario =
          setup
              .machine(machine(one.offer().machine()))
              .model(one.model())
              .scenario()
              .with(one.offer().changes());
      for (ReplayCase.Picked option : one.options()) {
        scenario = with(scenario, option, one.applicable(option.changes()));
      }
      return scenario;
    } catch (ForetellException wrong) {
      throw new ForetellException(
          wrong.kind(),
          one.program().name() + " on " + one.offer().name() + ": " + wrong.getMessage(),
          wrong);
    }
  }

  private static Scenario with(Scenario scenario, ReplayCase.Picked option, List<Change> changes) {
    try {
      return scenario.with(changes);
    } catch (ForetellException wrong) {
      throw new ForetellException(
          wrong.kind(),
          "the variable " + option.choice().name() + ": " + wrong.getMessage(),
          wrong);
    }
  }

  /** A file stands where the study does, and not where the command runs. */
  private String machine(String nameOrFile) {
    return nameOrFile.endsWith(".json") || nameOrFile.contains("/")
        ? noted(Path.of(nameOrFile)).toString()
        : nameOrFile;
  }
}
