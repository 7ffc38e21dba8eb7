package org.foretell.dist;

import java.io.File;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import picocli.CommandLine;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/**
 * A completion script for the shell fish, which picocli has no generator for. Subcommands are
 * offered until one is there, then its options; an option's value is one of its candidates, a file
 * if it is a path, and otherwise left to the user.
 */
final class FishCompletion {
  private final String program;
  private final StringBuilder script = new StringBuilder();

  private FishCompletion(String program) {
    this.program = program;
  }

  /** The script for a command and everything below it. */
  static String of(CommandSpec command) {
    FishCompletion completion = new FishCompletion(command.name());
    completion.script.append("# Completion of ").append(command.name()).append(" in fish.\n");
    completion.add(command, List.of());
    return completion.script.toString();
  }

  private void add(CommandSpec command, List<String> path) {
    Map<String, CommandLine> subcommands = new TreeMap<>();
    command
        .subcommands()
        .forEach(
            (name, subcommand) -> {
              if (!subcommand.getCommandSpec().usageMessage().hidden()) {
                subcommands.put(name, subcommand);
              }
            });
    String condition = condition(path, List.copyOf(subcommands.keySet()));
    for (Map.Entry<String, CommandLine> subcommand : subcommands.entrySet()) {
      String[] description = subcommand.getValue().getCommandSpec().usageMessage().description();
      line(condition, "-f -a " + quoted(subcommand.getKey()) + description(description));
    }
    for (OptionSpec option : command.options()) {
      if (!option.hidden()) {
        line(condition, names(option) + value(option) + description(option.description()));
      }
    }
    for (Map.Entry<String, CommandLine> subcommand : subcommands.entrySet()) {
      List<String> below = new ArrayList<>(path);
      below.add(subcommand.getKey());
      add(subcommand.getValue().getCommandSpec(), below);
    }
  }

  /** True when the words of the path are there, and none of those that would lead further down. */
  private static String condition(List<String> path, List<String> further) {
    List<String> conditions = new ArrayList<>();
    for (String word : path) {
      conditions.add("__fish_seen_subcommand_from " + word);
    }
    if (!further.isEmpty()) {
      conditions.add("not __fish_seen_subcommand_from " + String.join(" ", further));
    }
    return String.join("; and ", conditions);
  }

  private void line(String condition, String rest) {
    script.append("complete -c ").append(program);
    if (!condition.isEmpty()) {
      script.append(" -n ").append(quoted(condition));
    }
    script.append(' ').append(rest.strip()).append('\n');
  }

  private static String names(OptionSpec option) {
    StringBuilder names = new StringBuilder();
    for (String name : option.names()) {
      if (name.startsWith("--")) {
        names.append(" -l ").append(name.substring(2));
      } else {
        names.append(name.length() == 2 ? " -s " : " -o ").append(name.substring(1));
      }
    }
    return names.toString();
  }

  private static String value(OptionSpec option) {
    if (option.arity().max() == 0) {
      return "";
    }
    if (option.completionCandidates() != null) {
      return " -x -a " + quoted(String.join(" ", option.completionCandidates()));
    }
    Class<?> type = option.auxiliaryTypes().length > 0 ? option.auxiliaryTypes()[0] : option.type();
    boolean isFile = Path.class.isAssignableFrom(type) || File.class.isAssignableFrom(type);
    return isFile ? " -r -F" : " -x";
  }

  /** The first sentence, as fish shows one line. */
  private static String description(String[] lines) {
    if (lines.length == 0) {
      return "";
    }
    String text = Ansi.OFF.string(String.join(" ", lines)).replace("%n", " ").replace("%%", "%");
    int end = text.indexOf(". ");
    String sentence = end < 0 ? text : text.substring(0, end);
    return " -d " + quoted(sentence.strip().replaceAll("[.;]$", ""));
  }

  private static String quoted(String text) {
    return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'";
  }
}
