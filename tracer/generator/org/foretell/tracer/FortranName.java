package org.foretell.tracer;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * A function as a binding of Fortran has it.
 *
 * @param function the function
 * @param symbol its name in the library
 * @param forwardsTo the name that its wrapper forwards to
 * @param onlySite whether it reaches the C binding, where it is recorded, so that only its call
 *     site is of interest
 */
record FortranName(Function function, String symbol, String forwardsTo, boolean onlySite) {
  /** The name of `use mpi` and mpif.h, as most compilers make it. */
  static String plain(Function function) {
    return function.name().toLowerCase(Locale.ROOT) + "_";
  }

  /** All names that a function may have in libraries. */
  static List<String> all(Function function) {
    String bare = plain(function);
    return List.of(
        bare,
        bare + "f08_",
        bare + "cptr_",
        bare + "f08ts_",
        bare + "f08_large_",
        bare + "f08ts_large_");
  }

  /** Those that are to be wrapped, of the names that a library exports. */
  static List<FortranName> of(Function function, Set<String> symbols) {
    boolean mpich = symbols.contains("pmpir_init_f08_");
    List<FortranName> names = new ArrayList<>();
    for (String symbol : all(function)) {
      boolean modern = symbol.contains("f08");
      String forwardsTo =
          mpich && modern ? "pmpir" + symbol.substring(symbol.indexOf('_')) : "p" + symbol;
      if (symbols.contains(symbol) && symbols.contains(forwardsTo)) {
        names.add(
            new FortranName(function, symbol, forwardsTo, mpich && !symbol.endsWith("_f08_")));
      }
    }
    return names;
  }

  String pointer() {
    return "real_" + symbol;
  }
}
