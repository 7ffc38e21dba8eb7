package org.foretell.cli.shell;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.UnmatchedArgumentException;

/** What to write instead of options and arguments that users of other tools expect here. */
final class UsageHints {
  /** By option what to do instead, where no command has the option for that. */
  private static final Map<String, String> INSTEAD =
      Map.of(
          "--nodes",
          "the ranks of the trace and --ranks-per-node determine the number of nodes",
          "--ranks",
          "the trace determines the number of ranks",
          "--np",
          "the trace determines the number of ranks",
          "--html",
          "sim explain --html FILE MACHINE TRACE writes a page",
          "--machine",
          "the machine comes before the trace: sim run MACHINE TRACE");

  /** By command that other tools have the option instead. */
  private static final Map<String, String> COMMANDS_ELSEWHERE =
      Map.of(
          "help",
          "sim --help describes them, and sim run --help the options of sim run",
          "version",
          "sim --version prints the version");

  private UsageHints() {}

  /** What to write instead; empty where nothing better is known than what the message says. */
  static Optional<String> of(UnmatchedArgumentException failure) {
    CommandSpec command = failure.getCommandLine().getCommandSpec();
    List<String> unmatched = failure.getUnmatched();
    if (!command.subcommands().isEmpty() && COMMANDS_ELSEWHERE.containsKey(unmatched.get(0))) {
      return Optional.of(COMMANDS_ELSEWHERE.get(unmatched.get(0)));
    }
    if (command.qualifiedName().equals("sim trace")) {
      return Optional.of(
          "put the traced program and its options after --, as in sim trace --out app.bin -- mpirun"
              + " -np 2 ./app");
    }
    if (command.name().equals("compare") && !failure.isUnknownOption()) {
      return Optional.of(
          "sim compare compares models on one machine; for several machines call sim run with"
              + " each");
    }
    return unmatched.stream()
        .map(word -> word.indexOf('=') < 0 ? word : word.substring(0, word.indexOf('=')))
        .filter(INSTEAD::containsKey)
        .map(INSTEAD::get)
        .findFirst();
  }
}
