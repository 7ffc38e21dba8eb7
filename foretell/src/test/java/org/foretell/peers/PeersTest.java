package org.foretell.peers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Random cases: reader and engine against the slow twin, and against the peer where {@link Peers}
 * finds it. {@code -Dforetell.peers=FOLDER} says where peers are, {@code -Dforetell.peers.cases}
 * how many cases of each kind there are, and {@code -Dforetell.peers.seed} the first one's seed.
 */
class PeersTest {
  /** SimGrid takes flows for ended a little before they are, Dimemas prints nanoseconds. */
  private static final double NANOSECONDS = 2e-9;

  @TempDir private Path folder;

  static LongStream seeds() {
    long first = Long.getLong("foretell.peers.seed", 1);
    return LongStream.range(first, first + Long.getLong("foretell.peers.cases", 40));
  }

  /** When ranks end, in seconds. */
  private interface Peer {
    double[] ends(Path program, PeerCase one, int ranks) throws IOException;
  }

  @ParameterizedTest(name = "seed {0}")
  @MethodSource("seeds")
  void timeIndependentTraces(long seed) throws IOException {
    compare(seed, RandomTi.of(seed, folder), "smpirun", Peers::bySimGrid, 1e-7);
  }

  @ParameterizedTest(name = "seed {0}")
  @MethodSource("seeds")
  void tracesOfDimemas(long seed) throws IOException {
    compare(seed, RandomDim.of(seed, folder), "Dimemas", Peers::byDimemas, 0);
  }

  @ParameterizedTest(name = "seed {0}")
  @MethodSource("seeds")
  void schedules(long seed) throws IOException {
    compare(seed, RandomGoal.of(seed, folder), "LogGOPSim", Peers::byLogGopSim, 0);
  }

  private static void compare(
      long seed, PeerCase one, String program, Peer peer, double relativeError) throws IOException {
    long[] ends = Replayed.byEngine(one);
    assertThat(Replayed.byTwin(one)).as("twin, seed %d", seed).isEqualTo(ends);
    Optional<Path> found = Peers.find(program);
    if (found.isPresent()) {
      double[] theirs = {};
      try {
        theirs = peer.ends(found.get(), one, ends.length);
      } catch (Peers.Failure failed) {
        Assumptions.abort(failed.getMessage());
      }
      for (int rank = 0; rank < ends.length; rank++) {
        double error = NANOSECONDS + relativeError * theirs[rank];
        assertThat(ends[rank] / 1e12)
            .as("end of rank %d, seed %d, %s %s", rank, seed, program, one.settings())
            .isCloseTo(theirs[rank], within(error));
      }
    }
  }
}
