package org.foretell.tracer;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/**
 * Prints the page of all functions that are traced, from the specifications: {@code CoveragePage
 * SPEC SCHEMA ..}.
 */
final class CoveragePage {
  private static final int COLUMNS = 110;

  private CoveragePage() {}

  public static void main(String[] arguments) throws IOException {
    System.out.println("# Traced calls\n");
    System.out.println(
        "This page is made from the tracer's specifications by `tracer/test.sh --update`.");
    System.out.println(
        "[Tracing](tracing.md) says how to record a program, and the [trace"
            + " format](trace-format.md) what ops are.");
    for (int i = 0; i + 1 < arguments.length; i += 2) {
      print(SpecReader.read(Path.of(arguments[i]), Path.of(arguments[i + 1])));
    }
  }

  private static void print(Interface of) {
    System.out.println("\n## " + of.name() + " " + of.version() + "\n");
    System.out.println("| call | op | fields |\n|---|---|---|");
    of.functions().stream()
        .filter(function -> !function.op().isEmpty() && function.attributes().get("like") == null)
        .forEach(
            function ->
                System.out.println(
                    "| `"
                        + function.name()
                        + "` | `"
                        + function.op()
                        + "` | "
                        + Tables.fields(function)
                        + " |"));
    List<Function> all = of.functions();
    paragraph(
        "Recorded as those of the same name without `_c`, where the library has them",
        all,
        function -> function.attributes().get("like") != null);
    paragraph(
        "Recorded by their time alone, as calls whose effect is unknown",
        all,
        function -> function.isTraced() && function.op().isEmpty() && function.does().isEmpty());
    paragraph(
        "Markers and switching, not recorded as calls",
        all,
        function -> function.does().equals("control"));
    paragraph(
        "Not recorded: they only read a clock, or convert a handle or an address",
        all,
        function -> !function.isTraced());
    System.out.println("\nSymbols of libraries that are no functions of the interface:\n");
    of.ignored().forEach((pattern, reason) -> System.out.println("* `" + pattern + "`: " + reason));
  }

  private static void paragraph(String title, List<Function> all, Predicate<Function> wanted) {
    List<String> names = new ArrayList<>();
    all.stream().filter(wanted).forEach(function -> names.add("`" + function.name() + "`"));
    if (names.isEmpty()) {
      return;
    }
    System.out.println("\n" + title + " (" + names.size() + "):");
    StringBuilder line = new StringBuilder();
    for (int i = 0; i < names.size(); i++) {
      String item = names.get(i) + (i + 1 < names.size() ? "," : ".");
      if (line.length() + item.length() + 1 > COLUMNS) {
        System.out.println(line);
        line.setLength(0);
      }
      line.append(line.length() == 0 ? "" : " ").append(item);
    }
    System.out.println(line);
  }
}
