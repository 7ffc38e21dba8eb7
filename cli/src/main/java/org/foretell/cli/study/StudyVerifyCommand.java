package org.foretell.cli.study;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.foretell.cli.shell.ExitCode;
import org.foretell.failure.ForetellException;
import org.foretell.study.Study;
import org.foretell.study.campaign.Verification;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code sim study verify}: makes some replays of a study again. */
@Command(
    name = "verify",
    description =
        "Repeats some of the replays of a folder and compares the times to the picosecond. The exit"
            + " code is 3 if one differs.")
public final class StudyVerifyCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Parameters(paramLabel = "STUDY", description = "Study file.")
  private Path file;

  @Option(
      names = "--out",
      paramLabel = "DIR",
      required = true,
      description = "Folder with its results.")
  private Path folder;

  @Option(
      names = "--replays",
      paramLabel = "N",
      defaultValue = "20",
      description = "Number of replays to repeat (default: 20).")
  private int most;

  @Mixin private CampaignOptions campaignOptions = new CampaignOptions();

  @Override
  public Integer call() {
    if (most < 1) {
      throw ForetellException.usage("--replays " + most + ": expected at least 1");
    }
    Verification verification = Study.read(file).verify(folder, most, campaignOptions.quiet());
    PrintWriter out = spec.commandLine().getOut();
    out.printf(
        "%,d of %,d replays were repeated; %s%n",
        verification.replayed(),
        verification.kept(),
        verification.isSame()
            ? "all are the same."
            : verification.differences().size() + " are different:");
    verification.differences().forEach(line -> out.println("  " + line));
    return verification.isSame() ? ExitCode.OK : ExitCode.BAD_INPUT;
  }
}
