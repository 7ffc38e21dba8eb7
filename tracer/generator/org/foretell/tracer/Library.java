package org.foretell.tracer;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** The names that libraries export. */
final class Library {
  private Library() {}

  /** Names of functions and variables in the output of {@code nm -D --defined-only}. */
  static Set<String> symbols(List<Path> listings) throws IOException {
    Set<String> names = new TreeSet<>();
    for (Path listing : listings) {
      for (String line : Files.readAllLines(listing, StandardCharsets.UTF_8)) {
        String[] columns = line.trim().split("\\s+");
        String name = columns[columns.length - 1];
        int version = name.indexOf('@');
        names.add(version < 0 ? name : name.substring(0, version));
      }
    }
    return names;
  }

  /**
   * Fails with the names of all functions that the library has and the specification has not, or
   * the other way.
   */
  static void check(Interface of, Set<String> symbols) {
    Set<String> wrong = new TreeSet<>();
    Set<String> known = new TreeSet<>();
    of.functions().forEach(function -> known.add(function.name()));
    for (String symbol : symbols) {
      boolean ours =
          symbol.startsWith(of.prefix()) && symbol.matches(of.prefix() + "(T_)?[A-Z][a-zA-Z0-9_]*");
      boolean isFortran =
          symbol.matches(".*_f(08)?") || symbol.equals(symbol.toUpperCase(java.util.Locale.ROOT));
      if (ours && !known.contains(symbol) && !of.ignores(symbol) && !isFortran) {
        wrong.add(symbol + " is in the library and not in the specification");
      }
    }
    for (Function function : of.functions()) {
      if (!function.isOptional() && !symbols.contains(function.name())) {
        wrong.add(function.name() + " is in the specification and not in the library");
      } else if (function.isTraced()
          && symbols.contains(function.name())
          && !symbols.contains(of.profiling() + function.name())) {
        wrong.add(
            function.name() + " has no " + of.profiling() + function.name() + " in the library");
      }
    }
    refuse(of, wrong);
  }

  /** The same for an interface whose names fit a pattern. */
  static void checkAll(Interface of, Set<String> symbols, String pattern) {
    Set<String> wrong = new TreeSet<>();
    Set<String> known = new TreeSet<>();
    of.functions().forEach(function -> known.add(function.name()));
    for (String symbol : symbols) {
      if (symbol.matches(pattern) && !known.contains(symbol) && !of.ignores(symbol)) {
        wrong.add(symbol + " is in the library and not in the specification");
      }
    }
    for (Function function : of.functions()) {
      if (!function.isOptional() && !symbols.contains(function.name())) {
        wrong.add(function.name() + " is in the specification and not in the library");
      } else if (function.isTraced() && symbols.contains(function.name()) && !symbols.contains(of.profiling() + function.name())) {
        wrong.add(function.name() + " has no " + of.profiling() + function.name() + " in the library");
      }
    }
    refuse(of, wrong);
  }

  /** The same for the bindings of Fortran. */
  static void checkFortran(Interface of, Set<String> symbols) {
    Set<String> wrong = new TreeSet<>();
    Set<String> known = new TreeSet<>();
    for (Function function : of.functions()) {
      known.addAll(FortranName.all(function));
      if (function.isTraced()
          && function.inFortran()
          && !function.isOptional()
          && !symbols.contains(FortranName.plain(function))) {
        wrong.add(FortranName.plain(function) + " is in the specification and not in the library");
      }
    }
    String prefix = of.prefix().toLowerCase(java.util.Locale.ROOT);
    for (String symbol : symbols) {
      if (symbol.matches(prefix + "[a-z0-9_]*[a-z0-9]_")
          && !known.contains(symbol)
          && !of.ignores(symbol.replaceFirst("(_f08(ts)?(_large)?)?_$", ""))) {
        wrong.add(symbol + " is in the library and not in the specification");
      }
    }
    refuse(of, wrong);
  }

  private static void refuse(Interface of, Set<String> wrong) {
    if (!wrong.isEmpty()) {
      throw new SpecException(
          "the specification of "
              + of.name()
              + " does not fit the library:\n  "
              + String.join("\n  ", wrong));
    }
  }
}
