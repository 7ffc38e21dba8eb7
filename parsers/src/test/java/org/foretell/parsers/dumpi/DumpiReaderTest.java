package org.foretell.parsers.dumpi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.foretell.parsers.dumpi.DumpiRank.DOUBLE;
import static org.foretell.parsers.dumpi.DumpiRank.INT;
import static org.foretell.parsers.dumpi.DumpiRank.WORLD;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.foretell.parsers.Loss;
import org.foretell.parsers.ReadingOptions;
import org.foretell.parsers.TraceFormatReader;
import org.foretell.parsers.TraceFormats;
import org.foretell.trace.BurstClock;
import org.foretell.trace.OpView;
import org.foretell.trace.RankCursor;
import org.foretell.trace.store.MemoryTrace;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What calls become, one small program after the other. */
class DumpiReaderTest {
  private static final int[] IGNORED = {};

  @TempDir private Path folder;
  private List<Loss> losses = List.of();

  private MemoryTrace read() {
    TraceFormatReader reader = TraceFormats.installed().of(folder).orElseThrow();
    assertThat(reader.id()).isEqualTo("dumpi");
    MemoryTrace.Builder trace = MemoryTrace.builder();
    losses = reader.read(folder, ReadingOptions.DEFAULT, trace);
    return trace.build();
  }

  private static List<String> ops(MemoryTrace trace, int rank) {
    List<String> ops = new ArrayList<>();
    OpView op = new OpView();
    try (RankCursor cursor = trace.open(rank)) {
      while (cursor.next(op)) {
        ops.add(op.toString());
      }
    }
    return ops;
  }

  /** The ops of the last rank of a run in which all others only begin and end. */
  private List<String> ops(DumpiRank last, int ranks) {
    for (int rank = 0; rank < ranks - 1; rank++) {
      new DumpiRank().call("MPI_Finalize").write(folder, rank);
    }
    last.write(folder, ranks - 1);
    return ops(read(), ranks - 1);
  }

  @Test
  void computationIsTheTimeBetweenCalls() {
    DumpiRank rank = new DumpiRank();
    rank.call("MPI_Init", (Object) new String[] {"a.out"});
    rank.compute(500).call("MPI_Comm_rank", WORLD, 0).compute(7).call("MPI_Barrier", WORLD);
    rank.call("MPI_Finalize");
    assertThat(ops(rank, 1))
        .containsExactly(
            "init",
            "compute duration_ps=500000",
            "elapse duration_ps=1000000",
            "compute duration_ps=7000",
            "barrier",
            "finalize");
    assertThat(losses).isEmpty();
  }

  @Test
  void clocksOfRanksDoNotMix() {
    new DumpiRank().compute(1_000_000).call("MPI_Barrier", WORLD).write(folder, 0);
    DumpiRank second = new DumpiRank().call("MPI_Barrier", WORLD).compute(9);
    second.call("MPI_Finalize").write(folder, 1);
    assertThat(ops(read(), 1)).containsExactly("barrier", "compute duration_ps=9000", "finalize");
    assertThat(losses).isEmpty();
  }

  @Test
  void timesOfTheProcessorWhereThereAreNoOthers() {
    DumpiRank rank = new DumpiRank().mask(0b0100_0111);
    rank.call("MPI_Barrier", WORLD).compute(40).call("MPI_Barrier", WORLD);
    assertThat(ops(rank, 1)).containsExactly("barrier", "compute duration_ps=40000", "barrier");
    assertThat(read().info().notes()).anyMatch(note -> note.contains("processor times"));
  }

  @Test
  void timesOfTheProcessorIfAskedFor() {
    DumpiRank rank = new DumpiRank().processorShare(4);
    rank.call("MPI_Barrier", WORLD).compute(40_000).call("MPI_Barrier", WORLD).write(folder, 0);
    MemoryTrace.Builder trace = MemoryTrace.builder();
    DumpiReader.read(folder, ReadingOptions.DEFAULT.withProcessorTimes(true), trace);
    MemoryTrace read = trace.build();
    assertThat(ops(read, 0)).containsExactly("barrier", "compute duration_ps=10000000", "barrier");
    assertThat(read.info().burstClock()).isEqualTo(BurstClock.PROCESSOR);
    assertThat(ops(read(), 0)).contains("compute duration_ps=40000000");
  }

  @Test
  void withoutTimesThereIsNoComputation() {
    DumpiRank rank = new DumpiRank().mask(0b0100_0011);
    rank.call("MPI_Barrier", WORLD).compute(40).call("MPI_Barrier", WORLD);
    assertThat(ops(rank, 1)).containsExactly("barrier", "barrier");
    assertThat(losses).extracting(Loss::what).containsExactly("times of calls");
  }

  @Test
  void messages() {
    DumpiRank rank = new DumpiRank();
    rank.call("MPI_Send", 10, DOUBLE, 0, 5, WORLD);
    rank.call("MPI_Recv", 3, INT, -1, -1, WORLD, new int[] {12, 1, 0, 0, 8});
    rank.call("MPI_Recv", 3, INT, -2, -1, WORLD, new int[] {0, -2, 0, 0, -1});
    rank.call("MPI_Recv", 3, INT, -1, -1, WORLD, new int[] {0, -1, 0, 0, -1});
    rank.call("MPI_Send", 10, DOUBLE, -1, 5, WORLD);
    rank.call("MPI_Sendrecv", 1, INT, 0, 3, 2, INT, 1, 4, WORLD, IGNORED);
    rank.call("MPI_Sendrecv_replace", 2, INT, 0, 3, -1, 4, WORLD, new int[] {8, 1, 0, 0, 4});
    rank.call("MPI_Iprobe", -1, 7, WORLD, 0, IGNORED);
    rank.call("MPI_Iprobe", -1, 7, WORLD, 1, new int[] {8, 1, 0, 0, 7});
    rank.call("MPI_Probe", 1, 7, WORLD, IGNORED);
    assertThat(ops(rank, 3))
        .containsExactly(
            "send peer=0 tag=5 bytes=80",
            "recv peer=-1 tag=-1 receive_bytes=12 matched_peer=1 matched_tag=8",
            "recv peer=-2 receive_bytes=12",
            "recv peer=-2 receive_bytes=12",
            "send peer=-2 bytes=80",
            "sendrecv peer=0 tag=3 bytes=4 receive_peer=1 receive_tag=4 receive_bytes=8",
            "sendrecv_replace peer=0 tag=3 bytes=8 receive_peer=-1 receive_tag=4 receive_bytes=8"
                + " matched_peer=1 matched_tag=4",
            "iprobe peer=-1 tag=7 outcome=0 matched_peer=-2",
            "iprobe peer=-1 tag=7 outcome=1 matched_peer=1 matched_tag=7",
            "probe peer=1 tag=7");
  }

  @Test
  void requestsOfOneNumberAreTakenOldestFirst() {
    DumpiRank rank = new DumpiRank();
    rank.call("MPI_Irecv", 1, INT, 0, 1, WORLD, 5);
    rank.call("MPI_Isend", 1, INT, 0, 2, WORLD, 9);
    rank.call("MPI_Isend", 1, INT, 0, 3, WORLD, 9);
    rank.call("MPI_Waitall", 4, new int[] {9, 1, 9, 5}, IGNORED);
    rank.call("MPI_Wait", 1, IGNORED);
    rank.call("MPI_Wait", 77, IGNORED);
    assertThat(ops(rank, 2))
        .containsExactly(
            "irecv peer=0 tag=1 receive_bytes=4 request=0",
            "isend peer=0 tag=2 bytes=4 request=1",
            "isend peer=0 tag=3 bytes=4 request=2",
            "waitall requests=[1,2,0]",
            "wait",
            "wait");
    assertThat(losses).extracting(Loss::count).containsExactly(1L);
  }

  @Test
  void wildcardsMatchWhatTheStatusOfTheirWaitSays() {
    DumpiRank rank = new DumpiRank();
    rank.call("MPI_Irecv", 1, INT, -1, 1, WORLD, 5);
    rank.call("MPI_Irecv", 1, INT, 0, -1, WORLD, 6);
    rank.call("MPI_Irecv", 1, INT, -1, -1, WORLD, 7);
    rank.call("MPI_Waitany", 2, new int[] {5, 6}, 1, new int[] {4, 0, 0, 0, 33});
    rank.call("MPI_Test", 7, 0, IGNORED);
    int[] two = {4, 2, 0, 0, 44, 4, 1, 0, 0, 1};
    rank.call("MPI_Waitsome", 3, new int[] {5, 1, 7}, 2, new int[] {2, 0}, two);
    assertThat(ops(rank, 3))
        .containsExactly(
            "irecv peer=-1 tag=1 receive_bytes=4 request=0 matched_peer=1 matched_tag=1",
            "irecv peer=0 tag=-1 receive_bytes=4 request=1 matched_peer=0 matched_tag=33",
            "irecv peer=-1 tag=-1 receive_bytes=4 request=2 matched_peer=2 matched_tag=44",
            "waitany requests=[0,1] outcome=1",
            "test request=2 outcome=0",
            "waitsome requests=[0,-3,2] outcomes=[2,0]");
  }

  @Test
  void cancelledRequestsReceiveFromNobody() {
    DumpiRank rank = new DumpiRank();
    rank.call("MPI_Irecv", 1, INT, 0, 1, WORLD, 5).call("MPI_Cancel", 5);
    rank.call("MPI_Wait", 5, new int[] {0, 0, 1, 0, 0});
    assertThat(ops(rank, 2))
        .containsExactly(
            "irecv peer=-2 receive_bytes=4 request=0",
            "elapse duration_ps=1000000",
            "wait request=0");
  }

  @Test
  void persistentRequests() {
    DumpiRank rank = new DumpiRank();
    rank.call("MPI_Recv_init", 1, INT, -1, 1, WORLD, 5);
    rank.call("MPI_Send_init", 1, INT, 0, 1, WORLD, 6);
    for (int i = 0; i < 2; i++) {
      rank.call("MPI_Startall", 2, new int[] {5, 6});
      rank.call("MPI_Waitall", 2, new int[] {5, 6}, new int[] {4, 0, 0, 0, 1, 0, 0, 0, 0, 0});
    }
    rank.call("MPI_Start", 6).call("MPI_Wait", 6, IGNORED);
    rank.call("MPI_Request_free", 5).call("MPI_Request_free", 6);
    assertThat(ops(rank, 2))
        .containsExactly(
            "recv_init peer=-1 tag=1 receive_bytes=4 request=0 matched_peer=0 matched_tag=1",
            "send_init peer=0 tag=1 bytes=4 request=1",
            "startall requests=[0,1]",
            "waitall requests=[0,1]",
            "startall requests=[0,1]",
            "waitall requests=[0,1]",
            "start request=1",
            "wait request=1",
            "request_free request=0",
            "request_free request=1");
    assertThat(losses).isEmpty();
  }

  @Test
  void collectives() {
    DumpiRank rank = new DumpiRank();
    rank.call("MPI_Bcast", 5, INT, 1, WORLD).call("MPI_Reduce", 5, INT, 3, 0, WORLD);
    rank.call("MPI_Op_create", 0, 20).call("MPI_Allreduce", 5, INT, 20, WORLD);
    rank.call("MPI_Gather", 1, 2, INT, 0, WORLD, null, null);
    rank.call("MPI_Gather", 1, 2, INT, 1, WORLD, 1, DOUBLE);
    rank.call("MPI_Gatherv", 1, 2, 2, INT, 0, WORLD, null, null, INT);
    rank.call("MPI_Gatherv", 1, 2, 2, INT, 1, WORLD, new int[] {3, 2}, new int[] {0, 3}, INT);
    rank.call("MPI_Scatter", 1, 2, INT, 1, WORLD, 1, DOUBLE);
    rank.call("MPI_Scatterv", 1, 2, INT, 2, INT, 1, WORLD, new int[] {3, 2}, new int[] {0, 3});
    rank.call("MPI_Allgather", 0, 1, 3, INT, WORLD);
    rank.call("MPI_Allgatherv", 2, 2, INT, new int[] {3, 2}, new int[] {0, 3}, INT, WORLD);
    rank.call("MPI_Alltoall", 1, INT, 1, INT, WORLD);
    int[] places = {0, 9};
    rank.call(
        "MPI_Alltoallv", 2, new int[] {1, 2}, places, INT, new int[] {3, 4}, places, INT, WORLD);
    rank.call(
        "MPI_Alltoallw",
        2,
        new int[] {1, 2},
        places,
        new int[] {INT, DOUBLE},
        new int[] {3, 4},
        places,
        new int[] {DOUBLE, INT},
        WORLD);
    rank.call("MPI_Reduce_scatter", 2, new int[] {3, 4}, INT, 3, WORLD);
    rank.call("MPI_Scan", 2, INT, 3, WORLD).call("MPI_Exscan", 2, INT, 3, WORLD);
    assertThat(ops(rank, 2))
        .containsExactly(
            "bcast bytes=20 root=1",
            "reduce bytes=20 count=5",
            "elapse duration_ps=1000000",
            "allreduce bytes=20 count=5 flags=1",
            "gather bytes=8 receive_bytes=8",
            "gather bytes=8 receive_bytes=8 root=1",
            "gatherv bytes=8",
            "gatherv bytes=8 root=1 receive_bytes_by_rank=[12,8]",
            "scatter bytes=8 receive_bytes=8 root=1",
            "scatterv receive_bytes=8 root=1 send_bytes_by_rank=[12,8]",
            "allgather bytes=12 receive_bytes=12",
            "allgatherv bytes=8 receive_bytes_by_rank=[12,8]",
            "alltoall bytes=4 receive_bytes=4",
            "alltoallv send_bytes_by_rank=[4,8] receive_bytes_by_rank=[12,16]",
            "alltoallw send_bytes_by_rank=[4,16] receive_bytes_by_rank=[24,16]",
            "reduce_scatter receive_bytes_by_rank=[12,16] count=7",
            "scan bytes=8 count=2",
            "exscan bytes=8 count=2");
  }

  @Test
  void derivedDatatypes() {
    DumpiRank rank = new DumpiRank();
    rank.call("MPI_Type_contiguous", 3, INT, 30).call("MPI_Type_vector", 4, 2, 9, 30, 31);
    rank.call("MPI_Type_create_struct", 2, new int[] {1, 2}, IGNORED, new int[] {31, DOUBLE}, 32);
    rank.call("MPI_Type_create_subarray", 2, IGNORED, new int[] {2, 5}, IGNORED, 1, 30, 33);
    for (int type = 30; type <= 33; type++) {
      rank.call("MPI_Send", 1, type, 0, 0, WORLD);
    }
    rank.call("MPI_Send", 1, 28, 0, 0, WORLD).call("MPI_Send", 0, 99, 0, 0, WORLD);
    assertThat(ops(rank, 2))
        .filteredOn(op -> op.startsWith("send"))
        .containsExactly(
            "send peer=0 bytes=12",
            "send peer=0 bytes=96",
            "send peer=0 bytes=112",
            "send peer=0 bytes=120",
            "send peer=0 bytes=4",
            "send peer=0");
  }

  @Test
  void functionsAreCallSites() {
    DumpiRank rank = new DumpiRank().function("main").function("<none>").function("solve");
    rank.call("Function_enter", 0x400000).call("MPI_Barrier", WORLD);
    rank.call("Function_enter", 0x400002).call("MPI_Barrier", WORLD);
    rank.call("Function_exit", 0x400002).call("MPI_Barrier", WORLD);
    assertThat(ops(rank, 1))
        .filteredOn(op -> op.startsWith("barrier"))
        .containsExactly("barrier call_site=0", "barrier call_site=1", "barrier call_site=0");
  }

  @Test
  void windowsAndFiles() {
    DumpiRank rank = new DumpiRank();
    rank.call("MPI_Win_create", 800, 8, 0, WORLD, 1).call("MPI_Win_fence", 0, 1);
    rank.call("MPI_Put", 10, DOUBLE, 0, 0, 10, DOUBLE, 1);
    rank.call("MPI_Comm_group", WORLD, 3).call("MPI_Group_excl", 3, 1, new int[] {1}, 4);
    rank.call("MPI_Win_start", 4, 0, 1).call("MPI_Win_complete", 1).call("MPI_Win_free", 1);
    rank.call("MPI_File_open", WORLD, "out.dat", 1, 0, 1);
    rank.call("MPI_File_set_view", 1, 100, DOUBLE, DOUBLE, "native", 0);
    rank.call("MPI_File_write_at", 1, 5, 10, DOUBLE, IGNORED);
    rank.call("MPI_File_iread", 1, 10, DOUBLE, 2).call("MPIO_Wait", 2, IGNORED);
    rank.call("MPI_File_close", 1);
    assertThat(ops(rank, 2))
        .filteredOn(op -> !op.startsWith("elapse"))
        .containsExactly(
            "win_create object=1 bytes=800",
            "win_fence object=1",
            "put peer=0 bytes=80 object=1",
            "win_start object=1 ranks=[0]",
            "win_complete object=1",
            "win_free object=1",
            "file_open object=1",
            "file_write object=1 bytes=80 stride_bytes=140",
            "file_iread object=1 bytes=80 request=0",
            "wait request=0",
            "file_close object=1");
  }

  @Test
  void communicators() {
    DumpiRank rank = new DumpiRank();
    rank.call("MPI_Comm_dup", WORLD, 4).call("MPI_Comm_split", 4, 1, 9, 5);
    rank.call("MPI_Comm_split", 4, -32766, 0, 1).allreduce(5).call("MPI_Comm_free", 5);
    rank.call("MPI_Comm_split", 4, 2, 0, 5).allreduce(5);
    rank.call("MPI_Comm_group", 4, 3);
    rank.call("MPI_Group_range_incl", 3, 1, new int[][] {{5, 1, -2}}, 4);
    rank.call("MPI_Comm_create", WORLD, 4, 6).allreduce(6);
    rank.call("MPI_Cart_create", WORLD, 2, new int[] {2, 3}, new int[] {0, 0}, 1, 7);
    rank.call("MPI_Cart_sub", 2, 7, new int[] {0, 1}, 8).allreduce(8);
    assertThat(ops(rank, 6))
        .filteredOn(op -> !op.startsWith("elapse"))
        .containsExactly(
            "comm_dup new_communicator=2",
            "comm_split communicator=2 color=1 key=9 new_communicator=3",
            "comm_split communicator=2 color=-3",
            "allreduce bytes=4 count=1 communicator=3",
            "comm_free communicator=3",
            "comm_split communicator=2 color=2 new_communicator=4",
            "allreduce bytes=4 count=1 communicator=4",
            "comm_create ranks=[5,3,1] new_communicator=5",
            "allreduce bytes=4 count=1 communicator=5",
            "comm_split new_communicator=6",
            "comm_split communicator=6 color=1 key=2 new_communicator=7",
            "allreduce bytes=4 count=1 communicator=7");
    assertThat(losses).extracting(Loss::count).containsExactly(1L);
  }

  @Test
  void aFileOfTheRunAndItsDescriptionAreTheRun() throws java.io.IOException {
    Path file = new DumpiRank().allreduce(WORLD).write(folder, 0);
    Path meta =
        java.nio.file.Files.writeString(
            folder.resolve("dumpi-2026.meta"), "numprocs=1\nfileprefix=../../etc/passwd\n");
    for (Path input : List.of(file, meta, folder)) {
      assertThat(TraceFormats.installed().of(input).map(TraceFormatReader::id)).contains("dumpi");
      MemoryTrace.Builder trace = MemoryTrace.builder();
      DumpiReader.read(input, ReadingOptions.DEFAULT, trace);
      assertThat(ops(trace.build(), 0)).containsExactly("allreduce bytes=4 count=1");
    }
  }
}
