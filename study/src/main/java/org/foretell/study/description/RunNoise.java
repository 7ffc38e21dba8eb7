package org.foretell.study.description;

import java.nio.file.Path;
import java.util.Optional;

/**
 * What makes runs of a program differ from each other, as the options of {@code sim run} take it.
 *
 * @param compute factor of each burst, as {@code --compute-noise} takes it
 * @param network delay of each message, as {@code --network-noise} takes it
 * @param trace of interruptions, as {@code --noise-trace} takes it
 * @param together whether these interrupt all cores at the same time
 * @param replays with different random numbers, 1 to 1,000, of each program on each offer
 */
public record RunNoise(
    Optional<String> compute,
    Optional<String> network,
    Optional<Path> trace,
    boolean together,
    int replays) {
  /** The most replays. */
  public static final int MOST_REPLAYS = 1000;

  /** Replays, unless a file says how many. */
  public static final int USUAL_REPLAYS = 20;

  /** Checks the number of replays. */
  public RunNoise {
    if (replays < 1 || replays > MOST_REPLAYS) {
      throw new IllegalArgumentException(replays + " noisy replays");
    }
  }
}
