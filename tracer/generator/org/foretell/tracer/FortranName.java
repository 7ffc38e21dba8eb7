package org.foretell.tracer;

import java.util.Locale;

/**
 * A function as a binding of Fortran has it.
 *
 * @param function the function
 * @param symbol its name in the library
 */
record FortranName(Function function, String symbol) {
  /** The name of `use mpi` and mpif.h, as most compilers make it. */
  static String plain(Function function) {
    return function.name().toLowerCase(Locale.ROOT) + "_";
  }

  static String modern(Function function) {
    return function.name().toLowerCase(Locale.ROOT) + "_f08_";
  }

  /** With a C pointer where there is an address. */
  static String withPointer(Function function) {
    return function.name().toLowerCase(Locale.ROOT) + "_cptr_";
  }

  String forwardsTo() {
    return "p" + symbol;
  }

  String pointer() {
    return "real_" + symbol;
  }
}
