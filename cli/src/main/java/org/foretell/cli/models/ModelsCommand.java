package org.foretell.cli.models;

import java.io.PrintWriter;
import java.util.List;
import java.util.concurrent.Callable;
import org.foretell.cli.settings.ModelJars;
import org.foretell.cli.shell.ExitCode;
import org.foretell.cli.text.Style;
import org.foretell.cli.text.TextTable;
import org.foretell.model.ModelProvider;
import org.foretell.model.ParameterSpec;
import org.foretell.setting.ModelRegistry;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code sim models}: which communication models there are, and their parameters. */
@Command(
    name = "models",
    description =
        "Lists the communication models and their parameters, with defaults and meanings.")
public final class ModelsCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Mixin private ModelJars modelJars = new ModelJars();

  @Parameters(arity = "0..*", paramLabel = "MODEL", description = "Only these models.")
  private List<String> names = List.of();

  @Override
  public Integer call() {
    ModelRegistry registry = modelJars.load();
    List<ModelProvider> chosen =
        names.isEmpty() ? registry.all() : names.stream().map(registry::get).toList();
    PrintWriter out = spec.commandLine().getOut();
    Style style = new Style(spec.commandLine().getColorScheme().ansi());
    for (ModelProvider provider : chosen) {
      out.println(style.strong(provider.name()) + whenUsed(provider.name()));
      out.println("  " + provider.summary());
      TextTable table = new TextTable(4, "parameter", "value", "default", "meaning");
      for (ParameterSpec parameter : provider.parameters()) {
        table.row(
            parameter.name(),
            example(parameter.kind()),
            parameter.defaultText(),
            parameter.meaning());
      }
      table.print(out, style);
      out.println();
    }
    out.println("Set a parameter with -P name=value; see docs/models.md.");
    return ExitCode.OK;
  }

  private static String whenUsed(String model) {
    return switch (model) {
      case ModelRegistry.DEFAULT -> " (default, unless the machine names another)";
      case ModelRegistry.WITHOUT_MACHINE -> " (default without a machine)";
      default -> "";
    };
  }

  private static String example(ParameterSpec.Kind kind) {
    return switch (kind) {
      case TIME -> "time, 6.5us";
      case BYTES -> "size, 64KiB";
      case BYTES_PER_SECOND -> "bandwidth, 2.0GB/s";
      case TIME_PER_BYTE -> "gap, 0.18ns/B";
      case NUMBER -> "number, 1.5";
      case COUNT -> "whole number, 8";
      case WORD -> "word";
      case TABLE -> "table, 0:1";
    };
  }
}
