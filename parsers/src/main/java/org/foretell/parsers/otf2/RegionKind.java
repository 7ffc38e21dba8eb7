package org.foretell.parsers.otf2;

import org.foretell.trace.OpCode;

/** How regions show in viewers, and what {@link Otf2Reader} takes them for. */
public enum RegionKind {
  /** A part of the program's code. */
  CODE(1, Paradigm.COMPILER),
  /** A phase that the program marks. */
  PHASE(4, Paradigm.USER),
  /** A call of MPI between two ranks. */
  MPI_MESSAGE(28, Paradigm.MPI),
  /** A collective call of MPI. */
  MPI_COLLECTIVE(26, Paradigm.MPI),
  /** A one-sided call of MPI. */
  MPI_ONE_SIDED(29, Paradigm.MPI),
  /** A call of MPI on files. */
  MPI_FILE(27, Paradigm.MPI),
  /** Any other call of MPI. */
  MPI_OTHER(1, Paradigm.MPI),
  /** A call of OpenSHMEM. */
  SHMEM(29, Paradigm.SHMEM);

  final int role;
  final int paradigm;

  RegionKind(int role, int paradigm) {
    this.role = role;
    this.paradigm = paradigm;
  }

  /**
   * {@return the kind of a call}
   *
   * @param code any op
   */
  public static RegionKind of(OpCode code) {
    return switch (code.family()) {
      case POINT_TO_POINT, PERSISTENT, COMPLETION -> MPI_MESSAGE;
      case COLLECTIVE -> MPI_COLLECTIVE;
      case RMA -> MPI_ONE_SIDED;
      case FILE -> MPI_FILE;
      case SHMEM -> SHMEM;
      case COMPUTE, MARKER -> CODE;
      case LOCAL, COMMUNICATOR -> MPI_OTHER;
    };
  }

  /** What a region belongs to, as OTF2 numbers it. */
  private static final class Paradigm {
    static final int USER = 1;
    static final int COMPILER = 2;
    static final int MPI = Region.MPI;
    static final int SHMEM = Region.SHMEM;

    private Paradigm() {}
  }
}
