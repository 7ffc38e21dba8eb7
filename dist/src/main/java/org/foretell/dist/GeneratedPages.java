package org.foretell.dist;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.foretell.cli.Sim;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.codegen.docgen.manpage.ManPageGenerator;

/**
 * Writes what a build takes from the command's own description; run by the profile {@code dist}.
 */
public final class GeneratedPages {
  private GeneratedPages() {}

  /**
   * Writes completion scripts into the folder {@code completions}, and man pages as AsciiDoc into
   * the folder {@code man}.
   *
   * @param args the folder that holds both, made when it is not there
   * @throws IOException if a file cannot be written
   */
  public static void main(String[] args) throws IOException {
    if (args.length != 1) {
      throw new IllegalArgumentException("expected one folder, found " + args.length);
    }
    write(Sim.commandLine(), Path.of(args[0]));
  }

  static void write(CommandLine command, Path folder) throws IOException {
    String name = command.getCommandName();
    Path completions = Files.createDirectories(folder.resolve("completions"));
    String bash = withoutDate(AutoComplete.bash(name, command));
    Files.writeString(completions.resolve(name + ".bash"), bash, UTF_8);
    Files.writeString(completions.resolve(name + ".zsh"), bash, UTF_8);
    String fish = FishCompletion.of(command.getCommandSpec());
    Files.writeString(completions.resolve(name + ".fish"), fish, UTF_8);

    Path pages = Files.createDirectories(folder.resolve("man"));
    List<CommandSpec> commands = new ArrayList<>();
    collect(command.getCommandSpec(), commands);
    int exitCode =
        ManPageGenerator.generateManPage(
            pages.toFile(), null, new boolean[0], true, commands.toArray(new CommandSpec[0]));
    if (exitCode != 0) {
      throw new IOException(pages + ": the man pages could not be written, exit code " + exitCode);
    }
  }

  private static void collect(CommandSpec command, List<CommandSpec> into) {
    into.add(command);
    for (CommandLine subcommand : command.subcommands().values()) {
      collect(subcommand.getCommandSpec(), into);
    }
  }

  /** The generator notes the time in a comment; two builds give the same bytes without it. */
  private static String withoutDate(String script) {
    return script.replaceAll("(?m)^# Date: .*\n", "");
  }
}
