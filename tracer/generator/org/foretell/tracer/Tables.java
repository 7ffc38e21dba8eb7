package org.foretell.tracer;

import java.util.List;
import java.util.stream.Collectors;

/**
 * Writes what wrappers and runtime know of all functions: numbers, names, fields, and the functions
 * themselves.
 */
final class Tables {
  private Tables() {}

  /** Names of the fields of a function in the order of the record. */
  static String fields(Function function) {
    return function.fields().stream().map(Field::name).collect(Collectors.joining(" "));
  }

  /** The header that declares the functions themselves. */
  static String header(List<Function> functions, String include) {
    StringBuilder out =
        new StringBuilder(
            "/* Generated from the specification of the interface. */\n#pragma once\n");
    out.append("#include <").append(include).append(">\n\n");
    for (Function function : functions) {
      out.append("#undef ").append(function.name()).append('\n');
      out.append("extern ").append(CWrappers.pointer(function)).append(";\n");
    }
    return out.toString();
  }

  static String numbers(List<Function> functions) {
    String names =
        functions.stream()
            .map(function -> "    " + function.id() + ",\n")
            .collect(Collectors.joining());
    return "/* Generated from the specification of the interface. */\n#pragma once\nenum {\n"
        + names
        + others("shmem_numbers.inc")
        + "    FT_FUNCTIONS\n};\n";
  }

  /** The tables. */
  static String tables(
      Interface of, List<Function> traced, List<Function> all, List<FortranName> fortran) {
    StringBuilder out =
        new StringBuilder("/* Generated from the specification of the interface. */\n");
    out.append(
        "#include \"mpi_real.h\"\n"
            + "#include \"callbacks.h\"\n"
            + "#include \"definitions.h\"\n"
            + "#include \"numbers.h\"\n"
            + "#include \"symbols.h\"\n\n");
    all.forEach(function -> out.append(CWrappers.pointer(function)).append(";\n"));
    fortran.forEach(name -> out.append("void *").append(name.pointer()).append(";\n"));
    out.append(others("shmem_real.h"));
    out.append("\nconst struct ft_symbol ft_symbols[] = {\n");
    all.forEach(f -> symbol(out, of.profiling() + f.name(), "real_" + f.name()));
    fortran.forEach(name -> symbol(out, name.forwardsTo(), name.pointer()));
    out.append(others("shmem_symbols.inc"));
    out.append("};\nconst size_t ft_symbol_count = sizeof ft_symbols / sizeof *ft_symbols;\n");
    out.append("\nconst struct ft_function ft_functions[] = {\n");
    traced.forEach(
        f ->
            out.append("    {\"")
                .append(f.name())
                .append("\", \"")
                .append(f.op())
                .append("\", \"")
                .append(fields(f))
                .append("\"},\n"));
    out.append(others("shmem_functions.inc"));
    out.append("};\nconst uint32_t ft_function_count = FT_FUNCTIONS;\n");
    out.append(
        "_Atomic bool ft_defined[2 * FT_FUNCTIONS];\n"
            + "struct ft_callback ft_callbacks[FT_FUNCTIONS][2];\n");
    return out.toString();
  }

  /** What OpenSHMEM adds, if it is traced by the same library. */
  private static String others(String file) {
    return "#ifdef FORETELL_SHMEM\n#include \"" + file + "\"\n#endif\n";
  }

  private static void symbol(StringBuilder out, String name, String pointer) {
    out.append("    {\"").append(name).append("\", (void **)&").append(pointer).append("},\n");
  }
}
