package org.foretell.cli.generate;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;
import org.foretell.cli.shell.HelpSections;
import org.foretell.generators.synthetic.SyntheticOption;
import org.foretell.generators.synthetic.SyntheticProgram;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** Adds the options of synthetic programs, with the programs that accept them and defaults. */
final class SyntheticOptions {
  private SyntheticOptions() {}

  static void addTo(CommandSpec command) {
    for (SyntheticOption option : SyntheticOption.values()) {
      command.addOption(
          OptionSpec.builder(option.label())
              .type(String.class)
              .paramLabel(option.valueLabel())
              .description((option.description() + " " + programs(option)).replace("%", "%%"))
              .userObject(new HelpSections.Heading(option.group().heading()))
              .build());
    }
  }

  /** {@code Default: halo 8B; fft 16B.} */
  static String programs(SyntheticOption option) {
    Map<String, StringBuilder> byDefault = new LinkedHashMap<>();
    int accepting = 0;
    for (SyntheticProgram program : SyntheticProgram.values()) {
      String usual = program.options().get(option);
      if (usual != null) {
        accepting++;
        StringBuilder programs = byDefault.computeIfAbsent(usual, key -> new StringBuilder());
        programs.append(programs.isEmpty() ? "" : ", ").append(program);
      }
    }
    if (accepting == SyntheticProgram.values().length && byDefault.size() == 1) {
      String usual = byDefault.keySet().iterator().next();
      return usual.isEmpty() ? "" : "Default: " + usual + ".";
    }
    return byDefault.entrySet().stream()
        .map(
            entry ->
                entry.getValue() + (entry.getKey().isEmpty() ? "" : ": " + entry.getKey()))
        .collect(Collectors.joining("; ", "(", ")"));
  }
}
