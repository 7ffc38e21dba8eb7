package org.foretell.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.ToolProvider;

/** The example of a model of one's own, compiled and put into a jar as its user would. */
final class CustomModelJar {
  static final Path PROJECT = Path.of("../examples/custom-model/src/main");

  private CustomModelJar() {}

  /** Makes the jar, if it is not there yet. */
  static Path in(Path folder) {
    try {
      Path made = folder.resolve("rails.jar");
      return Files.exists(made) ? made : of(folder, "rails", PROJECT.resolve("java"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static Path of(Path folder, String name, Path java) throws IOException {
    Path classes = Files.createDirectory(folder.resolve(name + "-classes"));
    List<String> args =
        new ArrayList<>(
            List.of(
                "--release",
                "17",
                "-d",
                classes.toString(),
                "-classpath",
                System.getProperty("java.class.path")));
    try (Stream<Path> sources = Files.walk(java)) {
      sources.map(Path::toString).filter(source -> source.endsWith(".java")).forEach(args::add);
    }
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    assertThat(compiler.run(null, null, null, args.toArray(String[]::new))).isZero();
    Path made = folder.resolve(name + ".jar");
    try (OutputStream file = Files.newOutputStream(made);
        JarOutputStream out = new JarOutputStream(file)) {
      put(out, classes);
      put(out, PROJECT.resolve("resources"));
    }
    return made;
  }

  private static void put(JarOutputStream out, Path root) throws IOException {
    try (Stream<Path> files = Files.walk(root)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        out.putNextEntry(new JarEntry(root.relativize(file).toString().replace('\\', '/')));
        Files.copy(file, out);
        out.closeEntry();
      }
    }
  }
}
