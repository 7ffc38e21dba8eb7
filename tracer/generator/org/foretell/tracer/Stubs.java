package org.foretell.tracer;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Writes the library that is preloaded: for each name that one of the tracer's libraries exports, a
 * function that jumps to the one of the library that was chosen. {@code Stubs OUT.c LIBRARY.nm ..}
 */
final class Stubs {
  /**
   * At least as many as any function has; all are passed on as they came, in registers or on the
   * stack.
   */
  private static final int ARGUMENTS = 16;

  /**
   * What stands before the name of a function in that of its wrapper, which so takes nobody's place
   * by itself.
   */
  static final String PREFIX = "traced_";

  private Stubs() {}

  public static void main(String[] arguments) throws IOException {
    List<Path> listings =
        List.of(arguments).subList(1, arguments.length).stream().map(Path::of).toList();
    Set<String> names = new TreeSet<>();
    for (String symbol : Library.symbols(listings)) {
      names.add(symbol.startsWith(PREFIX) ? symbol.substring(PREFIX.length()) : symbol);
    }
    String parameters =
        IntStream.range(0, ARGUMENTS).mapToObj(i -> "long a" + i).collect(Collectors.joining(", "));
    String values =
        IntStream.range(0, ARGUMENTS).mapToObj(i -> "a" + i).collect(Collectors.joining(", "));
    StringBuilder out =
        new StringBuilder(
            "/* Generated from the names that the tracer's libraries export. */\n"
                + "#include \"stub.h\"\n\n");
    out.append("#define ARGUMENTS ")
        .append(parameters)
        .append("\n#define VALUES ")
        .append(values)
        .append("\n\n");
    out.append("enum {\n");
    names.forEach(name -> out.append("    N_").append(name).append(",\n"));
    out.append("    NAMES\n};\n\n");
    names.forEach(
        name ->
            out.append("static long first_")
                .append(name)
                .append("(ARGUMENTS)\n{\n    ft_stub_choose();\n    return ft_stub_table[N_")
                .append(name)
                .append("](VALUES);\n}\n"));
    out.append("\nft_stub_function *ft_stub_table[] = {\n");
    names.forEach(name -> out.append("    first_").append(name).append(",\n"));
    out.append("};\nconst char *const ft_stub_names[] = {\n");
    names.forEach(name -> out.append("    \"").append(name).append("\",\n"));
    out.append("};\nconst size_t ft_stub_count = NAMES;\n\n");
    names.forEach(
        name ->
            out.append("FT_EXPORT long ")
                .append(name)
                .append("(ARGUMENTS)\n{\n    return ft_stub_table[N_")
                .append(name)
                .append("](VALUES);\n}\n"));
    Files.writeString(Path.of(arguments[0]), out);
  }
}
