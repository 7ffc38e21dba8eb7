package org.foretell.tracer;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * Writes the wrappers: {@code Generate SPEC SCHEMA OUT LIBRARY.nm [FORTRAN.nm ..]}, where the last
 * are what {@code nm -D --defined-only} says of the libraries.
 */
final class Generate {
  private Generate() {}

  public static void main(String[] arguments) throws IOException {
    if (arguments.length < 4) {
      System.err.println("usage: Generate SPEC SCHEMA OUT LIBRARY.nm [FORTRAN.nm ..]");
      System.exit(2);
    }
    try {
      List<Path> paths = List.of(arguments).stream().map(Path::of).toList();
      Interface of = SpecReader.read(paths.get(0), paths.get(1));
      if (of.name().equals("OpenSHMEM")) {
        writeShmem(of, paths.get(2), paths.get(3));
      } else {
        write(of, paths.get(2), paths.get(3), paths.subList(4, paths.size()));
      }
    } catch (SpecException e) {
      System.err.println("tracer: " + e.getMessage());
      System.exit(1);
    }
  }

  private static void write(Interface of, Path out, Path library, List<Path> fortranLibraries)
      throws IOException {
    Set<String> symbols = Library.symbols(List.of(library));
    Library.check(of, symbols);
    List<Function> all =
        of.functions().stream()
            .filter(function -> symbols.contains(of.profiling() + function.name()))
            .toList();
    List<Function> traced = all.stream().filter(Function::isTraced).toList();
    List<FortranName> fortran = new ArrayList<>();
    if (!fortranLibraries.isEmpty()) {
      Set<String> names = Library.symbols(fortranLibraries);
      Library.checkFortran(of, names);
      for (Function function : traced) {
        if (function.inFortran()) {
          fortran.addAll(FortranName.of(function, names));
        }
      }
    }
    Files.createDirectories(out);
    update(out.resolve("mpi_real.h"), Tables.header(all, "mpi.h"));
    update(out.resolve("numbers.h"), Tables.numbers(traced));
    update(out.resolve("tables.c"), Tables.tables(of, traced, all, fortran));
    update(out.resolve("wrappers_c.c"), CWrappers.write(traced));
    if (!fortran.isEmpty()) {
      update(out.resolve("wrappers_fortran.c"), FortranWrappers.write(fortran));
    }
    System.out.println(
        of.name()
            + ": "
            + traced.size()
            + " functions in C, "
            + fortran.size()
            + " names in Fortran");
  }

  private static void writeShmem(Interface of, Path out, Path library) throws IOException {
    Set<String> symbols = Library.symbols(List.of(library));
    Library.checkAll(of, symbols, "shmemx?_.*|sh(malloc|free|realloc|memalign)|start_pes|_?(my_pe|num_pes)|globalexit");
    List<Function> traced =
        of.functions().stream().filter(Function::isTraced).filter(function -> symbols.contains(function.name())).toList();
    Files.createDirectories(out);
    update(out.resolve("shmem_real.h"), ShmemWrappers.header(traced));
    update(out.resolve("shmem_numbers.inc"), ShmemWrappers.numbers(traced));
    update(out.resolve("shmem_functions.inc"), ShmemWrappers.table(traced));
    update(out.resolve("shmem_symbols.inc"), ShmemWrappers.symbols(of, traced));
    update(out.resolve("shmem_check.c"), ShmemWrappers.check(of, traced));
    update(out.resolve("wrappers_shmem.c"), ShmemWrappers.write(traced));
    List<String> bare =
        symbols.stream()
            .filter(symbol -> symbol.matches("shmemx?_.*") && !symbols.contains(of.profiling() + symbol) && !of.ignores(symbol))
            .toList();
    System.out.println(
        of.name() + ": " + traced.size() + " functions; without a profiling name, so not traced: " + String.join(" ", bare));
  }

  /** Leaves a file that is as it should be, so that nothing is compiled again. */
  private static void update(Path file, String content) throws IOException {
    if (!Files.exists(file) || !Files.readString(file).equals(content)) {
      Files.writeString(file, content);
    }
  }
}
