package org.foretell.engine.collective;

import java.util.Objects;
import org.foretell.engine.batch.Followers;
import org.foretell.engine.kernel.ModelAnswer;
import org.foretell.model.CollectiveModel;
import org.foretell.model.CollectiveSchedule;
import org.foretell.model.CommunicationModel;
import org.foretell.model.ExpandedCollectives;
import org.foretell.trace.OpCode;
import org.jspecify.annotations.Nullable;

/** How long collectives take for replays that follow another one, under their own models. */
public final class FollowerCalls {
  /** Under a direct model nothing is executed to estimate a call. */
  private static final Rehearsal NO_REHEARSAL =
      (worldRanks, steps) -> {
        throw new AssertionError("a direct model has no rehearsal");
      };

  private final Followers followers;
  private final CollectiveModel[] models;
  private final @Nullable LargeCollectives[] large;

  /** No collective has been called. */
  public FollowerCalls(Followers followers) {
    this.followers = followers;
    models = new CollectiveModel[followers.count()];
    large = new LargeCollectives[followers.count()];
    for (int i = 0; i < models.length; i++) {
      CommunicationModel communication = followers.communication(i);
      models[i] = communication.collectives();
      ExpandedCollectives expanded = communication.expanded();
      large[i] =
          expanded == null
              ? null
              : new LargeCollectives(expanded, communication.mpi(), models[i], NO_REHEARSAL);
    }
  }

  /** A member calls at its clock. */
  void join(int rank, OpenCollective open) {
    followers.handClock(rank);
    followers.keepLatestIn(open.followersLatestPs(followers));
  }

  /** All members have called; when they go on is at hand. */
  void end(OpenCollective open, OpCode form, @Nullable CollectiveSchedule schedule) {
    long[] latestPs = open.followersLatestPs(followers);
    long[] endsPs = followers.atHandPs();
    for (int i = 0; i < models.length; i++) {
      endsPs[i] = latestPs[i];
      if (!followers.hasDropped(i)) {
        try {
          endsPs[i] =
              followers.plus(i, latestPs[i], durationPs(i, open, form, schedule, latestPs[i]));
        } catch (RuntimeException refused) {
          followers.drop(i);
        }
      }
    }
  }

  private long durationPs(
      int follower,
      OpenCollective open,
      OpCode form,
      @Nullable CollectiveSchedule schedule,
      long startPs) {
    LargeCollectives estimates = large[follower];
    return ModelAnswer.collectivePs(
        schedule == null || estimates == null
            ? models[follower].durationPs(open)
            : estimates.durationPs(open, schedule, startPs),
        form);
  }

  /** The leader has chosen how a member executes a call; followers may choose otherwise. */
  void chooses(ScheduleRun run, @Nullable CollectiveSchedule chosen) {
    for (int i = 0; i < models.length; i++) {
      ExpandedCollectives expanded = followers.communication(i).expanded();
      if (expanded != null && !followers.hasDropped(i)) {
        try {
          if (!Objects.equals(expanded.schedules().choose(run), chosen)) {
            followers.drop(i);
          }
        } catch (RuntimeException refused) {
          followers.drop(i);
        }
      }
    }
  }
}
