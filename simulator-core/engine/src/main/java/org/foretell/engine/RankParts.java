package org.foretell.engine;

import java.util.Set;
import org.foretell.engine.cause.CauseSetup;
import org.foretell.engine.cause.Causes;
import org.foretell.engine.message.Deliveries;
import org.foretell.engine.message.Matcher;
import org.foretell.engine.message.MessagePool;
import org.foretell.engine.message.MessageState;
import org.foretell.engine.message.Probes;
import org.foretell.engine.state.CpuPolicy;
import org.foretell.engine.state.OpRecorder;
import org.foretell.engine.state.ProblemLog;
import org.foretell.engine.state.RankPrograms;
import org.foretell.engine.state.RankTable;
import org.foretell.engine.state.ReplayState;
import org.foretell.engine.state.RequestTable;
import org.foretell.engine.state.RunSettings;
import org.foretell.observe.SimObserver;
import org.foretell.trace.Capability;
import org.jspecify.annotations.Nullable;

/** Ranks, what they have under way, and messages between them: what a replay is about. */
final class RankParts {
  final ProblemLog problems = new ProblemLog();
  final @Nullable OpRecorder recorder;

  final Causes causes;

  final CpuPolicy cpus;
  final RankPrograms programs;
  final RankTable table;
  final RequestTable requests;
  final ReplayState state;
  final Matcher matcher;
  final Probes probes;
  final MessageState messages;

  /** Receives events of the other parts; created after these. */
  interface Later {
    /** A request completes which a blocked waitany or waitsome may take. */
    void candidateCompletes(int rank, long timePs, int after);

    /** Something completes which a step of a collective has begun. */
    void stepCompletes(int name, long timePs, long partnerPs, int after);

    /** A one-sided message is at its target. */
    void oneSidedComes(int message, int after);
  }

  RankParts(RunSettings settings, MessagePool pool, CpuPolicy cpus, Later later) {
    Set<Capability> capabilities = settings.trace().capabilities();
    int rankCount = settings.trace().info().ranks();
    boolean oneSided =
        capabilities.contains(Capability.SHMEM) || capabilities.contains(Capability.RMA);
    boolean inParts = oneSided || capabilities.contains(Capability.FILE_IO);
    this.cpus = cpus;
    recorder = settings.isObserved() ? new OpRecorder(settings.observer(), rankCount) : null;
    causes = CauseSetup.of(settings.placement().nodes(), settings.path(), settings.moved());
    programs = new RankPrograms(rankCount, cpus.competes() || cpus.paysAhead() || inParts);
    table = new RankTable(programs, cpus, recorder, causes, settings.followers());
    requests =
        new RequestTable(
            table, recorder != null, causes, later::candidateCompletes, later::stepCompletes);
    state = new ReplayState(table, requests, problems, recorder, causes);
    matcher =
        new Matcher(
            rankCount,
            capabilities.contains(Capability.UNRESOLVED_WILDCARDS)
                || capabilities.contains(Capability.PROBES),
            pool);
    causes.setup().heldBy(matcher.messages::visitCauses);
    causes.setup().heldBy(matcher.receives::visitCauses);
    probes = new Probes(table, recorder);
    messages =
        new MessageState(
            settings.placement(),
            table,
            requests,
            matcher,
            probes,
            new Deliveries(state, matcher),
            oneSided ? later::oneSidedComes : null,
            causes);
  }

  /** The observer; null without one. */
  @Nullable SimObserver observer() {
    return recorder == null ? null : recorder.observer;
  }
}
