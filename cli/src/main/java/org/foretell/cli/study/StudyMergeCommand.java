package org.foretell.cli.study;

import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.foretell.cli.shell.ExitCode;
import org.foretell.study.campaign.ReplayFolders;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code sim study merge}: joins the results of shards. */
@Command(
    name = "merge",
    description =
        "Joins the replays of several folders, for example of shards. Then run sim study with the"
            + " joined folder.")
public final class StudyMergeCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Parameters(paramLabel = "DIR", arity = "1..*", description = "Folders with results.")
  private List<Path> folders = List.of();

  @Option(
      names = "--out",
      paramLabel = "DIR",
      required = true,
      description = "Folder for all replays.")
  private Path out;

  @Override
  public Integer call() {
    int replays = ReplayFolders.merge(folders, out);
    spec.commandLine().getOut().printf("%,d replays are in %s.%n", replays, out);
    return ExitCode.OK;
  }
}
