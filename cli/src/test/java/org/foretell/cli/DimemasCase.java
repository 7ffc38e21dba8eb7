package org.foretell.cli;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** One of the runs of Dimemas 5.5.0 that ours must reproduce. */
record DimemasCase(Path folder) {
  private static final Path CASES = Path.of("../models/src/test/resources/dimemas-cases");

  /** All of them. */
  static List<DimemasCase> all() {
    try (Stream<Path> folders = Files.list(CASES)) {
      return folders.sorted().map(DimemasCase::new).toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  Path machine() {
    return folder.resolve("machine.cfg");
  }

  Path trace() {
    return folder.resolve("trace.dim");
  }

  JsonNode expected() {
    return JsonMapper.shared().readTree(folder.resolve("expected.json").toFile());
  }

  /** What Dimemas's options are with us. */
  List<String> parameters() {
    String[] command;
    try {
      command = Files.readString(folder.resolve("cmd.txt")).strip().split("\\s+");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    List<String> parameters = new ArrayList<>();
    int program = List.of(command).indexOf("Dimemas");
    for (int i = program + 1; i < command.length - 1; i++) {
      switch (command[i]) {
        case "--dim", "-p" -> i++;
        case "-F" -> parameters.add("eagerThreshold=unlimited");
        case "-S" -> parameters.add("eagerThreshold=" + command[++i] + "B");
        case "--bandwidth" -> parameters.add("interNodeBandwidth=" + command[++i] + "MiB/s");
        case "--latency" -> parameters.add("interNodeLatency=" + command[++i] + "s");
        default -> throw new IllegalStateException("unknown option " + command[i]);
      }
    }
    return parameters;
  }

  @Override
  public String toString() {
    return String.valueOf(folder.getFileName());
  }
}
