package org.foretell.cli.trace;

import java.io.File;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.CodeSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;
import org.foretell.failure.ForetellException;
import org.jspecify.annotations.Nullable;

/** Finds the tracer's library. */
final class TracerLibrary {
  private static final String ENVIRONMENT = "FORETELL_TRACER";

  /** How far above the jar of this class the folder tracer may be. */
  private static final int MOST_LEVELS = 5;

  private TracerLibrary() {}

  /**
   * The library that is named, that the environment names, or that was built.
   *
   * @param named null if none is
   * @param launcher the first word of the command, which may tell one MPI from another
   * @throws ForetellException if there is none
   */
  static Path find(@Nullable Path named, String launcher) {
    String fromEnvironment = System.getenv(ENVIRONMENT);
    Path given =
        named != null || fromEnvironment == null || fromEnvironment.isEmpty()
            ? named
            : Path.of(fromEnvironment);
    if (given != null) {
      if (!Files.isRegularFile(given)) {
        throw ForetellException.usage("the tracer's library " + given + " is not there");
      }
      return given.toAbsolutePath();
    }
    List<Path> built = built();
    if (built.isEmpty()) {
      throw ForetellException.usage(
          "the tracer is not built; run tracer/build.sh, which needs a C compiler and an MPI, or"
              + " name its library with --tracer or FORETELL_TRACER");
    }
    return choose(built, launcher);
  }

  /** The one that fits any MPI, or the one whose MPI the launcher belongs to, or the last. */
  static Path choose(List<Path> built, String launcher) {
    String place = place(launcher).toLowerCase(Locale.ROOT);
    boolean isMpich = place.contains("mpich") || place.contains("hydra");
    String wanted = isMpich ? "mpich" : "openmpi";
    return Stream.of("libforetell-trace.so", "libforetell-trace-" + wanted + ".so")
        .flatMap(name -> built.stream().filter(file -> file.endsWith(name)))
        .findFirst()
        .orElse(built.get(built.size() - 1));
  }

  private static String place(String launcher) {
    String search = Optional.ofNullable(System.getenv("PATH")).orElse("");
    return Stream.concat(
            Stream.of(new File(launcher)),
            Stream.of(search.split(File.pathSeparator, -1))
                .map(folder -> new File(folder, launcher)))
        .filter(File::canExecute)
        .findFirst()
        .map(
            file -> {
              try {
                return file.toPath().toRealPath().toString();
              } catch (IOException e) {
                return file.toString();
              }
            })
        .orElse(launcher);
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
