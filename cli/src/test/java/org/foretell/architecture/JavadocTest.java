package org.foretell.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * All that embedders and models see has a complete Javadoc: the compiler's own check ({@code
 * -Xdoclint:all}), on every package that a published module exports to all. Other packages are
 * checked when they are compiled, but may leave out comments.
 */
class JavadocTest {
  private static final List<String> PUBLISHED =
      List.of(
          "simulator-core/trace",
          "simulator-core/store",
          "simulator-core/machine",
          "simulator-core/model",
          "simulator-core/engine",
          "models",
          "parsers",
          "machines",
          "pictures",
          "calibration",
          "structure",
          "analysis",
          "classification",
          "timelines",
          "page",
          "foretell");

  private static final Pattern EXPORT = Pattern.compile("exports ([a-z.]+);");

  /** A constructor that checks the components of a record, which the record documents already. */
  private static final Pattern COMPACT_CONSTRUCTOR = Pattern.compile("\\s*public \\w+ \\{");

  @TempDir private Path classes;

  private static Path sources(String module) {
    return Path.of("..", module, "src/main/java");
  }

  private static Set<String> exportedPackages() throws IOException {
    Set<String> packages = new TreeSet<>();
    for (String module : PUBLISHED) {
      Matcher export =
          EXPORT.matcher(Files.readString(sources(module).resolve("module-info.java")));
      while (export.find()) {
        packages.add(export.group(1));
      }
    }
    return packages;
  }

  /** Those of the packages; what they need of others is on the class path. */
  private static List<Path> sourceFiles(Set<String> packages) throws IOException {
    List<Path> files = new ArrayList<>();
    for (String module : PUBLISHED) {
      for (String name : packages) {
        Path folder = sources(module).resolve(name.replace('.', '/'));
        if (Files.isDirectory(folder)) {
          try (Stream<Path> all = Files.list(folder)) {
            all.filter(file -> file.toString().endsWith(".java")).forEach(files::add);
          }
        }
      }
    }
    return files;
  }

  private static boolean isOfCompactConstructor(Diagnostic<? extends JavaFileObject> finding) {
    try {
      String line =
          finding
              .getSource()
              .getCharContent(true)
              .toString()
              .lines()
              .skip(finding.getLineNumber() - 1)
              .findFirst()
              .orElse("");
      return COMPACT_CONSTRUCTOR.matcher(line).matches();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void whatIsExportedIsDocumented() throws IOException {
    Set<String> packages = exportedPackages();
    assertThat(packages).contains("org.foretell", "org.foretell.model", "org.foretell.machine");
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    DiagnosticCollector<JavaFileObject> findings = new DiagnosticCollector<>();
    List<String> options =
        List.of(
            "--release",
            "17",
            "-proc:none",
            "-Xmaxwarns",
            "10000",
            "-Xdoclint:all/protected",
            "-Xdoclint/package:" + String.join(",", packages),
            "-classpath",
            System.getProperty("java.class.path"),
            "-d",
            classes.toString());
    try (StandardJavaFileManager files = compiler.getStandardFileManager(findings, null, null)) {
      boolean compiled =
          compiler
              .getTask(
                  null,
                  files,
                  findings,
                  options,
                  null,
                  files.getJavaFileObjectsFromPaths(sourceFiles(packages)))
              .call();
      assertThat(findings.getDiagnostics())
          .filteredOn(finding -> finding.getSource() != null && !isOfCompactConstructor(finding))
          .extracting(
              finding ->
                  finding.getSource().getName()
                      + ":"
                      + finding.getLineNumber()
                      + ": "
                      + finding.getMessage(null))
          .isEmpty();
      assertThat(compiled).isTrue();
    }
  }
}
