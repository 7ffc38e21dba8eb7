package org.foretell.parsers.otf2;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.foretell.parsers.ReadingOptions;
import org.foretell.parsers.dumpi.DumpiReader;
import org.foretell.trace.OpView;
import org.foretell.trace.RankCursor;
import org.foretell.trace.store.MemoryTrace;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The same program as DUMPI and as EZTrace recorded it: the same messages and collectives. */
class SameProgramTest {
  private static final Path DUMPI =
      Path.of(System.getProperty("foretell.dumpi", "../../shared/data/dumpi"));

  @ParameterizedTest
  @ValueSource(strings = {"cg.S.4", "ft.S.4", "is.S.4", "mg.S.8", "lulesh.8"})
  void sameMessagesAndCollectives(String run) {
    Path otf2 = Otf2Data.FOLDER.resolve(run);
    Path dumpi = DUMPI.resolve(run);
    assumeTrue(Files.isDirectory(otf2) && Files.isDirectory(dumpi), "no pair of traces");
    MemoryTrace.Builder one = MemoryTrace.builder();
    Otf2Reader.read(otf2, ReadingOptions.DEFAULT.withCallTimes(false), one);
    MemoryTrace.Builder other = MemoryTrace.builder();
    DumpiReader.read(dumpi, ReadingOptions.DEFAULT, other);
    MemoryTrace mine = one.build();
    MemoryTrace theirs = other.build();
    assertThat(mine.info().ranks()).isEqualTo(theirs.info().ranks());
    for (int rank = 0; rank < mine.info().ranks(); rank++) {
      assertThat(ops(mine, rank)).as("rank " + rank).isEqualTo(ops(theirs, rank));
    }
  }

  private static List<String> ops(MemoryTrace trace, int rank) {
    List<String> ops = new ArrayList<>();
    try (RankCursor cursor = trace.open(rank)) {
      OpView op = new OpView();
      while (cursor.next(op)) {
        switch (op.code()) {
          case SEND, ISEND ->
              ops.add(op.code() + " " + op.peer() + " " + op.tag() + " " + op.bytes());
          case BCAST, REDUCE, ALLREDUCE, ALLTOALL, ALLGATHER ->
              ops.add(op.code() + " " + op.root() + " " + op.bytes());
          case BARRIER, ALLTOALLV -> ops.add(op.code().toString());
          default -> {} // Only these are in both kinds of traces.
        }
      }
    }
    return ops;
  }
}
