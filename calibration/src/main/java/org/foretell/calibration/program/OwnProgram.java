package org.foretell.calibration.program;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.foretell.calibration.measurement.MeasurementException;
import org.foretell.trace.RegularFile;
import org.jspecify.annotations.Nullable;

/** A program that comes with Foretell, measures a machine, and prints CSV. */
public enum OwnProgram {
  /** Ping-pong, stream, overheads, barrier and allreduce of MPI. */
  MPI("calibrate-mpi", "mpicc", "the development files of an MPI, like Debian's libopenmpi-dev"),
  /** Put, get, atomic, flag and barrier of OpenSHMEM. */
  SHMEM(
      "calibrate-shmem",
      "oshcc",
      "an OpenSHMEM, like Open MPI's in Debian's libopenmpi-dev with openmpi-bin");

  private static final String IF_SHMEM_CRASHES =
      "; if it crashed, as Debian's Open MPI does, add --mca memory ^patcher to the launcher, like"
          + " \"shmemrun --mca memory ^patcher -np 2\"";

  private static final int MOST_MINUTES = 20;
  private static final int MOST_SHOWN = 400;

  private final String program;
  private final String compiler;
  private final String packages;

  OwnProgram(String program, String compiler, String packages) {
    this.program = program;
    this.compiler = compiler;
    this.packages = packages;
  }

  /**
   * Builds and runs the program in a temporary folder, which is removed afterwards.
   *
   * @param launcher command that starts two ranks, like {@code mpirun -np 2}; words are separated
   *     by blanks
   * @return its output: CSV
   * @throws MeasurementException if the compiler or the launcher is missing, or one of them fails
   */
  public String run(String launcher) {
    return run(launcher, List.of());
  }

  /** Builds it with macros like {@code -DFEWER=10} too, to check that the program works. */
  String run(String launcher, List<String> macros) {
    List<String> words = new ArrayList<>(List.of(launcher.strip().split("\\s+", -1)));
    if (words.get(0).isEmpty()) {
      throw new MeasurementException("expected a launcher like \"mpirun -np 2\", found nothing");
    }
    Path folder = null;
    try {
      folder = Files.createTempDirectory("foretell-calibrate");
      copy("timing.h", folder);
      copy(program + ".c", folder);
      List<String> build = new ArrayList<>(List.of(compiler, "-O2", "-std=gnu99"));
      build.addAll(macros);
      build.addAll(List.of("-o", program, program + ".c"));
      execute(
          folder,
          build,
          compiler + " was not found: install " + packages + ", or add it to the PATH");
      words.add("." + File.separator + program);
      return execute(
          folder, words, words.get(0) + " was not found: give the launcher of this machine");
    } catch (MeasurementException e) {
      boolean isHelped = this == SHMEM && !launcher.contains("patcher");
      throw isHelped ? new MeasurementException(e.getMessage() + IF_SHMEM_CRASHES, e) : e;
    } catch (IOException e) {
      throw new MeasurementException(
          "a temporary folder cannot be written: " + RegularFile.reason(e), e);
    } finally {
      remove(folder);
    }
  }

  private static void copy(String resource, Path folder) throws IOException {
    try (InputStream in = OwnProgram.class.getResourceAsStream(resource)) {
      if (in == null) {
        throw new IllegalStateException("resource " + resource + " is missing");
      }
      Files.copy(in, folder.resolve(resource));
    }
  }

  private static String execute(Path folder, List<String> command, String ifMissing)
      throws IOException {
    Path out = folder.resolve("out.txt");
    Path err = folder.resolve("err.txt");
    Process process;
    try {
      process =
          new ProcessBuilder(command)
              .directory(folder.toFile())
              .redirectOutput(out.toFile())
              .redirectError(err.toFile())
              .start();
    } catch (IOException e) {
      throw new MeasurementException(ifMissing, e);
    }
    String line = String.join(" ", command);
    try {
      process.getOutputStream().close();
      if (!process.waitFor(MOST_MINUTES, TimeUnit.MINUTES)) {
        throw new MeasurementException(
            String.format(Locale.US, "\"%s\" was stopped after %d minutes", line, MOST_MINUTES));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new MeasurementException("\"" + line + "\" was interrupted", e);
    } finally {
      process.descendants().forEach(ProcessHandle::destroy);
      process.destroy();
    }
    if (process.exitValue() != 0) {
      String said = Files.readString(err, StandardCharsets.ISO_8859_1).strip();
      throw new MeasurementException(
          String.format(
              Locale.US,
              "\"%s\" ended with exit code %d: %s",
              line,
              process.exitValue(),
              said.length() <= MOST_SHOWN ? said : said.substring(0, MOST_SHOWN) + ".."));
    }
    return Files.readString(out, StandardCharsets.UTF_8);
  }

  private static void remove(@Nullable Path folder) {
    if (folder == null) {
      return;
    }
    try (Stream<Path> inside = Files.walk(folder)) {
      for (Path path : inside.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(path);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
