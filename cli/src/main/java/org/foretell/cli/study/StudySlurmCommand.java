package org.foretell.cli.study;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.foretell.cli.shell.ExitCode;
import org.foretell.failure.ForetellException;
import org.foretell.study.Study;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code sim study slurm}: a script for an array of jobs. */
@Command(
    name = "slurm",
    description =
        "Prints a Slurm script that runs the replays of a study as an array of jobs, one shard"
            + " each.")
public final class StudySlurmCommand implements Callable<Integer> {
  private static final int MOST_JOBS = 1000;

  @Spec private CommandSpec spec;

  @Parameters(paramLabel = "STUDY", description = "Study file.")
  private Path file;

  @Option(
      names = "--out",
      paramLabel = "DIR",
      required = true,
      description = "Folder for results, on a file system that all nodes share.")
  private Path folder;

  @Option(
      names = "--jobs",
      paramLabel = "N",
      defaultValue = "8",
      description = "Number of jobs in the array (default: 8). Many sites allow at most 1000.")
  private int jobs;

  @Option(
      names = "--threads",
      paramLabel = "N",
      defaultValue = "16",
      description = "Processors per job (default: 16).")
  private int threads;

  @Override
  public Integer call() {
    if (jobs < 1 || jobs > MOST_JOBS || threads < 1) {
      throw ForetellException.usage(
          "--jobs must be from 1 to " + MOST_JOBS + ", and --threads at least 1");
    }
    String name = Study.read(file).description().name().replace(' ', '-');
    PrintWriter out = spec.commandLine().getOut();
    String study = quoted(file.toString());
    String results = quoted(folder.toString());
    out.printf(
        """
        #!/bin/bash
        #SBATCH --job-name=study-%s
        #SBATCH --array=1-%d
        #SBATCH --ntasks=1
        #SBATCH --cpus-per-task=%d
        sim study %s --out %s/shard-"$SLURM_ARRAY_TASK_ID" \\
          --shard "$SLURM_ARRAY_TASK_ID"/%d --threads %d
        # When all jobs are over:
        #   sim study merge %s/shard-* --out %s && sim study %s --out %s
        """,
        name, jobs, threads, study, results, jobs, threads, results, results, study, results);
    return ExitCode.OK;
  }

  /** For a shell, whatever is in it. */
  private static String quoted(String text) {
    return text.matches("[A-Za-z0-9._/+-]+") ? text : "'" + text.replace("'", "'\\''") + "'";
  }
}
