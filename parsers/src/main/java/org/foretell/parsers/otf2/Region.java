package org.foretell.parsers.otf2;

import java.util.Locale;

/**
 * A region of code.
 *
 * @param name of the function
 * @param place file and line, empty if unknown
 * @param paradigm what it belongs to
 * @param call the name as in C, in lower case: Fortran adds underscores
 * @param isCall whether it is a call of a library for communication; some tracers call these user
 *     regions
 */
record Region(String name, String place, int paradigm, String call, boolean isCall) {
  /** Of calls that no region stands for. */
  static final Region UNKNOWN = of("unknown", "", 0);

  private static final int USER = 1;
  private static final int COMPILER = 2;
  static final int MPI = 4;
  private static final int SHMEM = 13;

  /** A region of that name. */
  static Region of(String name, String place, int paradigm) {
    String call = plain(name);
    boolean isCall =
        paradigm == MPI
            || paradigm == SHMEM
            || call.startsWith("mpi_")
            || call.startsWith("shmem_");
    return new Region(name, place, paradigm, call, isCall);
  }

  /** Whether a phase stands for it. */
  boolean isPhase() {
    return paradigm == USER && !isCall;
  }

  /** Whether call sites name it. */
  boolean isFrame() {
    return (paradigm == USER || paradigm == COMPILER) && !isCall;
  }

  private static String plain(String name) {
    String plain = name.toLowerCase(Locale.ROOT);
    int end = plain.length();
    while (end > 0 && plain.charAt(end - 1) == '_') {
      end--;
    }
    return plain.substring(plain.startsWith("pmpi_") ? 1 : 0, end);
  }

  /** Name and place. */
  String text() {
    return place.isEmpty() ? name : name + " (" + place + ")";
  }
}
