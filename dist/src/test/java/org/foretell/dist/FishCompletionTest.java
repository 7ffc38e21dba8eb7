package org.foretell.dist;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.foretell.cli.Sim;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

class FishCompletionTest {
  enum Colour {
    RED,
    BLUE
  }

  @Command(name = "tool", subcommands = Paint.class)
  static final class Tool {
    @Option(names = "--quiet", description = "Says nothing. Not even this.")
    boolean quiet;
  }

  @Command(name = "paint", description = "Paints; it's quick.", subcommands = Undo.class)
  static final class Paint {
    @Option(names = {"-c", "--colour"})
    Colour colour;

    @Option(names = "--out")
    Path out;

    @Option(names = "--also")
    List<Path> also;

    @Option(names = "-size")
    int size;

    @Option(names = "--secret", hidden = true)
    boolean secret;
  }

  @Command(name = "undo")
  static final class Undo {}

  @Command(name = "hidden", hidden = true)
  static final class Hidden {}

  @Test
  void offersSubcommandsThenTheirOptionsAndValues() {
    CommandLine tool = new CommandLine(new Tool()).addSubcommand(new Hidden());
    assertThat(FishCompletion.of(tool.getCommandSpec()))
        .isEqualTo(
            """
            # Completion of tool in fish.
            complete -c tool -n 'not __fish_seen_subcommand_from paint' -f -a 'paint' -d 'Paints; it\\'s quick'
            complete -c tool -n 'not __fish_seen_subcommand_from paint' -l quiet -d 'Says nothing'
            complete -c tool -n '__fish_seen_subcommand_from paint; and not __fish_seen_subcommand_from undo' -f -a 'undo'
            complete -c tool -n '__fish_seen_subcommand_from paint; and not __fish_seen_subcommand_from undo' -s c -l colour -x -a 'RED BLUE'
            complete -c tool -n '__fish_seen_subcommand_from paint; and not __fish_seen_subcommand_from undo' -l out -r -F
            complete -c tool -n '__fish_seen_subcommand_from paint; and not __fish_seen_subcommand_from undo' -l also -r -F
            complete -c tool -n '__fish_seen_subcommand_from paint; and not __fish_seen_subcommand_from undo' -o size -x
            """);
  }

  @Test
  void knowsEverySubcommandAndOptionOfSim() {
    String script = FishCompletion.of(Sim.commandLine().getCommandSpec());
    assertThat(script).contains(" -a 'run' ", " -a 'machines' ", " -a 'validate' ");
    Sim.commandLine()
        .getSubcommands()
        .get("run")
        .getCommandSpec()
        .options()
        .forEach(
            option ->
                assertThat(script)
                    .containsPattern(
                        "seen_subcommand_from run' .*"
                            + (option.longestName().startsWith("--") ? "-l " : "-s ")
                            + option.longestName().replaceFirst("^-+", "")
                            + " "));
  }
}
