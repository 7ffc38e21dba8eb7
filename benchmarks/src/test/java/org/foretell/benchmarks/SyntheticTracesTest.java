package org.foretell.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.entry;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.foretell.benchmarks.SyntheticTraces.Halo;
import org.foretell.trace.OpCode;
import org.foretell.trace.OpField;
import org.foretell.trace.OpView;
import org.foretell.trace.RankCursor;
import org.foretell.trace.TaskGraph;
import org.foretell.trace.TraceSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SyntheticTracesTest {
  /** A message, from either end. */
  private record Channel(long source, long destination, long tag, long bytes) {}

  /** What a trace holds once all its ranks have been read. */
  private static final class Read {
    private final Map<Channel, Long> sent = new HashMap<>();
    private final Map<Channel, Long> received = new HashMap<>();
    private final Map<OpCode, Long> ops = new HashMap<>();

    Read(TraceSource trace) {
      OpView op = new OpView();
      for (int rank = 0; rank < trace.info().ranks(); rank++) {
        try (RankCursor cursor = trace.open(rank)) {
          while (cursor.next(op)) {
            ops.merge(op.code(), 1L, Long::sum);
            if (op.code() == OpCode.ISEND) {
              sent.merge(new Channel(rank, op.peer(), op.tag(), op.bytes()), 1L, Long::sum);
            } else if (op.code() == OpCode.IRECV) {
              received.merge(
                  new Channel(op.peer(), rank, op.tag(), op.receiveBytes()), 1L, Long::sum);
            } else if (op.code() == OpCode.WAITALL) {
              assertThat(op.listLength(OpField.REQUESTS)).isPositive();
            }
          }
        }
      }
    }

    long total() {
      return ops.values().stream().mapToLong(Long::longValue).sum();
    }
  }

  @Test
  void everyRankPutsToItsRowAndItsColumn() {
    Read read =
        new Read(SyntheticTraces.inMemory(sink -> SyntheticTraces.writePuts(4, 100, 3, sink)));
    assertThat(read.ops)
        .containsOnly(
            entry(OpCode.SHMEM_PUT, 16L * 3 * 2 * 3), entry(OpCode.SHMEM_BARRIER, 16L * 2 * 3));
  }

  @Test
  void pencilsPutToTheirRowAndTheirColumn() {
    TraceSource trace =
        SyntheticTraces.inMemory(sink -> SyntheticTraces.writePencils(3, 64, 2, 1000, sink));
    Read read = new Read(trace);
    assertThat(read.ops)
        .containsOnly(
            entry(OpCode.COMPUTE, 9L * 4 * 2),
            entry(OpCode.SHMEM_PUT_NBI, 9L * 2 * 4 * 2),
            entry(OpCode.SHMEM_BARRIER, 9L * 4 * 2));
    OpView op = new OpView();
    List<Long> targets = new ArrayList<>();
    try (RankCursor cursor = trace.open(5)) {
      while (cursor.next(op) && targets.size() < 8) {
        if (op.code() == OpCode.SHMEM_PUT_NBI) {
          targets.add(op.get(OpField.PEER));
        }
      }
    }
    assertThat(targets).containsExactly(3L, 4L, 8L, 2L, 8L, 2L, 3L, 4L);
  }

  @ParameterizedTest
  @CsvSource({"2,2", "2,3", "3,2", "4,3", "5,5"})
  void everyMessageOfAHaloHasItsReceive(int width, int height) {
    for (boolean periodic : new boolean[] {false, true}) {
      Halo halo = new Halo(width, height, periodic, 3, 100, 1000);
      Read read = new Read(SyntheticTraces.inMemory(sink -> SyntheticTraces.writeHalo(halo, sink)));
      assertThat(read.sent).isEqualTo(read.received);
      assertThat(read.total()).isEqualTo(halo.operations());
      assertThat(read.ops.get(OpCode.ALLREDUCE)).isEqualTo(3L * halo.ranks());
      long neighbours = periodic ? 4 : 2;
      assertThat(read.sent.keySet().stream().filter(channel -> channel.source() == 0).count())
          .isEqualTo(neighbours);
    }
  }

  @Test
  void neighboursOfAHaloAreThoseOfTheGrid() {
    Halo halo = new Halo(4, 3, true, 1, 100, 1000);
    Read read = new Read(SyntheticTraces.inMemory(sink -> SyntheticTraces.writeHalo(halo, sink)));
    assertThat(read.sent.keySet().stream().filter(channel -> channel.source() == 4))
        .extracting(Channel::destination)
        .containsExactlyInAnyOrder(7L, 5L, 0L, 8L);
  }

  @Test
  void graphsSendToAPowerOfTwoAboveOrToAll() {
    TaskGraph dissemination =
        SyntheticTraces.inMemory(sink -> SyntheticTraces.writeDissemination(6, 8, sink)).graph(5);
    assertThat(peers(dissemination, OpCode.SEND)).containsExactly(0, 1, 3);
    assertThat(peers(dissemination, OpCode.RECV)).containsExactly(4, 3, 1);
    assertThat(dissemination.edges()).isEqualTo(2);
    assertThat(dissemination.dependencies(4)).isEqualTo(1);
    TaskGraph alltoall =
        SyntheticTraces.inMemory(sink -> SyntheticTraces.writeAlltoallGraph(4, 8, sink)).graph(1);
    assertThat(peers(alltoall, OpCode.SEND)).containsExactly(2, 3, 0);
    assertThat(peers(alltoall, OpCode.RECV)).containsExactly(0, 3, 2);
    assertThat(alltoall.edges()).isZero();
  }

  private static List<Integer> peers(TaskGraph graph, OpCode code) {
    return IntStream.range(0, graph.tasks())
        .filter(task -> graph.code(task) == code)
        .map(graph::peer)
        .boxed()
        .toList();
  }

  @Test
  void alltoallReachesEveryPairOnceInEachRound() {
    Read read =
        new Read(SyntheticTraces.inMemory(sink -> SyntheticTraces.writeAlltoall(7, 64, 2, sink)));
    assertThat(read.sent).isEqualTo(read.received);
    assertThat(read.sent)
        .hasSize(7 * 6)
        .allSatisfy((pair, count) -> assertThat(count).isEqualTo(2));
    assertThat(read.total()).isEqualTo(SyntheticTraces.alltoallOperations(7, 2));
  }

  @Test
  void unrolledTraceHasTheSameOps() {
    Halo halo = new Halo(4, 3, false, 5, 100, 1000);
    TraceSource shared = SyntheticTraces.inMemory(sink -> SyntheticTraces.writeHalo(halo, sink));
    TraceSource unrolled =
        SyntheticTraces.inMemory(sink -> SyntheticTraces.writeUnrolled(shared, sink));
    OpView expected = new OpView();
    OpView found = new OpView();
    for (int rank = 0; rank < halo.ranks(); rank++) {
      try (RankCursor sharedOps = shared.open(rank);
          RankCursor unrolledOps = unrolled.open(rank)) {
        while (sharedOps.next(expected)) {
          assertThat(unrolledOps.next(found)).isTrue();
          assertThat(found).hasToString(expected.toString());
        }
        assertThat(unrolledOps.next(found)).isFalse();
      }
    }
  }

  @Test
  void haloOfAnyNumberOfRanksIsNearlySquare() {
    assertThat(Halo.periodic(16_384, 1))
        .extracting(Halo::width, Halo::height)
        .containsExactly(128, 128);
    assertThat(Halo.periodic(24, 1)).extracting(Halo::width, Halo::height).containsExactly(4, 6);
    assertThatIllegalArgumentException().isThrownBy(() -> Halo.periodic(7, 1));
  }
}
