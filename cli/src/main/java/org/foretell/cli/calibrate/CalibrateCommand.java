package org.foretell.cli.calibrate;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.Callable;
import java.util.regex.Pattern;
import org.foretell.calibration.Calibration;
import org.foretell.calibration.CalibrationSettings;
import org.foretell.calibration.SeriesFit;
import org.foretell.calibration.Way;
import org.foretell.calibration.measurement.MeasurementException;
import org.foretell.calibration.measurement.MeasurementFiles;
import org.foretell.calibration.measurement.Series;
import org.foretell.calibration.plot.FitPlot;
import org.foretell.calibration.program.OwnProgram;
import org.foretell.cli.shell.ExitCode;
import org.foretell.cli.shell.OutputFile;
import org.foretell.cli.text.Style;
import org.foretell.failure.ForetellException;
import org.foretell.time.Quantity;
import org.foretell.time.QuantityException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code sim calibrate}: a machine file from measurements. */
@Command(
    name = "calibrate",
    subcommands = CalibrateCoreCommand.class,
    description =
        "Creates a machine file from measurements: output of the OSU micro-benchmarks or IMB, CSV,"
            + " or the measurement programs that ship with sim.")
public final class CalibrateCommand implements Callable<Integer> {
  private static final Pattern NAME = Pattern.compile("[a-z0-9-]{1,64}");
  private static final int MOST_NODES = 1 << 24;
  private static final int MOST_CORES = 65536;
  private static final String LIBRARY = "# library ";

  @Spec private CommandSpec spec;

  @Option(
      names = "--intra",
      arity = "1..*",
      paramLabel = "FILE[#NAME]",
      description = "Measurements within a node; NAME selects a series of a file with several.")
  private List<String> intraFiles = new ArrayList<>();

  @Option(
      names = "--inter",
      arity = "1..*",
      paramLabel = "FILE[#NAME]",
      description = "Measurements between two nodes.")
  private List<String> interFiles = new ArrayList<>();

  @Option(
      names = "--run",
      paramLabel = "LAUNCHER",
      description =
          "Builds the MPI program that ships with sim and runs it with this launcher on two ranks"
              + " of one node, like \"mpirun -np 2\".")
  private @Nullable String launcher;

  @Option(names = "--run-inter", paramLabel = "LAUNCHER", description = "The same, on two nodes.")
  private @Nullable String interLauncher;

  @Option(
      names = "--run-shmem",
      paramLabel = "LAUNCHER",
      description =
          "The same with the OpenSHMEM program, on two PEs of one node, like \"shmemrun --mca"
              + " memory ^patcher -np 2\" (Debian's Open MPI crashes without that --mca).")
  private @Nullable String shmemLauncher;

  @Option(
      names = "--keep",
      paramLabel = "DIR",
      description = "Keeps the programs' CSV output in this folder.")
  private @Nullable Path keep;

  // Required, but not by sim calibrate core, which picocli would refuse without it.
  @Option(
      names = "--out",
      paramLabel = "FILE",
      description = "The machine file to write; required.")
  private @Nullable Path outFile;

  @Option(
      names = "--plot",
      paramLabel = "DIR",
      description = "Draws data and fits into this folder, as PNG and SVG.")
  private @Nullable Path plot;

  @Option(
      names = "--name",
      defaultValue = "calibrated",
      paramLabel = "NAME",
      description = "Name of the machine (default: ${DEFAULT-VALUE}).")
  private String name;

  @Option(
      names = "--nodes",
      defaultValue = "1",
      paramLabel = "N",
      description = "Number of nodes (default: ${DEFAULT-VALUE}).")
  private int nodes;

  @Option(
      names = "--cores-per-node",
      defaultValue = "2",
      paramLabel = "N",
      description = "Number of cores per node (default: ${DEFAULT-VALUE}).")
  private int coresPerNode;

  @Option(
      names = "--eager-threshold",
      paramLabel = "SIZE",
      description = "Largest message sent eagerly, like 64KiB (default: inferred from the fit).")
  private @Nullable String eagerThreshold;

  @Option(
      names = "--segments",
      defaultValue = "" + CalibrationSettings.USUAL_SEGMENTS,
      paramLabel = "N",
      description = "Maximum number of segments in a fit, 1 to 32 (default: ${DEFAULT-VALUE}).")
  private int segments;

  /** What the MPI library that was run says of itself, that between nodes at last. */
  private Optional<String> library = Optional.empty();

  /** Why measurements are missing that were asked for, beside others that are there. */
  private final List<String> failures = new ArrayList<>();

  @Override
  public Integer call() {
    if (outFile == null) {
      throw new ParameterException(spec.commandLine(), "Missing required option: '--out=FILE'");
    }
    Path out = outFile;
    CalibrationSettings settings = settings();
    Calibration calibration;
    try {
      List<Series> intra = read(intraFiles);
      List<Series> inter = read(interFiles);
      run(OwnProgram.MPI, launcher, "intra.csv", intra);
      run(OwnProgram.MPI, interLauncher, "inter.csv", inter);
      boolean isMeasured = !intra.isEmpty() || !inter.isEmpty();
      try {
        run(OwnProgram.SHMEM, shmemLauncher, "shmem.csv", intra);
      } catch (MeasurementException e) {
        if (!isMeasured) {
          throw e;
        }
        // What is finished took minutes, and makes a machine without it.
        failures.add(
            "--run-shmem failed, so the machine file has no OpenSHMEM figures: " + e.getMessage());
      }
      settings = settings.with(library);
      if (intra.isEmpty() && inter.isEmpty()) {
        throw ForetellException.usage(
            "name measurements: --intra FILE, --inter FILE, or --run \"mpirun -np 2\"");
      }
      calibration = Calibration.of(intra, inter, settings);
    } catch (MeasurementException e) {
      throw ForetellException.badInput(String.valueOf(e.getMessage()));
    }
    Map<Path, OutputFile.Content> files = new LinkedHashMap<>();
    byte[] machineFile = calibration.machineFile().getBytes(UTF_8);
    files.put(out, stream -> stream.write(machineFile));
    if (plot != null) {
      plots(plot, calibration, files);
    }
    PrintWriter text = spec.commandLine().getOut();
    // What is printed is there even if a disk is full.
    new CalibrationText(text, new Style(spec.commandLine().getColorScheme().ansi()))
        .print(calibration);
    OutputFile.writeAll(files);
    text.printf("%s: the machine file%n", out);
    failures.forEach(one -> spec.commandLine().getErr().println("sim: " + one));
    return failures.isEmpty() ? ExitCode.OK : ExitCode.BAD_INPUT;
  }

  private CalibrationSettings settings() {
    if (!NAME.matcher(name).matches()) {
      throw ForetellException.usage(
          "--name: expected at most 64 lower case letters, digits and hyphens, found " + name);
    }
    inRange("--nodes", nodes, MOST_NODES);
    inRange("--cores-per-node", coresPerNode, MOST_CORES);
    inRange("--segments", segments, 32);
    OptionalLong eager = OptionalLong.empty();
    if (eagerThreshold != null) {
      try {
        eager = OptionalLong.of(Quantity.parseBytes(eagerThreshold));
      } catch (QuantityException e) {
        throw ForetellException.usage("--eager-threshold: " + e.getMessage());
      }
    }
    return new CalibrationSettings(
        name, nodes, coresPerNode, eager, segments, LocalDate.now(ZoneOffset.UTC));
  }

  private static void inRange(String option, int value, int most) {
    if (value < 1 || value > most) {
      throw ForetellException.usage(option + ": expected 1 to " + most + ", found " + value);
    }
  }

  private static List<Series> read(List<String> files) {
    List<Series> all = new ArrayList<>();
    files.forEach(file -> all.addAll(MeasurementFiles.read(file)));
    return all;
  }

  private void run(
      OwnProgram program, @Nullable String launched, String file, List<Series> measured) {
    if (launched == null) {
      return;
    }
    String csv = program.run(launched);
    if (keep != null) {
      folder(keep);
      OutputFile.write(keep.resolve(file), stream -> stream.write(csv.getBytes(UTF_8)));
    }
    csv.lines()
        .filter(line -> line.startsWith(LIBRARY))
        .findFirst()
        .ifPresent(line -> library = Optional.of(line.substring(LIBRARY.length())));
    measured.addAll(MeasurementFiles.parse(launched, csv));
  }

  private static void plots(
      Path folder, Calibration calibration, Map<Path, OutputFile.Content> files) {
    folder(folder);
    for (Way way : Way.values()) {
      List<SeriesFit> fits = calibration.fits().stream().filter(fit -> fit.way() == way).toList();
      if (!fits.isEmpty()) {
        FitPlot drawn = new FitPlot(way == Way.INTRA ? "Within a node" : "Between nodes", fits);
        byte[] png = drawn.png();
        byte[] svg = drawn.svg();
        files.put(folder.resolve(way + ".png"), stream -> stream.write(png));
        files.put(folder.resolve(way + ".svg"), stream -> stream.write(svg));
      }
    }
  }

  private static void folder(Path folder) {
    try {
      Files.createDirectories(folder);
    } catch (IOException e) {
      throw ForetellException.outputFailed(folder + " cannot be made: " + OutputFile.reason(e));
    }
  }
}
