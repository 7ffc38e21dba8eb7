package org.foretell.workflow.run;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.foretell.Foretell;
import org.foretell.JobReplays;
import org.foretell.JobsSetup;
import org.foretell.RunSetup;
import org.foretell.failure.ForetellException;
import org.foretell.machine.Machine;
import org.foretell.time.Ps;
import org.foretell.trace.Capability;
import org.foretell.workflow.task.MpiProgram;
import org.foretell.workflow.task.TaskKind;
import org.foretell.workflow.task.TaskTime;
import org.foretell.workflow.task.Workflow;

/**
 * The MPI programs of tasks, each replayed once on the first nodes of the machine, alone. For one
 * thread.
 */
public final class ReplayedPrograms {
  private final List<Consumer<RunSetup<?>>> settings;
  private final Map<MpiProgram, Run> known = new HashMap<>();

  /** How a program ran: on how many cores of each node, and for how long. */
  private record Run(int cores, double seconds) {}

  /**
   * Nothing is replayed yet.
   *
   * @param settings machine and model
   */
  public ReplayedPrograms(List<Consumer<RunSetup<?>>> settings) {
    this.settings = settings;
  }

  /**
   * The same workflow with the durations and cores of all programs.
   *
   * @throws ForetellException if a program does not fit on the machine, cannot be read, reads or
   *     writes files, or does not end
   */
  public Workflow known(Workflow tasks) {
    Map<TaskKind, TaskKind> done = new HashMap<>();
    return tasks.withKinds(
        kind ->
            kind.time().program().isEmpty() ? kind : done.computeIfAbsent(kind, this::replayed));
  }

  private TaskKind replayed(TaskKind kind) {
    TaskTime time = kind.time();
    Run run = known.computeIfAbsent(time.program().orElseThrow(), this::run);
    return kind.lasting(time.replayed(run.seconds())).onCores(run.cores());
  }

  private Run run(MpiProgram program) {
    JobsSetup setup = Foretell.jobs();
    settings.forEach(setting -> setting.accept(setup));
    try (JobReplays replays = setup.replays(List.of(program.trace()))) {
      if (replays.capabilities(program.trace()).contains(Capability.FILE_IO)) {
        throw wrong(
            program,
            "reads or writes files, which other tasks would delay; trace it without them, and state"
                + " its bytes as \"reads\" and \"writes\"");
      }
      int perNode = perNode(program, replays.ranks(program.trace()), replays.machine());
      JobReplays.Ending ending =
          replays.alone(
              new JobReplays.Placed(
                  program.trace(),
                  0,
                  OptionalInt.of(perNode),
                  IntStream.range(0, program.nodes()).boxed().toList()));
      if (!ending.completed()) {
        throw wrong(program, "never ends when it runs alone; sim run shows why");
      }
      double seconds = Ps.toSeconds(ending.lastsPs());
      if (seconds > TaskTime.MOST_SECONDS) {
        throw wrong(
            program,
            "takes %.0f s, more than the %.0f s of the longest task"
                .formatted(seconds, TaskTime.MOST_SECONDS));
      }
      return new Run(perNode, seconds);
    }
  }

  private static int perNode(MpiProgram program, int ranks, Machine machine) {
    int nodes = program.nodes();
    if (nodes > machine.nodes()) {
      throw wrong(
          program,
          "runs on %,d nodes, but %s has %,d".formatted(nodes, machine.name(), machine.nodes()));
    }
    int perNode = (ranks - 1) / nodes + 1;
    int used = (ranks - 1) / perNode + 1;
    if (used < nodes) {
      throw wrong(
          program,
          "has %,d ranks, which fill %,d of its %,d nodes; write \"nodes\": %d"
              .formatted(ranks, used, nodes, used));
    }
    for (int node = 0; node < nodes; node++) {
      int cores = machine.groupOf(node).coresPerNode();
      if (perNode > cores) {
        throw wrong(
            program,
            "has %,d ranks, %,d on each of %,d nodes, but node %,d of %s has %,d cores; write more \"nodes\""
                .formatted(ranks, perNode, nodes, node, machine.name(), cores));
      }
    }
    return perNode;
  }

  private static ForetellException wrong(MpiProgram program, String what) {
    return ForetellException.badInput("trace " + program.trace() + " of a task " + what);
  }
}
