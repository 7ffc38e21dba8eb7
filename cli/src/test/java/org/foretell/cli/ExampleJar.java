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

/** An example of a plug-in, compiled and put into a jar as its user would. */
enum ExampleJar {
  MODEL("custom-model", "rails"),
  FORMAT("custom-format", "messages");

  private final String folder;
  private final String jar;

  ExampleJar(String folder, String jar) {
    this.folder = folder;
    this.jar = jar;
  }

  Path project() {
    return Path.of("../examples").resolve(folder).resolve("src/main");
  }

  /** Makes the jar, if it is not there yet. */
  Path in(Path target) {
    try {
      Path made = target.resolve(jar + ".jar");
      return Files.exists(made) ? made : of(target, jar, project().resolve("java"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  Path of(Path target, String name, Path java) throws IOException {
    Path classes = Files.createDirectory(target.resolve(name + "-classes"));
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
    Path made = target.resolve(name + ".jar");
    try (OutputStream file = Files.newOutputStream(made);
        JarOutputStream out = new JarOutputStream(file)) {
      put(out, classes);
      put(out, project().resolve("resources"));
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
