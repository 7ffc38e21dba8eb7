package org.foretell.study.spark;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.foretell.failure.ForetellException;
import org.foretell.failure.words.FailureKind;
import org.foretell.failure.words.FailureText;
import org.foretell.runner.Runner;
import org.foretell.study.Study;
import org.foretell.study.StudyResult;
import org.foretell.study.campaign.CampaignProgress;
import org.foretell.study.campaign.CampaignSettings;
import org.foretell.study.campaign.ReplayGathering;
import org.foretell.study.report.Conclusion;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** What {@code spark-submit} runs: {@code sim study} with the replays on a cluster. */
@Command(
    name = "foretell-study-spark",
    sortOptions = false,
    mixinStandardHelpOptions = true,
    description =
        "Makes the replays of a study on the executors of Spark. The files in the folder are those"
            + " of sim study, byte for byte; the same command goes on after an interruption.")
public final class StudyOnSpark implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Parameters(paramLabel = "STUDY", description = "Study file.")
  private Path file;

  @Option(
      names = "--out",
      paramLabel = "DIR",
      required = true,
      description = "Folder for results, on the host of the driver.")
  private Path folder;

  @Option(
      names = "--archive",
      paramLabel = "NAME",
      description =
          "Executors find the files of the study in the archive that spark-submit --archives"
              + " FILE#NAME sent them, relative to its top folder; if not given, where the driver"
              + " finds them, on a file system that all hosts share.")
  private @Nullable String archive;

  private StudyOnSpark() {}

  /**
   * Ends with the exit code of {@code sim}.
   *
   * @param arguments the study file and options
   */
  public static void main(String[] arguments) {
    System.exit(commandLine().execute(arguments));
  }

  static CommandLine commandLine() {
    return new CommandLine(new StudyOnSpark())
        .setExecutionExceptionHandler(
            (failure, commandLine, parsed) -> {
              commandLine.getErr().println("foretell-study-spark: " + FailureText.of(failure));
              Optional<ForetellException.Kind> kind = FailureKind.of(failure);
              if (kind.isEmpty()) {
                failure.printStackTrace(commandLine.getErr());
              }
              return kind.map(StudyOnSpark::exitCode).orElse(1);
            });
  }

  private static int exitCode(ForetellException.Kind kind) {
    return switch (kind) {
      case SETTING -> 2;
      case INPUT -> 3;
      case PROGRAM -> 4;
      case OUTPUT -> 5;
    };
  }

  @Override
  public Integer call() {
    Study study = Study.read(file);
    CampaignSettings settings = CampaignSettings.whole(Runner.builder(), CampaignProgress.NONE);
    Map<String, Long> replaysByHost;
    try (ReplayGathering gathering = study.gather(folder, settings)) {
      replaysByHost =
          new SparkReplays(study, study.sized(folder), Optional.ofNullable(archive)).run(gathering);
    }
    StudyResult result = study.run(folder, settings);
    PrintWriter out = spec.commandLine().getOut();
    Conclusion.of(result.answer()).forEach(out::println);
    replaysByHost.forEach(
        (host, replays) -> out.printf("%,d replays were made on %s.%n", replays, host));
    out.printf("%,d replays are in %s.%n", result.campaign().replays().size(), folder);
    out.flush();
    return 0;
  }
}
