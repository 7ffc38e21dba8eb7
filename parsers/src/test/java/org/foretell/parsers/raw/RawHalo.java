package org.foretell.parsers.raw;

import java.nio.file.Path;

/**
 * Raw files of a halo on a ring of any number of ranks, one rank after the other. Each step
 * receives from both neighbours, sends to both, waits for all and reduces. {@code
 * benchmarks/merge.sh} merges it on 16,384 ranks.
 */
final class RawHalo {
  private static final int BYTES = 4096;
  private static final long RUN = 0x77;

  private RawHalo() {}

  /**
   * Writes the files.
   *
   * @param args the folder, the number of ranks, the number of steps
   */
  public static void main(String[] args) {
    write(Path.of(args[0]), Integer.parseInt(args[1]), Integer.parseInt(args[2]));
  }

  static void write(Path folder, int ranks, int steps) {
    for (int rank = 0; rank < ranks; rank++) {
      rank(rank, ranks, steps).write(folder);
    }
  }

  private static RawRank rank(int rank, int ranks, int steps) {
    RawRank file =
        new RawRank(RUN, rank, ranks)
            .function("MPI_Init", "init")
            .function("MPI_Irecv", "irecv", "peer", "tag", "receive_bytes", "request")
            .function("MPI_Isend", "isend", "peer", "tag", "bytes", "request")
            .function("MPI_Waitall", "waitall", "requests")
            .function("MPI_Allreduce", "allreduce", "bytes")
            .function("MPI_Finalize", "finalize");
    int module = file.module("/home/me/halo", "");
    for (int site = 0; site < 6; site++) {
      file.callSite(module + 1, 0x40 + 8L * site);
    }
    int left = (rank + ranks - 1) % ranks;
    int right = (rank + 1) % ranks;
    file.call("MPI_Init", 0, 100_000);
    for (int step = 0; step < steps; step++) {
      file.call(1, 1, "MPI_Irecv", 900 + (rank + step) % 100, 30, left, 0, BYTES, 0);
      file.call(1, 2, "MPI_Irecv", 10, 30, right, 1, BYTES, 1);
      file.call(1, 3, "MPI_Isend", 10, 50, right, 0, BYTES, 2);
      file.call(1, 4, "MPI_Isend", 10, 50, left, 1, BYTES, 3);
      file.call(1, 5, "MPI_Waitall", 10, 2000, (Object) new long[] {0, 1, 2, 3});
      file.call(1, 6, "MPI_Allreduce", 100, 5000, 8);
    }
    return file.call("MPI_Finalize", 10, 1000);
  }
}
