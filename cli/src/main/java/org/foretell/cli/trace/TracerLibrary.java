package org.foretell.cli.trace;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.CodeSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;
import org.foretell.failure.ForetellException;
import org.foretell.trace.RegularFile;
import org.jspecify.annotations.Nullable;

/** Finds the tracer's library. */
final class TracerLibrary {
  private static final String ENVIRONMENT = "FORETELL_TRACER";

  private static final String OPEN_MPI = "openmpi";
  private static final String MPICH = "mpich";
  private static final int MOST_LOOKED_AT = 4 << 20;

  /** How far above the jar of this class the folder tracer may be. */
  private static final int MOST_LEVELS = 5;

  private TracerLibrary() {}

  /**
   * The library that is named, that the environment names, or that was built.
   *
   * @param named null if none is
   * @param command whose words may tell one MPI from another
   * @throws ForetellException if there is none
   */
  static Path find(@Nullable Path named, List<String> command) {
    String fromEnvironment = System.getenv(ENVIRONMENT);
    Path given =
        named != null || fromEnvironment == null || fromEnvironment.isEmpty()
            ? named
            : Path.of(fromEnvironment);
    if (given != null) {
      if (!Files.isRegularFile(given)) {
        throw ForetellException.usage("the tracer's library " + given + " does not exist");
      }
      return given.toAbsolutePath();
    }
    List<Path> built = built();
    if (built.isEmpty()) {
      throw ForetellException.usage(
          "the tracer is not built; run tracer/build.sh, which needs a C compiler and an MPI, or"
              + " give its library with --tracer or FORETELL_TRACER");
    }
    return choose(built, command);
  }

  /**
   * The one that fits any MPI; else the one for the MPI that a program of the command is linked
   * with, or to which the launcher belongs by its place; else the last.
   */
  static Path choose(List<Path> built, List<String> command) {
    String wanted = "libforetell-trace-" + mpi(command) + ".so";
    return Stream.of("libforetell-trace.so", wanted)
        .flatMap(name -> built.stream().filter(file -> file.endsWith(name)))
        .findFirst()
        .orElse(built.get(built.size() - 1));
  }

  private static String mpi(List<String> command) {
    for (String word : command) {
      String start = start(place(word));
      if (start.contains("libmpich.so") || start.contains("libmpi.so.12")) {
        return MPICH;
      } else if (start.contains("libmpi.so.") || start.contains("liboshmem.so")) {
        return OPEN_MPI;
      }
    }
    String launcher = place(command.get(0)).map(Path::toString).orElse("").toLowerCase(Locale.ROOT);
    return launcher.contains(MPICH) || launcher.contains("hydra") ? MPICH : OPEN_MPI;
  }

  /** The names of the libraries that a program is linked with are near its beginning. */
  private static String start(Optional<Path> program) {
    if (program.isEmpty()) {
      return "";
    }
    try (InputStream in = Files.newInputStream(RegularFile.check(program.get()))) {
      byte[] start = in.readNBytes(MOST_LOOKED_AT);
      boolean isProgram = start.length > 4 && start[0] == 0x7f && start[1] == 'E';
      return isProgram ? new String(start, StandardCharsets.ISO_8859_1) : "";
    } catch (IOException e) {
      return "";
    }
  }

  private static Optional<Path> place(String program) {
    String search = Optional.ofNullable(System.getenv("PATH")).orElse("");
    return Stream.concat(
            Stream.of(new File(program)),
            Stream.of(search.split(File.pathSeparator, -1))
                .map(folder -> new File(folder, program)))
        .filter(file -> file.isFile() && file.canExecute())
        .findFirst()
        .map(
            file -> {
              try {
                return file.toPath().toRealPath();
              } catch (IOException e) {
                return file.toPath();
              }
            });
  }

  private static List<Path> built() {
    Path folder = home();
    for (int level = 0; level < MOST_LEVELS && folder != null; level++) {
      List<Path> found = in(folder.resolve("tracer").resolve("build"));
      if (!found.isEmpty()) {
        return found;
      }
      folder = folder.getParent();
    }
    return List.of();
  }

  private static @Nullable Path home() {
    CodeSource source = TracerLibrary.class.getProtectionDomain().getCodeSource();
    try {
      return source == null ? null : Path.of(source.getLocation().toURI()).toAbsolutePath();
    } catch (URISyntaxException e) {
      return null;
    }
  }

  private static List<Path> in(Path folder) {
    if (!Files.isDirectory(folder)) {
      return List.of();
    }
    try (Stream<Path> children = Files.list(folder)) {
      return new ArrayList<>(
          children
              .filter(
                  child -> String.valueOf(child.getFileName()).matches("libforetell-trace.*\\.so"))
              .sorted()
              .toList());
    } catch (IOException e) {
      return List.of();
    }
  }
}
