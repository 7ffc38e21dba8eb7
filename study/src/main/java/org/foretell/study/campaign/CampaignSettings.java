package org.foretell.study.campaign;

import java.util.List;
import java.util.stream.IntStream;
import org.foretell.runner.Runner;
import org.foretell.runner.RunnerBuilder;

/**
 * How a campaign runs. They do not change a result.
 *
 * @param threads settings of the runner that makes the replays
 * @param shard which of several parts of the cases this one makes, from 1
 * @param shards how many parts there are, at least 1
 * @param progress receives the progress of the campaign
 */
public record CampaignSettings(
    RunnerBuilder threads, int shard, int shards, CampaignProgress progress) {
  /** Checks the shard. */
  public CampaignSettings {
    if (shards < 1 || shard < 1 || shard > shards) {
      throw new IllegalArgumentException("shard " + shard + " of " + shards);
    }
  }

  /**
   * {@return settings for all cases}
   *
   * @param threads settings of the runner that makes the replays
   * @param progress receives the progress of the campaign
   */
  public static CampaignSettings whole(RunnerBuilder threads, CampaignProgress progress) {
    return new CampaignSettings(threads, 1, 1, progress);
  }

  /** {@return whether all cases are made} */
  public boolean isWhole() {
    return shards == 1;
  }

  Runner runner() {
    return threads.build();
  }

  /** Surfaces are independent of each other, so that each shard can find its own. */
  List<ReplayCase> shardOf(List<ReplayCase> all) {
    return IntStream.range(0, all.size())
        .filter(index -> index % shards == shard - 1)
        .mapToObj(all::get)
        .toList();
  }
}
