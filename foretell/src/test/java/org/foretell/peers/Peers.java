package org.foretell.peers;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.foretell.input.OpenTrace;
import org.foretell.input.TraceReading;
import org.foretell.parsers.goal.GoalBinaryWriter;
import org.foretell.parsers.goal.GoalOptions;

/**
 * Simulators that are installed, as {@code -Dforetell.peers} says: folders, separated as in a path,
 * in which {@code smpirun} (SimGrid 3.32), {@code Dimemas} (5.5.0) or {@code LogGOPSim} lie.
 */
final class Peers {
  private static final int TIMEOUT_SECONDS = 60;

  private Peers() {}

  /** A peer stops with an error of its own. */
  static final class Failure extends RuntimeException {
    private static final long serialVersionUID = 1;

    Failure(String message) {
      super(message);
    }
  }

  static Optional<Path> find(String program) {
    String folders = System.getProperty("foretell.peers", "");
    return Stream.of(folders.split(File.pathSeparator))
        .filter(folder -> !folder.isBlank())
        .map(folder -> Path.of(folder).toAbsolutePath().resolve(program))
        .filter(Files::isExecutable)
        .findFirst();
  }

  /** Seconds at which ranks end; what SimGrid prints of them has no more than picoseconds. */
  static double[] bySimGrid(Path smpirun, PeerCase one, int ranks) throws IOException {
    Path folder = one.folder();
    List<String> files = new ArrayList<>();
    List<String> hosts = new ArrayList<>();
    for (int rank = 0; rank < ranks; rank++) {
      files.add(one.trace().resolve("rank-" + rank + ".txt").toAbsolutePath().toString());
      hosts.add("node-" + rank);
    }
    Files.write(folder.resolve("list"), files);
    Files.write(folder.resolve("hosts"), hosts);
    List<String> command =
        new ArrayList<>(
            List.of(
                smpirun.toString(),
                "-np",
                Integer.toString(ranks),
                "-platform",
                one.machine(),
                "-hostfile",
                "hosts",
                "-replay",
                "list",
                "--log=smpi_replay.thres:verbose",
                "--log=root.fmt:%P|%.12r|%m%n"));
    command.addAll(one.settings());
    double[] ends = new double[ranks];
    for (String line : run(folder, command)) {
      String[] fields = line.split("\\|", -1);
      if (fields.length > 2 && fields[0].matches("[0-9]+")) {
        int rank = Integer.parseInt(fields[0]);
        ends[rank] = Math.max(ends[rank], Double.parseDouble(fields[1]));
      }
    }
    return ends;
  }

  /** Seconds at which tasks end, from the trace that Dimemas writes for Paraver. */
  static double[] byDimemas(Path dimemas, PeerCase one, int ranks) throws IOException {
    Path folder = one.folder();
    List<String> command =
        new ArrayList<>(
            List.of(dimemas.toString(), "--dim", one.trace().toString(), "-p", "out.prv"));
    command.addAll(one.settings());
    command.add(one.machine());
    run(folder, command);
    double[] ends = new double[ranks];
    for (String line : Files.readAllLines(folder.resolve("out.prv"))) {
      String[] fields = line.split(":", -1);
      if (fields[0].equals("1")) {
        int task = Integer.parseInt(fields[3]) - 1;
        ends[task] = Math.max(ends[task], Long.parseLong(fields[6]) / 1e9);
      }
    }
    return ends;
  }

  /** Seconds at which ranks end: the last end of a task on any of their CPUs. */
  static double[] byLogGopSim(Path program, PeerCase one, int ranks) throws IOException {
    Path folder = one.folder();
    try (OpenTrace trace = new TraceReading().open(one.trace())) {
      GoalBinaryWriter.write(trace.source(), folder.resolve("case.goalbin"), GoalOptions.DEFAULT);
    }
    List<String> command = new ArrayList<>(List.of(program.toString(), "-f", "case.goalbin"));
    command.addAll(one.settings());
    double[] ends = new double[ranks];
    for (String line : run(folder, command)) {
      if (line.startsWith("Host ")) {
        String[] words = line.split("[ :]+", -1);
        ends[Integer.parseInt(words[1])] = Long.parseLong(words[2]) / 1e9;
      }
    }
    return ends;
  }

  private static List<String> run(Path folder, List<String> command) throws IOException {
    Path output = folder.resolve("output");
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .directory(folder.toFile())
            .redirectErrorStream(true)
            .redirectOutput(output.toFile());
    // Dimemas reads a flag that it never sets; see docs/models/bus-link.md.
    builder.environment().put("MALLOC_PERTURB_", "255");
    Process process = builder.start();
    try {
      if (!process.waitFor(TIMEOUT_SECONDS, TimeUnit.SECONDS)) {
        process.destroyForcibly();
        throw new IOException(command + " does not end");
      }
    } catch (InterruptedException e) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
      throw new IOException(e);
    }
    List<String> lines = List.of(Files.readString(output, UTF_8).split("\n"));
    if (process.exitValue() != 0) {
      throw new Failure(command + ": exit code " + process.exitValue() + "\n" + lines);
    }
    return lines;
  }
}
