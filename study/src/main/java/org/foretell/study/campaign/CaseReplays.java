package org.foretell.study.campaign;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.foretell.failure.ForetellException;
import org.foretell.runner.Runner;
import org.foretell.runner.RunnerBuilder;
import org.foretell.study.description.StudyDescription;

/**
 * Makes the replays of single cases of a study, for {@link ReplayGathering} in another process.
 * Keeps each trace open from its first case on. For one thread.
 */
public final class CaseReplays implements AutoCloseable {
  private final List<ReplayCase> cases;
  private final Runner runner;
  private final CasePreparation preparation;

  /**
   * Opens nothing yet.
   *
   * @param study the same as where replays are gathered
   * @param base folder that paths of the study are relative to, here
   * @param threads settings of the runner that makes the replays
   * @throws ForetellException if the study has too many cases
   */
  public CaseReplays(StudyDescription study, Path base, RunnerBuilder threads) {
    Campaign.refuseTooMany(study);
    cases = ReplayCase.of(study);
    runner = threads.build();
    preparation = new CasePreparation(study, base, runner);
  }

  /**
   * Makes the replays of a case.
   *
   * @param open case, with what is known of it
   * @return lines of {@code replays.jsonl}, without those that are known, in no order
   * @throws ForetellException if the case cannot be replayed
   * @throws org.foretell.trace.TraceException if the trace cannot be read
   * @throws org.foretell.machines.file.MachineFileException if the machine file is wrong
   * @throws java.util.concurrent.CancellationException if the runner was cancelled
   */
  public List<String> of(OpenCase open) {
    Collected collected = new Collected();
    for (String line : open.known()) {
      Replay replay = ReplayLog.parsed(line);
      collected.known.put(replay.key(), replay);
    }
    Optional<PreparedCase> prepared =
        preparation.prepared(cases.get(Objects.checkIndex(open.index(), cases.size())));
    prepared.ifPresent(
        one ->
            new CaseRounds(runner, collected, CampaignProgress.NONE)
                .run(List.of(new PursuedCase(one))));
    return List.copyOf(collected.made);
  }

  /** Ends what is under way, and closes the traces. */
  @Override
  public void close() {
    runner.close();
  }

  /** In memory: a case has few replays. */
  private static final class Collected implements KeptReplays {
    private final Map<String, Replay> known = new LinkedHashMap<>();
    private final List<String> made = new ArrayList<>();

    @Override
    public synchronized Optional<Replay> find(String key) {
      return Optional.ofNullable(known.get(key));
    }

    @Override
    public synchronized void add(Replay replay) {
      if (known.putIfAbsent(replay.key(), replay) == null) {
        made.add(ReplayLog.line(replay));
      }
    }
  }
}
