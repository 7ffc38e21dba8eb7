package org.foretell.cli.generate;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code sim generate}: what there is to generate. */
@Command(
    name = "generate",
    description = "Writes programs for real machines, and traces of regular programs.",
    synopsisSubcommandLabel = "WHAT",
    subcommands = {ProgramCommand.class, SyntheticCommand.class, ShmemBenchCommand.class})
public final class GenerateCommand implements Runnable {
  @Spec private CommandSpec spec;

  @Override
  public void run() {
    throw new ParameterException(
        spec.commandLine(),
        "choose a subcommand: sim generate program TRACE --out DIR, sim generate trace"
            + " PROGRAM --ranks N --out FILE, or sim generate shmem-bench CONFIG --out DIR");
  }
}
