package org.foretell.parsers.raw;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.List;
import org.foretell.trace.TraceException;
import org.foretell.trace.store.MemoryTrace;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Call sites of programs that an interpreter runs. */
class SourcePlacesTest {
  @TempDir Path folder;

  private List<String> sites() {
    MemoryTrace.Builder trace = MemoryTrace.builder();
    RawTraceReader.read(folder, RawOptions.DEFAULT, trace);
    return trace.build().tables().callSites();
  }

  private static RawRank rank(int rank) {
    RawRank file = new RawRank(77, rank, 2).function("MPI_Barrier", "barrier", "communicator");
    file.header.putShort(10, (short) 5);
    return file;
  }

  @Test
  void areFunctionsAndLinesWithTheirCallers() {
    RawRank file = rank(0);
    int step = file.place("Solver.step", "/home/me/solver.py", 46);
    int main = file.place("<module>", "main.py", 9);
    file.callSiteOfPlaces(step, main).call(1, 1, "MPI_Barrier", 0, 5, 0).write(folder);
    rank(1).call("MPI_Barrier", 0, 5, 0).write(folder);
    assertThat(sites()).containsExactly("Solver.step solver.py:46 < <module> main.py:9");
  }

  @Test
  void areTheSameInRanksThatMeetThemInAnotherOrder() {
    for (int rank = 0; rank < 2; rank++) {
      RawRank file = rank(rank);
      if (rank == 1) {
        file.callSiteOfPlaces(file.place("other", "main.py", 3));
      }
      int number = file.place("step", "main.py", 7);
      file.callSiteOfPlaces(number).call(1, 1 + rank, "MPI_Barrier", 0, 5, 0).write(folder);
    }
    assertThat(sites()).containsExactly("step main.py:7", "other main.py:3");
  }

  @Test
  void standBesidePlacesInModules() {
    RawRank file = rank(0);
    file.callSite(file.module("/lib/libx.so", "") + 1, 0x40);
    file.callSiteOfPlaces(file.place("step", "main.py", 7));
    file.call(1, 2, "MPI_Barrier", 0, 5, 0).write(folder);
    rank(1).call("MPI_Barrier", 0, 5, 0).write(folder);
    assertThat(sites()).containsExactly("libx.so+0x40", "step main.py:7");
  }

  @Test
  void thatAreNotDefinedAreRefused() {
    RawRank file = rank(0);
    file.place("step", "main.py", 7);
    file.callSiteOfPlaces(1).write(folder);
    rank(1).write(folder);
    assertThatThrownBy(this::sites)
        .isInstanceOf(TraceException.class)
        .hasMessageContaining("expected the number of a place, found 1");
  }
}
