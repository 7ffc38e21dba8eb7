package org.foretell.engine;

import java.util.Collections;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import org.foretell.engine.cause.MovedParameters;
import org.foretell.engine.state.RunSettings;
import org.foretell.machine.Placement;
import org.foretell.machine.ShmemSupport;
import org.foretell.model.CommunicationModel;
import org.foretell.model.DirectModel;
import org.foretell.model.MpiModel;
import org.foretell.model.OccupancyModel;
import org.foretell.model.ParameterMove;
import org.foretell.model.QueuedOccupancyModel;
import org.foretell.trace.Capability;
import org.foretell.trace.TraceSource;

/** What models and traces do not let a replay do. */
final class Obstacles {
  /** What a trace may have whose outcome depends on who is first. */
  static final Set<Capability> ORDERED =
      Collections.unmodifiableSet(
          EnumSet.of(
              Capability.UNRESOLVED_WILDCARDS,
              Capability.UNRESOLVED_COMPLETIONS,
              Capability.PROBES,
              Capability.SHMEM,
              Capability.RMA,
              Capability.FILE_IO));

  private Obstacles() {}

  /** Refuses a placement that does not have a place for each rank. */
  static void refusePlacement(Placement placement, TraceSource trace) {
    if (placement.ranks() != trace.info().ranks()) {
      throw new IllegalStateException(
          "the trace has "
              + trace.info().ranks()
              + " ranks, but the placement places "
              + placement.ranks());
    }
  }

  /** Refuses sensitivities of traces and models that have none. */
  static void refuseMoves(MovedParameters parameters, TraceSource trace, CommunicationModel model) {
    if (trace.capabilities().contains(Capability.TASK_GRAPHS)) {
      throw new IllegalStateException("the sensitivities of task graphs are not known");
    }
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

  /** Whether a rendezvous between nodes needs one thread: it ends where it is matched. */
  static boolean ofRendezvous(RunSettings settings) {
    MpiModel mpi = settings.communication().mpi();
    return mpi instanceof OccupancyModel && !(mpi instanceof QueuedOccupancyModel);
  }

  /**
   * Whether several threads may replay the ranks of different nodes in rounds: messages between
   * nodes take some time, and nothing else lets nodes know of each other, as file servers do.
   */
  static boolean allowRounds(RunSettings settings) {
    MpiModel mpi = settings.communication().mpi();
    return mpi instanceof OccupancyModel occupancy
        && occupancy.leastFlightPs() > 0
        && mpi.withoutNoise() == mpi
        && !settings.trace().capabilities().contains(Capability.TASK_GRAPHS)
        && !settings.trace().capabilities().contains(Capability.FILE_IO)
        && (settings.trace().isRecorded()
            || Collections.disjoint(settings.trace().capabilities(), ORDERED));
  }

  /** Why ranks cannot run ahead; empty if they can. */
  static String toRunningAhead(TraceSource source, CommunicationModel model, ShmemSupport shmem) {
    if (!(model.mpi() instanceof DirectModel direct) || !direct.independent()) {
      return "in the model " + model.name() + " messages share resources";
    }
    Set<Capability> ordered = EnumSet.copyOf(ORDERED);
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
}
