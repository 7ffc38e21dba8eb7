package org.foretell.cli.study;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.foretell.failure.ForetellException;
import org.foretell.runner.Runner;
import org.foretell.runner.RunnerBuilder;
import org.foretell.study.campaign.CampaignProgress;
import org.foretell.study.campaign.CampaignSettings;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Options on how the replays of a study are made. */
final class CampaignOptions {
  private static final Pattern SHARD = Pattern.compile("(\\d{1,6})/(\\d{1,6})");

  @Option(
      names = "--threads",
      paramLabel = "N",
      description = "Number of replays at once (default: all processors).")
  private @Nullable Integer threads;

  @Option(
      names = "--shard",
      paramLabel = "I/N",
      description =
          "Make only part I of N of the replays, for example on one of N hosts; sim study merge"
              + " joins the folders.")
  private @Nullable String shard;

  boolean isShard() {
    return shard != null;
  }

  String shard() {
    return shard == null ? "1/1" : shard;
  }

  CampaignSettings quiet() {
    return settings(CampaignProgress.NONE);
  }

  CampaignSettings settings(CampaignProgress progress) {
    RunnerBuilder runner = Runner.builder();
    if (threads != null) {
      runner.threads(threads);
    }
    Matcher parts = SHARD.matcher(shard());
    int part = parts.matches() ? Integer.parseInt(parts.group(1)) : 0;
    int all = parts.matches() ? Integer.parseInt(parts.group(2)) : 0;
    if (part < 1 || part > all) {
      throw ForetellException.usage(
          "--shard " + shard + ": expected I/N with I from 1 to N, like 2/8");
    }
    return new CampaignSettings(runner, part, all, progress);
  }
}
