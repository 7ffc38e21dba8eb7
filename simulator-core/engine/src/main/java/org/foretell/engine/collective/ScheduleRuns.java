package org.foretell.engine.collective;

import java.util.Arrays;
import java.util.function.IntConsumer;
import org.foretell.engine.batch.Followers;
import org.foretell.engine.cause.Causes;
import org.jspecify.annotations.Nullable;

/** The collectives that ranks execute in steps, by number; used again when they are over. */
public final class ScheduleRuns {
  private static final int NONE = -1;

  private final CommunicatorGroup world;
  private final Causes causes;
  private final @Nullable Followers followers;
  private ScheduleRun[] runs = new ScheduleRun[16];
  private int fresh;
  private int free = NONE;

  /**
   * No run is in use.
   *
   * @param followers null where no other replay follows
   */
  public ScheduleRuns(CommunicatorGroup world, Causes causes, @Nullable Followers followers) {
    this.world = world;
    this.causes = causes;
    this.followers = followers;
    causes.setup().heldBy(this::visitCauses);
  }

  /** A run that is not in use. */
  ScheduleRun acquire() {
    if (free != NONE) {
      ScheduleRun run = runs[free];
      free = run.nextFree;
      return run;
    }
    if (fresh == runs.length) {
      runs = Arrays.copyOf(runs, 2 * fresh);
    }
    ScheduleRun run = new ScheduleRun(fresh, world, causes, followers);
    runs[fresh++] = run;
    return run;
  }

  private void visitCauses(IntConsumer moment) {
    for (int i = 0; i < fresh; i++) {
      runs[i].visitCauses(moment);
    }
  }

  void release(ScheduleRun run) {
    run.forgetCauses();
    run.schedule = null;
    run.nextFree = free;
    free = run.number;
  }

  public ScheduleRun at(int number) {
    return runs[number];
  }
}
