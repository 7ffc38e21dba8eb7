package org.foretell;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.reflect.Modifier;
import java.lang.reflect.RecordComponent;
import java.net.URISyntaxException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.foretell.result.Prediction;
import org.foretell.time.Ps;
import org.junit.jupiter.api.Test;

/**
 * Results keep times in picoseconds, in whole numbers whose names end in {@code Ps}; seconds are
 * worked out when they are asked for. What is written as JSON has seconds, and is no result.
 */
class TimesOneWayTest {
  private static List<Class<?>> records(Class<?> near)
      throws IOException, URISyntaxException, ClassNotFoundException {
    Path code = Path.of(near.getProtectionDomain().getCodeSource().getLocation().toURI());
    if (Files.isDirectory(code)) {
      return records(near, code);
    }
    // Once a module is packaged, its classes come from there.
    try (FileSystem jar = FileSystems.newFileSystem(code)) {
      return records(near, jar.getPath("/"));
    }
  }

  private static List<Class<?>> records(Class<?> near, Path root)
      throws IOException, ClassNotFoundException {
    String folder = near.getPackageName().replace('.', '/');
    List<Class<?>> found = new ArrayList<>();
    try (Stream<Path> files = Files.list(root.resolve(folder))) {
      for (Path file : files.filter(one -> one.toString().endsWith(".class")).toList()) {
        String name = file.getFileName().toString().replace(".class", "");
        Class<?> type = Class.forName(near.getPackageName() + "." + name);
        if (type.isRecord() && Modifier.isPublic(type.getModifiers()) && !isDocument(type)) {
          found.add(type);
        }
      }
    }
    return found;
  }

  private static boolean isDocument(Class<?> type) {
    String outermost = type.getName().replaceAll("\\$.*", "");
    return outermost.endsWith("Entry") || outermost.endsWith("Document");
  }

  @Test
  void noResultStoresSeconds() throws Exception {
    List<Class<?>> all = new ArrayList<>();
    all.addAll(records(org.foretell.report.RunResult.class));
    all.addAll(records(org.foretell.runner.Outcome.class));
    all.addAll(records(Prediction.class));
    List<String> wrong = new ArrayList<>();
    for (Class<?> type : all) {
      for (RecordComponent component : type.getRecordComponents()) {
        String name = component.getName().toLowerCase(Locale.ROOT);
        // How long an answer took to find is no time of the program.
        boolean isTime = name.endsWith("seconds") && !name.startsWith("elapsed");
        if (isTime || (name.endsWith("ps") && component.getType() == double.class)) {
          wrong.add(type.getName() + "." + component.getName());
        }
      }
    }
    assertThat(all).hasSizeGreaterThan(20);
    assertThat(wrong).isEmpty();
  }

  @Test
  void secondsOfAPredictionFollowFromPicoseconds() {
    Prediction prediction =
        Foretell.prediction()
            .machine("arc")
            .trace(Path.of("../examples/halo.2.bin"))
            .interval(false)
            .run()
            .prediction();
    assertThat(prediction.seconds()).isEqualTo(Ps.toSeconds(prediction.makespanPs()));
  }
}
