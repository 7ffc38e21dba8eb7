package org.foretell.parsers.otf2;

import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import org.foretell.trace.OpCode;
import org.foretell.trace.OpView;
import org.jspecify.annotations.Nullable;

/** A function, or a part of one that the program named. */
final class Region {
  private static final int USER = 1;
  static final int MPI = 4;
  static final int SHMEM = 13;
  private static final String MPI_PREFIX = "mpi_";
  private static final String SHMEM_PREFIX = "shmem_";
  private static final Map<String, OpCode> OPS = new HashMap<>();

  static {
    for (OpCode code : OpCode.values()) {
      switch (code.family()) {
        case COMPUTE, MARKER, SHMEM -> {} // These are no calls of MPI.
        // Any other op has no other name in an archive.
        default -> OPS.put(code.name(), code);
      }
    }
    OPS.put("INIT_THREAD", OpCode.INIT);
    OPS.put("COMM_DISCONNECT", OpCode.COMM_FREE);
    OPS.put("WIN_ALLOCATE", OpCode.WIN_CREATE);
  }

  /** Its name as the archive has it. */
  final String name;

  /** Where it stands; empty if that is not known. */
  final String place;

  final boolean isMpi;
  final boolean isShmem;

  /** Whether the program named it. */
  final boolean isPhase;

  /** The op of a call of MPI, null if there is none. */
  final @Nullable OpCode op;

  int callSite = OpView.NONE;
  int marker = OpView.NONE;

  Region(String name, int paradigm, String file, long line) {
    this.name = name;
    place = file.isEmpty() || line <= 0 ? "" : file + ":" + line;
    String plain = plain(name);
    isMpi = plain.startsWith(MPI_PREFIX) || paradigm == MPI;
    isShmem = !isMpi && (plain.startsWith(SHMEM_PREFIX) || paradigm == SHMEM);
    isPhase = paradigm == USER && !isMpi && !isShmem;
    op = isMpi ? OPS.get(call(plain).toUpperCase(Locale.ROOT)) : null;
  }

  /** The name as C has it, in lower case. */
  private static String plain(String name) {
    int end = name.length();
    while (end > 0 && name.charAt(end - 1) == '_') {
      end--;
    }
    String lower = name.substring(0, end).toLowerCase(Locale.ROOT);
    boolean isProfiled = lower.startsWith("p" + MPI_PREFIX) || lower.startsWith("p" + SHMEM_PREFIX);
    return isProfiled ? lower.substring(1) : lower;
  }

  private static String call(String plain) {
    return plain.startsWith(MPI_PREFIX) ? plain.substring(MPI_PREFIX.length()) : plain;
  }

  /** Whether it is a call whose time is none of the program's own. */
  boolean isCall() {
    return isMpi || isShmem;
  }

  /** Whether it is a call of MPI that other ranks may notice, although no event tells of it. */
  boolean mayBeNoticed() {
    OpCode code = op;
    if (code == null) {
      boolean isQuery = hasInName("comm_rank") || hasInName("comm_size");
      return isShmem || (hasInName("comm_") && !isQuery);
    }
    return switch (code.family()) {
      case LOCAL, COMPUTE, MARKER, PERSISTENT -> false;
      case POINT_TO_POINT, COMPLETION, COLLECTIVE, COMMUNICATOR, RMA, FILE, SHMEM -> true;
    };
  }

  /** Whether a text in lower case is part of its name. */
  boolean hasInName(String part) {
    return name.toLowerCase(Locale.ROOT).contains(part);
  }

  /** Name and place, for people. */
  String text() {
    return place.isEmpty() ? name : name + " (" + place + ")";
  }
}
