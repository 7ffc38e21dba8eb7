package org.foretell.cli.shell;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import java.lang.reflect.AnnotatedElement;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.foretell.cli.Sim;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

class HelpSectionsTest {
  /** Lines of a usual window of a terminal. */
  private static final int SCREEN = 50;

  private static List<CommandLine> subcommands(CommandLine command) {
    List<CommandLine> all = new ArrayList<>();
    for (CommandLine each : command.getSubcommands().values()) {
      all.add(each);
      all.addAll(subcommands(each));
    }
    return all;
  }

  @Test
  void helpFitsAScreenOrIsInGroups() {
    for (CommandLine command : subcommands(Sim.commandLine())) {
      String help = command.getUsageMessage(Ansi.OFF);
      boolean grouped = help.contains("\nResults:\n");
      String name = command.getCommandSpec().qualifiedName();
      if (!grouped) {
        assertThat(help.lines().count()).as(name).isLessThanOrEqualTo(SCREEN);
      }
      boolean hasMany = command.getCommandSpec().options().size() > HelpSections.MOST_UNGROUPED;
      assertThat(grouped).as(name).isEqualTo(hasMany);
    }
  }

  @Test
  void groupsHaveAllOptions() {
    for (CommandLine command : subcommands(Sim.commandLine())) {
      List<OptionSpec> options = command.getCommandSpec().options();
      String help = command.getUsageMessage(Ansi.OFF);
      for (OptionSpec option : options) {
        assertThat(help)
            .as(command.getCommandName())
            .contains(option.longestName().replaceFirst("^-+", ""));
        if (options.size() > HelpSections.MOST_UNGROUPED) {
          assertThat(HelpSections.groupOf(option))
              .as("add %s to a group in HelpSections", option.longestName())
              .isNotEqualTo("Other options");
        }
      }
    }
  }

  /** As written: the library's own accessor has replaced %% by % already. */
  private static List<String> written(ArgSpec argument) {
    List<String> lines = new ArrayList<>();
    if (argument.userObject() instanceof AnnotatedElement element) {
      Option option = element.getAnnotation(Option.class);
      Parameters parameters = element.getAnnotation(Parameters.class);
      lines.addAll(option == null ? List.of() : List.of(option.description()));
      lines.addAll(parameters == null ? List.of() : List.of(parameters.description()));
    }
    return lines;
  }

  /** The library formats each description; a lone % makes it print a warning above the help. */
  @Test
  void descriptionsCanBeFormatted() {
    List<String> all = new ArrayList<>();
    for (CommandLine command : subcommands(Sim.commandLine())) {
      for (ArgSpec each : command.getCommandSpec().args()) {
        for (String line : written(each)) {
          all.add(line);
          assertThatCode(() -> String.format(Locale.ROOT, line))
              .as("%s %s: write %%%% for %%", command.getCommandName(), each.paramLabel())
              .doesNotThrowAnyException();
        }
      }
    }
    assertThat(all).hasSizeGreaterThan(100).anyMatch(line -> line.contains("%%"));
  }

  @Test
  void exitCodesAreListedOnce() {
    CommandLine sim = Sim.commandLine();
    assertThat(sim.getUsageMessage(Ansi.OFF)).contains("a bug in sim");
    for (CommandLine command : subcommands(sim)) {
      assertThat(command.getUsageMessage(Ansi.OFF))
          .doesNotContain("a bug in sim")
          .contains("Exit codes: see sim --help.");
    }
  }
}
