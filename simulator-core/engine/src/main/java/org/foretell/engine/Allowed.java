package org.foretell.engine;

import java.util.EnumSet;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import org.foretell.engine.cause.MovedParameters;
import org.foretell.engine.state.RunSettings;
import org.foretell.machine.ShmemSupport;
import org.foretell.model.CommunicationModel;
import org.foretell.model.DirectModel;
import org.foretell.model.MpiModel;
import org.foretell.model.OccupancyModel;
import org.foretell.model.ParameterMove;
import org.foretell.observe.PartedObserver;
import org.foretell.result.ReplayOrder;
import org.foretell.trace.Capability;
import org.foretell.trace.TraceSource;

/** What models and traces allow. */
final class Allowed {
  /** Ops from which on several threads are faster than one. */
  static final long USUAL_LEAST_OPERATIONS = 1 << 20;

  /** Ranks above which one thread is used: each has tables for all of them. */
  private static final int MOST_RANKS = 1 << 18;

  private Allowed() {}

  /** Refuses sensitivities of models that have none. */
  static void moves(MovedParameters parameters, CommunicationModel model) {
    MpiModel mpi = model.mpi();
    if (!(mpi instanceof OccupancyModel)
        && !(mpi instanceof DirectModel direct && direct.independent())) {
      throw new IllegalStateException(
          "in the model "
              + model.name()
              + " messages share what they need, so that no first-order sensitivities are known");
    }
    if (mpi.withoutNoise() != mpi) {
      throw new IllegalStateException(
          "the model " + model.name() + " has noise, which hides what a parameter does");
    }
    boolean alike = parameters.still().mpi().getClass() == mpi.getClass();
    for (ParameterMove move : parameters.moves()) {
      CommunicationModel other = move.communication();
      alike &= other == null || other.mpi().getClass() == mpi.getClass();
    }
    if (!alike) {
      throw new IllegalStateException(
          "moved models must be of the same kind as " + model.name() + " itself");
    }
  }

  /** Why ranks cannot run ahead; empty if they can. */
  static String obstacleToRunningAhead(
      TraceSource source, CommunicationModel model, ShmemSupport shmem) {
    if (!(model.mpi() instanceof DirectModel direct) || !direct.independent()) {
      return "in the model " + model.name() + " messages share resources";
    }
    Set<Capability> ordered =
        EnumSet.of(
            Capability.UNRESOLVED_WILDCARDS,
            Capability.UNRESOLVED_COMPLETIONS,
            Capability.PROBES,
            Capability.SHMEM,
            Capability.RMA,
            Capability.FILE_IO);
    if (source.capabilities().contains(Capability.UNORDERED_SHMEM) && shmem.servesAllAtOnce()) {
      ordered.remove(Capability.SHMEM);
    }
    ordered.retainAll(source.capabilities());
    return ordered.isEmpty()
        ? ""
        : "the outcome of some ops depends on who is first ("
            + ordered.stream()
                .map(one -> one.name().toLowerCase(Locale.ROOT))
                .collect(Collectors.joining(", "))
            + ")";
  }

  /**
   * How many threads may replay parts of the ranks.
   *
   * @param most that are wanted
   * @param leastOperations ops of a trace without which one thread is faster
   */
  static int parts(RunSettings settings, int most, long leastOperations) {
    TraceSource trace = settings.trace();
    int ranks = trace.info().ranks();
    boolean pays =
        ranks <= MOST_RANKS && trace.operations().orElse(Long.MAX_VALUE) >= leastOperations;
    boolean allowed =
        settings.schedule() == ReplayOrder.RUN_AHEAD
            && settings.path() == null
            && settings.moved() == null
            && settings.observers().stream().allMatch(PartedObserver.class::isInstance);
    return pays && allowed ? Math.min(most, ranks) : 1;
  }
}
