package org.foretell.workflow.run;

import java.util.Optional;
import java.util.stream.IntStream;
import org.foretell.machine.Machine;
import org.foretell.machine.NodePower;
import org.foretell.machine.Watts;
import org.foretell.report.Joules;
import org.foretell.workflow.report.WorkflowEnergy;

/**
 * The power of workers: their nodes idle, above that the cores of tasks, which compute, and the
 * cores of the master and of workers without a task, which wait.
 *
 * @param idle of all nodes and their share of the switches
 * @param core of a node
 * @param places of the workers
 */
record WorkflowPower(Watts idle, NodePower core, WorkerPlaces places) {
  /** The power of nodes; empty unless all are alike and state theirs. */
  static Optional<WorkflowPower> of(WorkerPlaces places) {
    Machine machine = places.machine();
    boolean isAlike =
        IntStream.range(0, places.nodes())
                .mapToObj(node -> machine.groupOf(node).power())
                .distinct()
                .count()
            == 1;
    return isAlike
        ? machine
            .groupOf(0)
            .power()
            .flatMap(
                core ->
                    machine
                        .idlePower(places.nodes())
                        .map(idle -> new WorkflowPower(idle, core, places)))
        : Optional.empty();
  }

  /**
   * The power at a time.
   *
   * @param busyCores of tasks
   * @param waitingProcesses workers without a task, and the master
   */
  double watts(double busyCores, double waitingProcesses) {
    double waitingCores = Math.max(0, Math.min(waitingProcesses, places.cores() - busyCores));
    double coreIdle = core.coreIdle().value();
    return idle.value()
        + busyCores * (core.coreBusy().value() - coreIdle)
        + waitingCores * (core.coreWaiting().value() - coreIdle);
  }

  /** The energy of a run. */
  WorkflowEnergy energy(RunSummary run, int instances) {
    double seconds = run.makespanSeconds();
    double waitingSeconds = run.waitingCoreSeconds(places.workers(), places.cores());
    Joules total =
        Joules.of(idle, seconds)
            .plus(aboveIdle(core.coreBusy(), run.busyCoreSeconds()))
            .plus(aboveIdle(core.coreWaiting(), waitingSeconds));
    return new WorkflowEnergy(
        total.value(),
        total.from(),
        total.to(),
        seconds == 0 ? 0 : total.value() / seconds,
        total.value() / instances);
  }

  private Joules aboveIdle(Watts power, double seconds) {
    return Joules.of(power, seconds).minus(Joules.of(core.coreIdle(), seconds));
  }
}
