package org.foretell.study;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import org.foretell.failure.ForetellException;
import org.foretell.study.campaign.Campaign;
import org.foretell.study.campaign.CampaignResult;
import org.foretell.study.campaign.CampaignSettings;
import org.foretell.study.campaign.Forecast;
import org.foretell.study.campaign.ReplayGathering;
import org.foretell.study.campaign.Verification;
import org.foretell.study.campaign.WriteFailure;
import org.foretell.study.decision.Decision;
import org.foretell.study.decision.StudyAnswer;
import org.foretell.study.description.StudyDescription;
import org.foretell.study.evaluation.Evaluation;
import org.foretell.study.file.ResolvedStudy;
import org.foretell.study.file.StudyFile;
import org.foretell.study.report.AnswerJson;
import org.foretell.study.report.AnswerTables;
import org.foretell.study.size.ScratchFolder;
import org.foretell.study.size.WantedSizes;
import org.foretell.trace.PendingFile;

/**
 * A capacity study: the best of several offers for given programs, its probability, and what would
 * change the decision.
 *
 * <pre>{@code
 * Study study = Study.read(Path.of("tender.json"));
 * StudyResult result = study.run(Path.of("results"), CampaignSettings.whole(
 *     Runner.builder(), CampaignProgress.NONE));
 * System.out.println(result.answer().places().get(0).offer());
 * }</pre>
 *
 * <p>Immutable; used by any number of threads.
 */
public final class Study {
  static final String RESOLVED = "study.json";
  static final String ANSWER = "answer.json";

  private final StudyDescription description;
  private final Path base;

  private Study(StudyDescription description, Path base) {
    this.description = description;
    this.base = base;
  }

  /**
   * {@return the study of a file}
   *
   * @param file as {@code docs/study-format.md} describes it; its paths are relative to its folder
   * @throws ForetellException with all that is wrong in it, or if it cannot be read
   */
  public static Study read(Path file) {
    Path folder = Objects.requireNonNull(file, "file").toAbsolutePath().getParent();
    return new Study(StudyFile.read(file), folder == null ? Path.of("") : folder);
  }

  /**
   * {@return a study that a program describes}
   *
   * @param description of it
   * @param base folder that its paths are relative to
   */
  public static Study of(StudyDescription description, Path base) {
    return new Study(
        Objects.requireNonNull(description, "description"), Objects.requireNonNull(base, "base"));
  }

  /** {@return the description of the study} */
  public StudyDescription description() {
    return description;
  }

  /** {@return the folder that its paths are relative to} */
  public Path base() {
    return base;
  }

  /**
   * Makes the replays that are missing, and answers the study. The folder gets {@code study.json},
   * every value stated; {@code replays.jsonl}, a line for each replay; {@code answer.json}; and
   * tables in {@code *.csv}; and {@code extrapolated} with traces of sizes that nobody traced.
   *
   * @param folder for results, created if missing; results of an earlier run of the same study are
   *     reused
   * @param settings how replays are made
   * @return the answer
   * @throws ForetellException if the study cannot be replayed, another study has the folder, or
   *     results cannot be kept
   * @throws org.foretell.trace.TraceException if a trace cannot be read
   * @throws org.foretell.machines.file.MachineFileException if a machine file is wrong
   * @throws java.util.concurrent.CancellationException if the runner was cancelled; replays are
   *     kept
   */
  public StudyResult run(Path folder, CampaignSettings settings) {
    Objects.requireNonNull(folder, "folder");
    Objects.requireNonNull(settings, "settings");
    refuseOther(folder);
    StudyDescription sized = sized(folder);
    CampaignResult campaign = new Campaign(sized, base, folder, settings).run();
    StudyResult result = new StudyResult(answer(sized, campaign), campaign);
    write(folder.resolve(RESOLVED), ResolvedStudy.text(description));
    if (settings.isWhole()) {
      write(folder.resolve(ANSWER), AnswerJson.text(result.answer(), result.campaign()));
      AnswerTables.of(result.answer()).forEach((name, text) -> write(folder.resolve(name), text));
    }
    return result;
  }

  /**
   * Gathers replays that other processes make, before {@link #run} answers the study.
   *
   * @param folder for results, as for {@link #run}
   * @param settings which cases are wanted
   * @return the gathering, to be closed before {@link #run}
   * @throws ForetellException as {@link #run}
   */
  public ReplayGathering gather(Path folder, CampaignSettings settings) {
    Objects.requireNonNull(folder, "folder");
    Objects.requireNonNull(settings, "settings");
    refuseOther(folder);
    return ReplayGathering.open(sized(folder), base, folder, settings);
  }

  /**
   * {@return how many replays the study will take, and how long}
   *
   * @param folder whose results would be used
   * @param settings how replays would be made
   * @throws ForetellException as {@link #run}
   */
  public Forecast forecast(Path folder, CampaignSettings settings) {
    try (ScratchFolder scratch = new ScratchFolder()) {
      return new Campaign(sized(scratch.path()), base, folder, settings).forecast();
    }
  }

  /**
   * Makes some of the replays of a folder again, and compares them to the picosecond.
   *
   * @param folder with results of this study
   * @param most how many replays
   * @param settings how replays are made
   * @return the differences
   * @throws ForetellException if the folder has no results of this study, or as {@link #run}
   */
  public Verification verify(Path folder, int most, CampaignSettings settings) {
    refuseOther(folder);
    // Made again too: replays of another trace would have other hashes.
    try (ScratchFolder scratch = new ScratchFolder()) {
      return new Campaign(sized(scratch.path()), base, folder, settings).verify(most);
    }
  }

  /**
   * Gives each program the trace that is replayed, and the bounds of the CPU ratios that machines
   * state. Of a program with several traces it is the one with the wanted number of ranks, or a
   * trace that is extrapolated into the folder, unless an equal one is there. {@link #run} and
   * {@link #gather} begin with this.
   *
   * @param folder for results, created if a trace is extrapolated
   * @return the description with these traces and ratios
   * @throws ForetellException if a program cannot be extrapolated, or the trace cannot be kept
   * @throws org.foretell.trace.TraceException if a trace cannot be read
   */
  public StudyDescription sized(Path folder) {
    OfferMachines machines = new OfferMachines(base);
    StudyDescription sized = new WantedSizes(base, folder).of(description);
    return new MachinePowers(machines).of(new MachineRatios(machines).of(sized));
  }

  private static StudyAnswer answer(StudyDescription description, CampaignResult campaign) {
    Map<String, Evaluation> worlds = new LinkedHashMap<>();
    campaign
        .otherWorlds()
        .forEach((name, times) -> worlds.put(name, new Evaluation(description, times)));
    return Decision.of(new Evaluation(description, campaign.times()), worlds, campaign.doubts());
  }

  private void refuseOther(Path folder) {
    Path resolved = folder.resolve(RESOLVED);
    if (Files.exists(resolved)) {
      String other = nameOf(folder, resolved);
      if (!other.equals(description.name())) {
        throw ForetellException.usage(
            folder
                + ": has results of the study \""
                + other
                + "\", not of \""
                + description.name()
                + "\"; choose another folder");
      }
    }
  }

  private static String nameOf(Path folder, Path resolved) {
    try {
      return StudyFile.read(resolved).name();
    } catch (ForetellException wrong) {
      throw ForetellException.badInput(
          folder
              + ": its "
              + RESOLVED
              + " does not tell whose results these are ("
              + wrong.getMessage()
              + "); choose another folder, or delete this file to go on with the replays there");
    }
  }

  /** As a whole, or not at all. */
  private static void write(Path file, String text) {
    PendingFile pending = new PendingFile(file);
    try {
      try {
        Files.writeString(pending.temporary(), text);
        pending.commit();
      } finally {
        pending.discard();
      }
    } catch (IOException failure) {
      throw ForetellException.outputFailed(
          file + ": cannot be written: " + WriteFailure.of(failure) + "; replays are kept");
    }
  }
}
