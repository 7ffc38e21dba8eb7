package org.foretell.workflow.run;

import java.util.SplittableRandom;
import org.foretell.workflow.task.TaskKind;

/**
 * Random numbers of tasks. Each depends on the seed, the task and the attempt only, so that neither
 * the schedule nor the number of workers changes them.
 *
 * @param seed of a replication
 */
record Draws(long seed) {
  private static final long OF_TIME = 0x9E3779B97F4A7C15L;
  private static final long OF_CHECK = 0xD1B54A32D192ED03L;
  private static final long OF_ATTEMPT = 0x8CB92BA72F3D8DD7L;

  /** Attempts of a task take the same time: they do the same. */
  long computePs(int task, TaskKind kind) {
    return kind.time().atPs(kind.time().isFixed() ? 0 : draw(OF_TIME * (task + 1L)));
  }

  boolean isWrong(int task, int failures, TaskKind kind) {
    return kind.failureProbability() > 0
        && draw(OF_CHECK * (task + 1L) + OF_ATTEMPT * failures) < kind.failureProbability();
  }

  private double draw(long key) {
    // Splits twice: neighbouring seeds and tasks give unrelated numbers.
    long mixed = new SplittableRandom(seed).nextLong() ^ new SplittableRandom(key).nextLong();
    return new SplittableRandom(mixed).nextDouble();
  }
}
