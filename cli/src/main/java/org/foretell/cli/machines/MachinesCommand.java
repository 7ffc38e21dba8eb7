package org.foretell.cli.machines;

import java.io.IOException;
import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import org.foretell.cli.report.SetValuesText;
import org.foretell.cli.settings.MachineValues;
import org.foretell.cli.settings.ModelJars;
import org.foretell.cli.shell.ExitCode;
import org.foretell.cli.text.Style;
import org.foretell.cli.text.TextTable;
import org.foretell.cli.text.Words;
import org.foretell.input.MachineArgument;
import org.foretell.machine.FileSystem;
import org.foretell.machine.Machine;
import org.foretell.machine.NodeGroup;
import org.foretell.machine.RankMapping;
import org.foretell.machine.Topology;
import org.foretell.machines.Catalogue;
import org.foretell.machines.file.LoadedMachine;
import org.foretell.machines.file.MachineCheck;
import org.foretell.machines.file.MachineFileException;
import org.foretell.setting.ModelRegistry;
import org.foretell.setting.SettingsCheck;
import org.foretell.time.Quantity;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code sim machines}: the catalogue, one machine of it, and checking machine files. */
@Command(
    name = "machines",
    description = "Lists the machines of the catalogue, shows one, or validates machine files.",
    subcommands = {
      MachinesCommand.ListAll.class,
      MachinesCommand.Show.class,
      MachinesCommand.Validate.class
    })
public final class MachinesCommand implements Runnable {
  @Spec private CommandSpec spec;

  @Override
  public void run() {
    throw new ParameterException(spec.commandLine(), "Name a subcommand: list, show or validate.");
  }

  /** {@code sim machines list}. */
  @Command(name = "list", description = "Lists the machines of the catalogue.")
  static final class ListAll implements Callable<Integer> {
    @Spec private CommandSpec spec;

    @Override
    public Integer call() {
      PrintWriter out = spec.commandLine().getOut();
      TextTable table =
          new TextTable(
              2, "name", "machine", "nodes", "cores", "latency", "bandwidth", "unverified figures");
      for (String name : Catalogue.names()) {
        Machine machine = Catalogue.load(name).machine();
        table.row(
            name,
            machine.title(),
            String.format(Locale.US, "%,d", machine.nodes()),
            String.format(Locale.US, "%,d", machine.cores()),
            Quantity.formatTime(machine.buses().speed().latencyPs()),
            Quantity.formatBytesPerSecond(machine.buses().speed().bytesPerSecond()),
            String.valueOf(machine.unverified().size()));
      }
      table.print(out, new Style(spec.commandLine().getColorScheme().ansi()));
      return ExitCode.OK;
    }
  }

  /** {@code sim machines show}. */
  @Command(
      name = "show",
      description = "Shows a machine: its parts, and the source of each figure.")
  static final class Show implements Callable<Integer> {
    @Spec private CommandSpec spec;

    @Parameters(paramLabel = "MACHINE", description = "A name from the catalogue, or a file.")
    private String machine;

    @Option(
        names = "--file",
        description = "Print the machine file itself, as a start for your own.")
    private boolean asFile;

    @Mixin private MachineValues values = new MachineValues();

    @Override
    public Integer call() throws IOException {
      PrintWriter out = spec.commandLine().getOut();
      MachineCheck moves = new SettingsCheck(ModelRegistry.load(List.of())).ofNothing();
      if (asFile) {
        out.print(MachineArgument.text(machine, values.byPath(), moves));
        return ExitCode.OK;
      }
      LoadedMachine loaded = MachineArgument.load(machine, values.byPath(), moves);
      print(loaded, out, new Style(spec.commandLine().getColorScheme().ansi()));
      return ExitCode.OK;
    }

    private static void print(LoadedMachine loaded, PrintWriter out, Style style) {
      Machine machine = loaded.machine();
      out.println(style.strong(machine.name()) + ": " + machine.title());
      TextTable groups =
          new TextTable(
              1,
              "nodes of kind",
              "nodes",
              "cores",
              "core speed",
              "latency inside",
              "bandwidth inside",
              "links in/out",
              "NICs");
      for (NodeGroup group : machine.groups()) {
        groups.row(
            group.name(),
            String.format(Locale.US, "%,d", group.nodes()),
            String.valueOf(group.coresPerNode()),
            group.coreFlopsPerSecond().isPresent()
                ? Quantity.formatFlopsPerSecond(group.coreFlopsPerSecond().getAsDouble())
                : "not stated",
            Quantity.formatTime(group.intraNode().latencyPs()),
            Quantity.formatBytesPerSecond(group.intraNode().bytesPerSecond()),
            links(group.inputLinks()) + "/" + links(group.outputLinks()),
            String.valueOf(group.nics()));
      }
      groups.print(out, style);
      out.printf(
          Locale.US,
          "network: latency %s, bandwidth %s, buses %s; eager up to %s%n",
          Quantity.formatTime(machine.buses().speed().latencyPs()),
          Quantity.formatBytesPerSecond(machine.buses().speed().bytesPerSecond()),
          links(machine.buses().count()),
          machine.eagerThresholdBytes() == Long.MAX_VALUE
              ? Quantity.UNLIMITED
              : machine.eagerThresholdBytes() + " B");
      MachineFigures.print(machine, out);
      machine.topology().ifPresent(topology -> print(topology, out));
      machine.fileSystem().ifPresent(files -> print(files, out));
      machine.defaultModel().ifPresent(model -> out.println("default model: " + model));
      machine
          .busLinks()
          .ifPresent(
              described ->
                  out.printf(
                      Locale.US,
                      "links and buses: %s, %s; ranks %s%n",
                      Words.counted(described.sites().size(), "site"),
                      Words.counted(described.burstRules().size(), "rule") + " for event blocks",
                      described
                          .mapping()
                          .map(RankMapping::description)
                          .orElse("as --placement says")));
      machine
          .busLinks()
          .filter(described -> described.sites().size() > 1)
          .ifPresent(described -> WideAreaText.print(described, out));
      machine.modelParameters().entrySet().stream()
          .sorted(java.util.Map.Entry.comparingByKey())
          .forEach(entry -> out.println("setting: " + entry.getKey() + " = " + entry.getValue()));
      machine
          .ranges()
          .forEach(
              range ->
                  out.println(
                      "range: %s = %s, from %s to %s"
                          .formatted(range.figure(), range.value(), range.from(), range.to())));
      machine.sources().forEach(source -> out.println("source: " + withFigure(source, loaded)));
      machine.unverified().forEach(figure -> out.println(style.warning("unverified: ") + figure));
      SetValuesText.lines(loaded.set()).forEach(line -> out.println("set: " + line));
      loaded.notes().forEach(note -> out.println("note: " + note));
      out.println("sha256: " + loaded.sha256());
    }

    /** A source with what it is of: {@code network.latency = 1.1us (derived): ...}. */
    private static String withFigure(String source, LoadedMachine loaded) {
      int end = source.indexOf(" (");
      return end < 0
          ? source
          : loaded
              .otherFigures()
              .stated(source.substring(0, end))
              .map(value -> source.substring(0, end) + " = " + value + source.substring(end))
              .orElse(source);
    }

    private static void print(FileSystem files, PrintWriter out) {
      out.printf(
          Locale.US,
          "files: %s of %s, latency %s; nodes with %s, latency %s; to open or close %s; stripes of"
              + " %s over %d%n",
          Words.counted(files.servers(), "server"),
          Quantity.formatBytesPerSecond(files.server().bytesPerSecond()),
          Quantity.formatTime(files.server().latencyPs()),
          Quantity.formatBytesPerSecond(files.client().bytesPerSecond()),
          Quantity.formatTime(files.client().latencyPs()),
          Quantity.formatTime(files.metadataPs()),
          files.stripeBytes() == Long.MAX_VALUE
              ? Quantity.UNLIMITED + " size"
              : files.stripeBytes() + " B",
          files.stripeCount());
    }

    private static void print(Topology topology, PrintWriter out) {
      out.printf(
          Locale.US,
          "topology: %s; %,d links, at most %d on a route%n",
          topology.title(),
          topology.links(),
          topology.longestRoute());
    }

    private static String links(int count) {
      return count == 0 ? Quantity.UNLIMITED : String.valueOf(count);
    }
  }

  /** {@code sim machines validate}. */
  @Command(name = "validate", description = "Checks machine files and lists all errors in them.")
  static final class Validate implements Callable<Integer> {
    @Spec private CommandSpec spec;

    @Parameters(
        arity = "1..*",
        paramLabel = "MACHINE",
        description = "Machine files, or names from the catalogue.")
    private List<String> machines;

    @Mixin private ModelJars modelJars = new ModelJars();

    @Override
    public Integer call() throws IOException {
      SettingsCheck settings = new SettingsCheck(modelJars.load());
      PrintWriter out = spec.commandLine().getOut();
      int exitCode = ExitCode.OK;
      for (String each : machines) {
        try {
          Machine machine = MachineArgument.load(each, Map.of(), settings).machine();
          out.printf(
              Locale.US,
              "%s: valid; %s, %,d nodes, %,d cores, %s%n",
              each,
              machine.name(),
              machine.nodes(),
              machine.cores(),
              Words.counted(machine.unverified().size(), "unverified figure"));
        } catch (MachineFileException e) {
          out.println(e.getMessage());
          exitCode = ExitCode.BAD_INPUT;
        }
      }
      return exitCode;
    }
  }
}
