package org.foretell.cli.study;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.foretell.cli.shell.ExitCode;
import org.foretell.cli.shell.OutputFile;
import org.foretell.cli.shell.Outputs;
import org.foretell.failure.ForetellException;
import org.foretell.input.MachineArgument;
import org.foretell.study.file.StudyTemplate;
import org.foretell.study.file.StudyTemplate.OfferedMachine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code sim study init}: a first study file. */
@Command(
    name = "init",
    description =
        "Writes a first study file. Values that only you know are \"?\"; sim study lists them.")
public final class StudyInitCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Option(
      names = "--offers",
      paramLabel = "MACHINE",
      split = ",",
      required = true,
      description = "Machines of the catalogue, or machine files.")
  private List<String> offers = List.of();

  @Option(
      names = "--traces",
      paramLabel = "TRACE",
      split = ",",
      required = true,
      description =
          "Traces of the programs. Those whose names differ in a number at the end, as in mg.16.bin"
              + " and mg.64.bin, are taken for runs of one program on so many ranks.")
  private List<Path> traces = List.of();

  @Option(
      names = "--out",
      paramLabel = "FILE",
      required = true,
      description = "The study file, which must not exist yet.")
  private Path out;

  @Override
  public Integer call() {
    if (Files.exists(out)) {
      throw ForetellException.usage("--out " + out + ": this file already exists");
    }
    new Outputs().writes("--out", out).check();
    List<OfferedMachine> machines = new ArrayList<>();
    for (String machine : offers) {
      machines.add(
          new OfferedMachine(
              name(machine),
              machine,
              MachineArgument.load(machine, Map.of(), (described, mistakes) -> {})
                  .machine()
                  .nodes()));
    }
    Map<String, List<Path>> sizes = new LinkedHashMap<>();
    Path folder = Objects.requireNonNullElse(out.toAbsolutePath().getParent(), Path.of("/"));
    for (Path trace : traces) {
      sizes
          .computeIfAbsent(withoutRanks(name(trace.toString())), any -> new ArrayList<>())
          .add(trace);
    }
    Map<String, List<Path>> programs = new LinkedHashMap<>();
    sizes.forEach(
        (program, files) ->
            programs.put(
                files.size() == 1 ? name(files.get(0).toString()) : program,
                files.stream().map(trace -> relative(folder, trace)).toList()));
    String text = StudyTemplate.text(name(out.toString()), machines, programs);
    OutputFile.write(out, stream -> stream.write(text.getBytes(StandardCharsets.UTF_8)));
    spec.commandLine()
        .getOut()
        .printf("%s: replace each \"?\", then run sim study %s --out results%n", out, out);
    return ExitCode.OK;
  }

  /** The name of a program whose traces end in their numbers of ranks. */
  private static String withoutRanks(String name) {
    String program = name.replaceAll("[._-]?\\d+$", "");
    return program.isEmpty() ? name : program;
  }

  private static Path relative(Path folder, Path trace) {
    return folder == null || trace.isAbsolute() ? trace : folder.relativize(trace.toAbsolutePath());
  }

  /** The name of a file without what stands behind its first dot, but for a version. */
  private static String name(String file) {
    String name = Path.of(file).getFileName().toString();
    return name.replaceAll("\\.(json|bin|txt|goal|dim|tar\\.gz|scalatrace|gz|zst)$", "")
        .replaceAll("[^A-Za-z0-9._+-]", "-");
  }
}
