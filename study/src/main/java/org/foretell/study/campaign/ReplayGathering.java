package org.foretell.study.campaign;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.foretell.failure.ForetellException;
import org.foretell.runner.Runner;
import org.foretell.study.description.StudyDescription;

/**
 * Gathers replays in a folder that {@link CaseReplays} makes elsewhere. When no case is open any
 * more, a {@link Campaign} with this folder has at most those replays left that depend on all
 * cases, which are near changes of the first place. Its files are those of a campaign that made all
 * replays itself, byte for byte.
 *
 * <p>Used by any number of threads.
 */
public final class ReplayGathering implements AutoCloseable {
  private final Runner runner;
  private final ReplayLog log;
  private final Map<Integer, PursuedCase> pursued = new LinkedHashMap<>();

  private ReplayGathering(Runner runner, ReplayLog log) {
    this.runner = runner;
    this.log = log;
  }

  /**
   * Reads what is in a folder, and finds out which cases are open.
   *
   * @param study which
   * @param base folder that paths of the study are relative to
   * @param folder where results are kept; made if there is none
   * @param settings with the cases that are wanted
   * @return the gathering, to be closed
   * @throws ForetellException if the study has too many cases; if a trace, a machine or a setting
   *     is wrong; if another process writes to the folder, or results cannot be kept
   * @throws org.foretell.trace.TraceException if a trace cannot be read
   * @throws org.foretell.machines.file.MachineFileException if a machine file is wrong
   */
  public static ReplayGathering open(
      StudyDescription study, Path base, Path folder, CampaignSettings settings) {
    Campaign.refuseTooMany(study);
    ReplayLog log = ReplayLog.open(folder);
    ReplayGathering gathering = new ReplayGathering(settings.runner(), log);
    boolean done = false;
    try {
      gathering.read(study, base, settings);
      done = true;
      return gathering;
    } finally {
      if (!done) {
        gathering.close();
      }
    }
  }

  private synchronized void read(StudyDescription study, Path base, CampaignSettings settings) {
    CasePreparation preparation = new CasePreparation(study, base, runner);
    List<ReplayCase> all = ReplayCase.of(study);
    List<ReplayCase> wanted = settings.shardOf(all);
    for (int index = 0, next = 0; next < wanted.size(); index++) {
      if (all.get(index).equals(wanted.get(next))) {
        next++;
        int number = index;
        preparation
            .prepared(all.get(index))
            .map(PursuedCase::new)
            .filter(one -> !one.finish(log))
            .ifPresent(one -> pursued.put(number, one));
      }
    }
  }

  /** {@return the cases some of whose replays are missing} */
  public synchronized List<OpenCase> openCases() {
    Map<List<String>, List<Replay>> kept =
        log.all().stream()
            .collect(Collectors.groupingBy(one -> List.of(one.program(), one.offer())));
    List<OpenCase> open = new ArrayList<>();
    pursued.forEach(
        (index, one) -> {
          ReplayCase which = one.prepared().which();
          List<Replay> known =
              kept.getOrDefault(List.of(which.program().name(), which.offer().name()), List.of());
          open.add(
              new OpenCase(
                  index,
                  known.stream().filter(one.prepared()::isOf).map(ReplayLog::line).toList()));
        });
    return open;
  }

  /**
   * Keeps the replays of a case that was open.
   *
   * @param index of the case
   * @param lines that {@link CaseReplays#of} returned
   * @param from who made them, for the message
   * @throws ForetellException if replays are still missing, since they were made from other files
   *     than those here; or if they cannot be kept
   * @throws IllegalArgumentException if the case is not open, or a line is no replay
   */
  public synchronized void add(int index, List<String> lines, String from) {
    PursuedCase one =
        Optional.ofNullable(pursued.get(index))
            .orElseThrow(() -> new IllegalArgumentException("case " + index + " is not open"));
    lines.forEach(line -> log.add(ReplayLog.parsed(line)));
    if (!one.finish(log)) {
      throw ForetellException.badInput(
          one.prepared().which()
              + ": "
              + from
              + " replayed something else than this study: its trace, machine file or table of work"
              + " is not the same as here; copy these files again");
    }
    pursued.remove(index);
  }

  @Override
  public synchronized void close() {
    log.close();
    runner.close();
  }
}
