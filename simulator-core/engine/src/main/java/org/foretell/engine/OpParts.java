package org.foretell.engine;

import java.util.Objects;
import java.util.Set;
import org.foretell.engine.batch.Followers;
import org.foretell.engine.cause.Causes;
import org.foretell.engine.collective.CollectiveMatching;
import org.foretell.engine.collective.CommunicatorTable;
import org.foretell.engine.collective.FollowerCalls;
import org.foretell.engine.collective.LargeCollectives;
import org.foretell.engine.collective.ScheduleExecutor;
import org.foretell.engine.collective.ScheduleRuns;
import org.foretell.engine.collective.SplitCalls;
import org.foretell.engine.collective.StepMessages;
import org.foretell.engine.files.FileServers;
import org.foretell.engine.mail.Part;
import org.foretell.engine.onesided.Acknowledgements;
import org.foretell.engine.onesided.Clock;
import org.foretell.engine.onesided.CompletionAccounts;
import org.foretell.engine.onesided.OneSided;
import org.foretell.engine.onesided.SplitOneSided;
import org.foretell.engine.onesided.WindowAccess;
import org.foretell.engine.onesided.Windows;
import org.foretell.engine.ops.CallTimes;
import org.foretell.engine.ops.CollectiveOps;
import org.foretell.engine.ops.FileOps;
import org.foretell.engine.ops.LocalOps;
import org.foretell.engine.ops.OpExecutor;
import org.foretell.engine.ops.PointToPoint;
import org.foretell.engine.ops.RmaOps;
import org.foretell.engine.ops.ShmemOps;
import org.foretell.engine.ops.WaitOps;
import org.foretell.engine.state.OpRecorder;
import org.foretell.engine.state.ReplayState;
import org.foretell.engine.state.RunSettings;
import org.foretell.engine.state.Unsupported;
import org.foretell.model.CommunicationModel;
import org.foretell.model.ExpandedCollectives;
import org.foretell.trace.Capability;
import org.jspecify.annotations.Nullable;

/** What executes ops, whatever the medium through which their messages move. */
final class OpParts {
  final CommunicatorTable communicators;
  final CollectiveMatching matching;
  final WaitOps waits;

  /** Collectives in steps; both are null where all go by formula. */
  private final @Nullable StepMessages stepMessages;

  final @Nullable ScheduleExecutor steps;
  final CompletionAccounts accounts;
  final OneSided oneSided;
  final WindowAccess windowAccess;
  final FileServers fileServers;
  final Unsupported unsupported;
  final OpExecutor.Kinds kinds;
  final OpExecutor executor;

  OpParts(RunSettings settings, RankParts ranks, Medium medium, @Nullable PartPlace place) {
    CommunicationModel communication = settings.communication();
    Set<Capability> capabilities = settings.trace().capabilities();
    ReplayState state = ranks.state;
    Part part = place == null ? null : place.part();
    communicators = new CommunicatorTable(settings.trace(), settings.placement(), part);
    SplitCalls split =
        place == null ? null : new SplitCalls(place.part(), place.collectives(), communicators);
    ExpandedCollectives expanded = communication.expanded();
    LargeCollectives large =
        expanded == null
            ? null
            : new LargeCollectives(
                expanded,
                communication.mpi(),
                communication.collectives(),
                new ReplayedCall(settings, expanded));
    Followers followers = settings.followers();
    FollowerCalls followerCalls = followers == null ? null : new FollowerCalls(followers);
    matching =
        new CollectiveMatching(
            state,
            communicators,
            communication.collectives(),
            large,
            medium.launcher(),
            split,
            followerCalls,
            medium.instants());
    if (expanded == null || large == null) {
      stepMessages = null;
      steps = null;
    } else {
      ScheduleRuns all = new ScheduleRuns(communicators.world(), state.causes(), followers);
      stepMessages = medium.steps().apply(all);
      steps =
          new ScheduleExecutor(
              expanded, large, state, matching, stepMessages, all, ranks.cpus, followerCalls);
    }
    waits = medium.waits();
    Clock clock = medium.events()::nowPs;
    SplitOneSided ofOneSided = place == null ? null : place.oneSided();
    boolean usesShmem = capabilities.contains(Capability.SHMEM);
    accounts = new CompletionAccounts(ranks.table, ranks.causes, medium.instants());
    boolean usesWindows = capabilities.contains(Capability.RMA);
    oneSided =
        new OneSided(
            state,
            accounts,
            usesShmem,
            medium.transport(),
            ranks.matcher.messages,
            clock,
            settings.shmem(),
            ofOneSided);
    Windows windows =
        new Windows(
            ranks.table,
            accounts,
            usesWindows,
            ranks.problems,
            ofOneSided == null ? null : ofOneSided.calls());
    windowAccess =
        new WindowAccess(windows, state, medium.transport(), ranks.matcher.messages, clock, part);
    fileServers =
        new FileServers(
            settings.files(), settings.placement(), ranks.requests, medium.events(), ranks.causes);
    PointToPoint pointToPoint =
        new PointToPoint(
            state,
            communicators,
            ranks.messages,
            medium.transport(),
            waits,
            matching.calls,
            windowAccess,
            fileServers);
    LocalOps local = new LocalOps(state, communicators);
    Causes causes = state.causes();
    OpRecorder recorder = state.recorder();
    if (causes.areKept() && recorder != null) {
      causes
          .setup()
          .placeOf(
              rank ->
                  ranks.table.isInBackground(rank)
                      ? ranks.table.earlierPlace()
                      : recorder.place(rank, local.innermostMarker(rank)),
              ranks.table::operation);
    }
    unsupported = new Unsupported(settings.unsupported());
    ShmemOps.Announced shmem =
        !usesShmem
            ? ShmemOps.Announced.NONE
            : capabilities.contains(Capability.UNORDERED_SHMEM)
                ? ShmemOps.Announced.UNORDERED
                : ShmemOps.Announced.ALL;
    kinds =
        new OpExecutor.Kinds(
            pointToPoint,
            waits,
            new CollectiveOps(pointToPoint, matching, communicators, steps),
            new ShmemOps(state, oneSided, pointToPoint, local, shmem, settings.trace()::world),
            new RmaOps(windows, windowAccess, state, communicators, pointToPoint),
            new FileOps(state, fileServers, pointToPoint, unsupported),
            local);
    executor =
        new OpExecutor(
            state,
            kinds,
            settings.compute(),
            new CallTimes(communication.calls(), state, ranks.cpus),
            ranks.cpus,
            medium.tracedProtocols());
  }

  void stepCompletes(int name, long timePs, long partnerPs, int after) {
    Objects.requireNonNull(stepMessages).completes(name, timePs, partnerPs, after);
  }

  /** A letter has come that says that something one-sided has taken effect in another part. */
  void acknowledged(long[] words, int at) {
    if (Acknowledgements.isOfWindow(words, at)) {
      windowAccess.acknowledged(words, at);
    } else {
      oneSided.acknowledged(words, at);
    }
  }

  void oneSidedComes(int message, int after) {
    if (windowAccess.isItsOwn(message)) {
      windowAccess.comes(message, after);
    } else {
      oneSided.arrivals().comes(message, after);
    }
  }
}
