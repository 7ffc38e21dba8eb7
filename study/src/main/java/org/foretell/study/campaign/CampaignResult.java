package org.foretell.study.campaign;

import java.util.List;
import java.util.Map;
import org.foretell.study.decision.Doubt;
import org.foretell.study.evaluation.RunTimes;

/**
 * The run times that a campaign found.
 *
 * @param times in the world that the study describes
 * @param otherWorlds in each of the other worlds, by name
 * @param replays all that the study uses
 * @param made how many of them were made now, and not read from earlier results
 * @param largestError of a surface at replays that it did not know, relative
 * @param failures cases that cannot be replayed, each in a line
 * @param doubts that were found on the way
 * @param cases what was found out about each program on each offer, those that failed left out
 */
public record CampaignResult(
    RunTimes times,
    Map<String, RunTimes> otherWorlds,
    List<Replay> replays,
    long made,
    double largestError,
    List<String> failures,
    List<Doubt> doubts,
    List<CaseTimes> cases) {
  /** Copies. */
  public CampaignResult {
    replays = List.copyOf(replays);
    failures = List.copyOf(failures);
    doubts = List.copyOf(doubts);
    cases = List.copyOf(cases);
  }
}
