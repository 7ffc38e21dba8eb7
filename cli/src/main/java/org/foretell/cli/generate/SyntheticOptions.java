package org.foretell.cli.generate;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.foretell.cli.shell.HelpSections;
import org.foretell.generators.synthetic.SyntheticOption;
import org.foretell.generators.synthetic.SyntheticProgram;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/** Adds the options of synthetic programs, with the programs that accept them and defaults. */
final class SyntheticOptions {
  /** An option that fewer programs do without names these, and not those that accept it. */
  private static final int MOST_WITHOUT = 2;

  private SyntheticOptions() {}

  static void addTo(CommandSpec command) {
    command.addPositional(
        PositionalParamSpec.builder()
            .index("0")
            .arity("1")
            .required(true)
            .type(SyntheticProgram.class)
            .converters(new EnumConverter.Program())
            .paramLabel("PROGRAM")
            .description(
                Arrays.stream(SyntheticProgram.values())
                    .map(program -> program + ": " + program.summary())
                    .toArray(String[]::new))
            .build());
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
    List<String> without = new ArrayList<>();
    for (SyntheticProgram program : SyntheticProgram.values()) {
      String usual = program.options().get(option);
      if (usual != null) {
        StringBuilder programs = byDefault.computeIfAbsent(usual, key -> new StringBuilder());
        programs.append(programs.isEmpty() ? "" : ", ").append(program);
      } else {
        without.add(program.toString());
      }
    }
    if (without.size() <= MOST_WITHOUT && byDefault.size() == 1) {
      String usual = byDefault.keySet().iterator().next();
      return (usual.isEmpty() ? "" : "Default: " + usual + ".")
          + (without.isEmpty() ? "" : " Not for " + String.join(", ", without) + ".");
    }
    return byDefault.entrySet().stream()
        .map(entry -> entry.getValue() + (entry.getKey().isEmpty() ? "" : ": " + entry.getKey()))
        .collect(Collectors.joining("; ", "(", ")"));
  }
}
