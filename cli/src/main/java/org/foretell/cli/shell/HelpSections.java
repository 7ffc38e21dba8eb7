package org.foretell.cli.shell;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import picocli.CommandLine;
import picocli.CommandLine.Help;
import picocli.CommandLine.IHelpSectionRenderer;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.UsageMessageSpec;

/**
 * Lays out the help of commands: the options of a command that has many are shown in groups, and
 * exit codes are listed by {@code sim --help} only.
 */
public final class HelpSections {
  /**
   * The heading of an option whose command arranges its own groups, as its user object. Such groups
   * come before the others.
   */
  public record Heading(String text) {}

  /** A command with more options than this shows them in groups. */
  static final int MOST_UNGROUPED = 16;

  private static final String OTHERS = "Other options";

  /** Headings in the order in which they are shown, and the options below each. */
  private static final Map<String, List<String>> GROUPS = groups();

  private HelpSections() {}

  private static Map<String, List<String>> groups() {
    Map<String, List<String>> groups = new LinkedHashMap<>();
    groups.put("Program", List.of("--ranks", "--language", "--api", "--alltoallv", "--skip"));
    groups.put(
        "Model and machine",
        List.of("--model", "--models", "-P", "--set", "--collectives", "--with-recorded"));
    groups.put("Placement of ranks", List.of("--placement", "--ranks-per-node", "--oversubscribe"));
    groups.put(
        "Queue",
        List.of(
            "--policy",
            "--nodes",
            "--together",
            "--interference",
            "--any-nodes",
            "--no-kill",
            "--demand"));
    groups.put(
        "Workflow",
        List.of(
            "--instances",
            "--workers",
            "--per-node",
            "--deal-time",
            "--deadline",
            "--node-memory"));
    groups.put(
        "Failures",
        List.of(
            "--repeat",
            "--time",
            "--mtbf",
            "--weibull",
            "--network-mtbf",
            "--checkpoint",
            "--checkpoint-bytes",
            "--restart"));
    groups.put("Several jobs", List.of("--job-placement", "--job-nodes", "--background"));
    groups.put(
        "Computation",
        List.of(
            "--compute",
            "--traced-core-speed",
            "--traced-machine",
            "--traced-ranks-per-node",
            "--memory-bound",
            "--work",
            "--measured-pair",
            "--scale-call-site",
            "--scale-phase"));
    groups.put(
        "Reading the trace",
        List.of(
            "--base-flops",
            "--unknown-actions",
            "--time-unit",
            "--instruction-rate",
            "--burst-clock",
            "--lowering",
            "--match-sizes",
            "--format",
            "--formats",
            "--unsupported"));
    groups.put(
        "Noise and repetition",
        List.of(
            "--seed",
            "--compute-noise",
            "--network-noise",
            "--noise-trace",
            "--noise-cosched",
            "--replications",
            "--threads"));
    groups.put(
        "Energy", List.of("--cores-per-rank", "--clocks", "--clock-bound", "--tolerance", "--cap"));
    groups.put(
        "Clusters",
        List.of(
            "--method",
            "--clusters",
            "--metric",
            "--select",
            "--two-steps",
            "--marker",
            "--every",
            "--filter",
            "--count-tolerance",
            "--rank",
            "--machine",
            "--brief",
            "--paper",
            "--all",
            "--any-counts",
            "--partners",
            "--durations",
            "--duration-tolerance",
            "--functions"));
    groups.put(
        "Analysis",
        List.of(
            "--interval",
            "--leads",
            "--reference",
            "--weak",
            "--sensitivities",
            "--classes",
            "--tree",
            "--train",
            "--recorded",
            "--rules"));
    groups.put(
        "Results",
        List.of(
            "--verbose",
            "--out",
            "--json",
            "--csv",
            "--html",
            "--png",
            "--plot",
            "--grid",
            "--messages",
            "--timeline",
            "--timeline-ranks",
            "--timeline-window",
            "--timeline-phase"));
    groups.put(OTHERS, List.of());
    groups.put("Help", List.of("--help", "--version"));
    return groups;
  }

  /** Arranges the help of a command and of all its subcommands. */
  public static void arrange(CommandLine command) {
    CommandSpec spec = command.getCommandSpec();
    UsageMessageSpec usage = spec.usageMessage();
    if (spec.parent() != null) {
      usage.exitCodeList(Map.of()).exitCodeListHeading("");
      usage.footer("", "Exit codes: see sim --help.");
    }
    if (spec.options().size() > MOST_UNGROUPED) {
      usage.abbreviateSynopsis(true);
      command
          .getHelpSectionMap()
          .put(UsageMessageSpec.SECTION_KEY_OPTION_LIST, new GroupedOptions());
    }
    for (CommandLine subcommand : command.getSubcommands().values()) {
      arrange(subcommand);
    }
  }

  /**
   * The options of a command in their groups. No lambda: one that holds a class as old as picocli's
   * keeps this class, and those that depend on it, out of the launcher's archive.
   */
  private static final class GroupedOptions implements IHelpSectionRenderer {
    @Override
    public String render(Help help) {
      return optionList(help);
    }
  }

  /** The heading under which an option is shown. */
  static String groupOf(OptionSpec option) {
    if (option.userObject() instanceof Heading heading) {
      return heading.text();
    }
    return GROUPS.entrySet().stream()
        .filter(group -> group.getValue().stream().anyMatch(name -> isNamed(option, name)))
        .map(Map.Entry::getKey)
        .findFirst()
        .orElse(OTHERS);
  }

  private static boolean isNamed(OptionSpec option, String name) {
    return List.of(option.names()).contains(name);
  }

  private static String optionList(Help help) {
    Map<String, List<OptionSpec>> byGroup = new LinkedHashMap<>();
    for (OptionSpec option : help.commandSpec().options()) {
      if (option.userObject() instanceof Heading heading) {
        byGroup.putIfAbsent(heading.text(), new ArrayList<>());
      }
    }
    GROUPS.keySet().forEach(group -> byGroup.putIfAbsent(group, new ArrayList<>()));
    for (OptionSpec option : help.commandSpec().options()) {
      if (!option.hidden()) {
        byGroup.getOrDefault(groupOf(option), List.of()).add(option);
      }
    }
    StringBuilder text = new StringBuilder();
    byGroup.forEach(
        (group, options) -> {
          if (!options.isEmpty()) {
            Help.Layout layout = help.createDefaultLayout();
            layout.addOptions(options, help.parameterLabelRenderer());
            text.append(System.lineSeparator())
                .append(help.colorScheme().text("@|bold " + group + ":|@"))
                .append(System.lineSeparator())
                .append(layout);
          }
        });
    return text.toString();
  }
}
