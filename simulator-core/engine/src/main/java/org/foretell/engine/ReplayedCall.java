package org.foretell.engine;

import java.util.List;
import org.foretell.engine.collective.Rehearsal;
import org.foretell.engine.state.RunSettings;
import org.foretell.model.CollectiveSchedule;
import org.foretell.model.CollectiveSchedules;
import org.foretell.model.CommunicationModel;
import org.foretell.model.ExpandedCollectives;
import org.foretell.model.MemberCall;
import org.foretell.model.MpiModel;
import org.foretell.result.Prediction;
import org.foretell.result.ReplayOrder;

/** Executes calls by replaying a program that consists of one call. */
final class ReplayedCall implements Rehearsal {
  private final RunSettings settings;
  private final ExpandedCollectives expanded;

  /**
   * Calls as they are in a simulation.
   *
   * @param settings of the simulation
   */
  ReplayedCall(RunSettings settings, ExpandedCollectives expanded) {
    this.settings = settings;
    this.expanded = expanded;
  }

  private record Only(CollectiveSchedule schedule) implements CollectiveSchedules {
    @Override
    public String name() {
      return schedule.name();
    }

    @Override
    public CollectiveSchedule choose(MemberCall call) {
      return schedule;
    }
  }

  @Override
  public long durationPs(int[] worldRanks, CollectiveSchedule steps) {
    CommunicationModel model = settings.communication();
    MpiModel other = model.mpi().withoutNoise().forAnotherReplay();
    if (other == null) {
      return NOT_COMPLETED;
    }
    RunSettings alone =
        new RunSettings(
            new CallTrace(settings.placement().ranks(), worldRanks),
            settings.placement(),
            new CommunicationModel(model.name(), other, model.collectives())
                .with(
                    new ExpandedCollectives(
                        new Only(steps), expanded.reducePsPerByte(), Long.MAX_VALUE)),
            settings.compute(),
            null,
            settings.shmem(),
            List.of(),
            null,
            null,
            null,
            ReplayOrder.STRICT,
            settings.unsupported(),
            (timePs, operations, totalOperations) -> {},
            Long.MAX_VALUE,
            settings.stop(),
            settings.replay());
    Prediction prediction = settings.replay().apply(alone);
    return prediction.outcome() == Prediction.Outcome.COMPLETED
        ? prediction.makespanPs()
        : NOT_COMPLETED;
  }
}
