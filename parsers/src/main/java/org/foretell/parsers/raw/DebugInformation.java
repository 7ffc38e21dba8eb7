package org.foretell.parsers.raw;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * Names places by debug information: function, file and line. Asks {@code addr2line} or {@code
 * llvm-symbolizer}, one process for each module, and does without where there is no such program,
 * no debug information, or the module is not the one that was traced.
 */
final class DebugInformation implements CallSiteNames {
  private static final List<String> PROGRAMS = List.of("addr2line", "llvm-addr2line");
  private static final int MOST_OFFSETS = 1 << 18;
  private static final int MOST_LINE = 4096;
  private static final int LONGEST_SECONDS = 60;

  @Override
  public Map<CodePlace, String> of(Map<CodeModule, List<Long>> offsets) {
    Map<CodePlace, String> names = new HashMap<>();
    Optional<Path> program = program();
    if (program.isPresent()) {
      offsets.forEach(
          (module, places) -> {
            if (isTheOneTraced(module)) {
              ask(
                  program.get(),
                  module,
                  places.stream().distinct().limit(MOST_OFFSETS).toList(),
                  names);
            }
          });
    }
    return names;
  }

  private static Optional<Path> program() {
    String search = Optional.ofNullable(System.getenv("PATH")).orElse("");
    return PROGRAMS.stream()
        .flatMap(
            name ->
                Stream.of(search.split(File.pathSeparator, -1))
                    .filter(folder -> !folder.isEmpty())
                    .map(folder -> new File(folder, name)))
        .filter(File::canExecute)
        .map(File::toPath)
        .findFirst();
  }

  private static boolean isTheOneTraced(CodeModule module) {
    try {
      return !module.buildId().isEmpty()
          && ElfBuildId.of(Path.of(module.path()))
              .filter(found -> found.equalsIgnoreCase(module.buildId()))
              .isPresent();
    } catch (InvalidPathException e) {
      return false;
    }
  }

  private static void ask(
      Path program, CodeModule module, List<Long> offsets, Map<CodePlace, String> names) {
    try {
      Path folder = Files.createTempDirectory("sim-");
      Path questions = folder.resolve("offsets");
      Path answers = folder.resolve("places");
      try {
        // A return address may be the first of the next line.
        Files.write(
            questions,
            offsets.stream().map(offset -> "0x" + Long.toHexString(offset - 1)).toList());
        Process process =
            new ProcessBuilder(program.toString(), "-f", "-C", "-e", module.path())
                .redirectInput(questions.toFile())
                .redirectOutput(answers.toFile())
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        if (!process.waitFor(LONGEST_SECONDS, TimeUnit.SECONDS)) {
          process.destroyForcibly();
        }
        read(answers, module, offsets, names);
      } finally {
        Files.deleteIfExists(questions);
        Files.deleteIfExists(answers);
        Files.deleteIfExists(folder);
      }
    } catch (IOException e) {
      // Places keep their plain names.
      return;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static void read(
      Path answers, CodeModule module, List<Long> offsets, Map<CodePlace, String> names)
      throws IOException {
    try (BufferedReader in = Files.newBufferedReader(answers, StandardCharsets.ISO_8859_1)) {
      for (long offset : offsets) {
        String function = in.readLine();
        String place = in.readLine();
        if (function == null || place == null) {
          return;
        }
        String line = place.substring(place.lastIndexOf('/') + 1).replaceFirst(" \\(.*", "");
        if (!line.startsWith("??") && !line.endsWith(":0") && !line.endsWith(":?")) {
          String name = (function.startsWith("??") ? "" : function + " ") + line;
          names.put(
              new CodePlace(module, offset),
              name.length() <= MOST_LINE ? name : name.substring(0, MOST_LINE));
        }
      }
    }
  }
}
