package org.foretell.parsers.simgrid;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.foretell.parsers.simgrid.TiOptions.UnknownActions;
import org.foretell.trace.OpView;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SimGridTiReaderTest {
  @TempDir private Path folder;

  private RecordingSink read(TiOptions options, String... lines) throws IOException {
    Path file = folder.resolve("trace.txt");
    Files.writeString(file, String.join("\n", lines));
    RecordingSink sink = new RecordingSink();
    SimGridTiReader.read(file, options, sink);
    assertThat(sink.isEnded()).isTrue();
    return sink;
  }

  private RecordingSink read(String... lines) throws IOException {
    return read(TiOptions.DEFAULT, lines);
  }

  /** Ops of rank 1 of four ranks, whose lines these are; the datatype of the others is MPI_BYTE. */
  private List<String> opsOf(String... lines) throws IOException {
    return read("0 init\n2 init\n3 init\n1 init\n1 " + String.join("\n1 ", lines)).opsInside(1);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          compute 17451 | compute duration_ps=17451000
          compute 1.84137e+08 | compute duration_ps=184137000000
          compute 0.0004 | compute
          compute 0.0005 | compute duration_ps=1
          sleep 1.5e-3 | elapse duration_ps=1500000000
          send 2 7 100 1 | send peer=2 tag=7 bytes=400
          Ssend 2 7 100 1 | ssend peer=2 tag=7 bytes=400
          bsend 2 7 100 1 | bsend peer=2 tag=7 bytes=400
          send -666 7 100 1 | send peer=-2 tag=7 bytes=400
          send -333 7 100 1 | send peer=-2 tag=7 bytes=400
          recv 2 7 100 0 | recv peer=2 tag=7 receive_bytes=800
          recv 2 7 -1 0 | recv peer=2 tag=7 receive_bytes=-1
          recv -555 7 8 6 | recv peer=-1 tag=7 receive_bytes=8
          recv -333 7 8 6 | recv peer=-1 tag=7 receive_bytes=8
          recv -666 7 8 6 | recv peer=-2 tag=7 receive_bytes=8
          recv -555 -444 8 6 | recv peer=-1 tag=-1 receive_bytes=8
          sendRecv 10 2 20 3 1 0 | sendrecv peer=2 bytes=40 receive_peer=3 receive_bytes=160
          sendRecv 10 2 20 -333 | sendrecv peer=2 bytes=10 receive_peer=-1 receive_bytes=20
          barrier | barrier
          bcast 5 | bcast bytes=5
          bcast 5 2 | bcast bytes=5 root=2
          bcast 5 2 0 | bcast bytes=40 root=2
          reduce 5 0 | reduce bytes=5 count=5
          reduce 5 0 3 1 | reduce bytes=20 root=3 count=5
          allreduce 517 0 1 | allreduce bytes=2068 count=517
          reducescatter 1 2 3 4 0 1 | reduce_scatter receive_bytes_by_rank=[4,8,12,16] count=10
          scan 5 0 0 | scan bytes=40 count=5
          exscan 5 0 0 | exscan bytes=40 count=5
          alltoall 256 128 43 1 | alltoall bytes=4096 receive_bytes=512
          alltoallv 10 1 2 3 4 20 5 6 7 8 1 0 | alltoallv send_bytes_by_rank=[4,8,12,16] receive_bytes_by_rank=[40,48,56,64]
          alltoallv 10 1 2 3 4 20 5 6 7 8 1 | alltoallv send_bytes_by_rank=[1,2,3,4] receive_bytes_by_rank=[5,6,7,8]
          gather 5 6 | gather bytes=5 receive_bytes=6
          gather 5 6 2 1 0 | gather bytes=20 receive_bytes=48 root=2
          allgather 5 6 1 0 | allgather bytes=20 receive_bytes=48
          gatherv 9 1 2 3 4 1 1 0 | gatherv bytes=36 root=1 receive_bytes_by_rank=[8,16,24,32]
          gatherv 9 1 2 3 4 0 1 0 | gatherv bytes=36
          allgatherv 9 1 2 3 4 1 0 | allgatherv bytes=36 receive_bytes_by_rank=[8,16,24,32]
          allgatherv 9 1 2 3 4 1 | allgatherv bytes=36 receive_bytes_by_rank=[4,8,12,16]
          allgatherv 9 1 2 3 4 0 1 2 3 | allgatherv bytes=9 receive_bytes_by_rank=[1,2,3,4]
          allgatherv 9 1 2 3 4 1 0 1 2 3 | allgatherv bytes=36 receive_bytes_by_rank=[4,8,12,16]
          scatter 5 6 2 1 0 | scatter bytes=20 receive_bytes=48 root=2
          scatterv 1 2 3 4 9 1 1 0 | scatterv receive_bytes=72 root=1 send_bytes_by_rank=[4,8,12,16]
          scatterv 1 2 3 4 9 0 1 0 | scatterv receive_bytes=72
          """)
  void eachActionBecomesItsOp(String line, String op) throws IOException {
    assertThat(opsOf(line)).containsExactly(op);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          isend 2 7 100 1 | isend peer=2 tag=7 bytes=400 request=0
          ISsend 2 7 100 1 | issend peer=2 tag=7 bytes=400 request=0
          ibsend 2 7 100 1 | ibsend peer=2 tag=7 bytes=400 request=0
          irecv 2 7 100 1 | irecv peer=2 tag=7 request=0 receive_bytes=400
          irecv 2 7 -1 1 | irecv peer=2 tag=7 request=0 receive_bytes=-1
          ibarrier | ibarrier request=0
          ibcast 5 2 0 | ibcast bytes=40 request=0 root=2
          iallreduce 5 0 1 | iallreduce bytes=20 request=0 count=5
          ialltoall 5 5 1 1 | ialltoall bytes=20 request=0 receive_bytes=20
          igatherv 9 1 2 3 4 0 1 0 | igatherv bytes=36 request=0
          """)
  void whatMakesARequestIsWaitedForAtTheEnd(String line, String op) throws IOException {
    String[] codeAndRest = op.split(" ", 2);
    List<String> ops = opsOf(line);
    assertThat(ops).hasSize(2);
    assertThat(ops.get(0)).startsWith(codeAndRest[0] + " ");
    assertThat(ops.get(0).split(" ")).containsExactlyInAnyOrder(op.split(" "));
    assertThat(ops.get(1)).isEqualTo("waitall requests=[0]");
  }

  @Test
  void callsThatMakeCommunicatorsBecomeNothingAndAreNoted() throws IOException {
    RecordingSink sink = read("0 comm_split 0 1", "0 comm_dup");
    assertThat(sink.ops(0)).isEmpty();
    assertThat(sink.notes())
        .singleElement()
        .asString()
        .contains("1 comm_dup, 1 comm_split", "does not record which communicator");
  }

  @Test
  void askingForTheSizeOfACommunicatorBecomesNothing() throws IOException {
    RecordingSink sink = read("0 comm_size 1");
    assertThat(sink.ops(0)).isEmpty();
    assertThat(sink.notes()).isEmpty();
  }

  @Test
  void flopOfAReductionIsABurstAfterIt() throws IOException {
    assertThat(opsOf("allreduce 1 2000 0", "ireduce 1 3 0 0"))
        .containsExactly(
            "allreduce bytes=8 count=1",
            "compute duration_ps=2000000",
            "ireduce bytes=8 count=1 request=0",
            "compute duration_ps=3000",
            "waitall requests=[0]");
  }

  @Test
  void burstsScaleWithTheBaseSpeed() throws IOException {
    RecordingSink sink = read(TiOptions.DEFAULT.withBaseFlopsPerSecond(3e9), "0 compute 1e6");
    assertThat(sink.ops(0)).containsExactly("compute duration_ps=333333333");
    assertThat(sink.info().origin()).contains("bursts at 3 Gflop/s");
    assertThat(sink.info().baseFlopsPerSecond()).as("speed of the recording core").isZero();
  }

  @Test
  void aWaitTakesTheOldestRequestOfItsKeyAndFreesTheLowestSlot() throws IOException {
    assertThat(
            opsOf(
                "irecv 2 7 8", // slot 0
                "irecv 2 7 16", // slot 1, same key
                "isend 2 7 32", // slot 2, other direction
                "wait 2 1 7", // the 8 byte receive
                "wait 1 2 7", // the send
                "isend 3 0 64", // slot 0 again
                "wait 2 1 7",
                "wait 1 3 0"))
        .containsExactly(
            "irecv peer=2 tag=7 receive_bytes=8 request=0",
            "irecv peer=2 tag=7 receive_bytes=16 request=1",
            "isend peer=2 tag=7 bytes=32 request=2",
            "wait request=0",
            "wait request=2",
            "isend peer=3 bytes=64 request=0",
            "wait request=1",
            "wait request=0");
  }

  @Test
  void aWaitNamesTheWildcardAsTheReceiveDid() throws IOException {
    assertThat(opsOf("irecv -333 7 8", "irecv -555 -444 8", "wait -333 1 7", "wait -555 1 -444"))
        .containsExactly(
            "irecv peer=-1 tag=7 receive_bytes=8 request=0",
            "irecv peer=-1 tag=-1 receive_bytes=8 request=1",
            "wait request=0",
            "wait request=1");
  }

  @Test
  void aWaitForNothingIsNoOpAndNoted() throws IOException {
    RecordingSink sink = read("0 isend 0 1 8", "0 wait 0 0 2", "0 wait 0 0 1", "0 wait 0 0 1");
    assertThat(sink.ops(0))
        .containsExactly("isend peer=0 tag=1 bytes=8 request=0", "wait request=0");
    assertThat(sink.notes()).singleElement().asString().startsWith("2 waits or tests");
  }

  @Test
  void aMessageToOneselfIsWaitedForInOrder() throws IOException {
    assertThat(read("0 irecv 0 1 8", "0 isend 0 1 8", "0 wait 0 0 1", "0 wait 0 0 1").ops(0))
        .containsExactly(
            "irecv peer=0 tag=1 receive_bytes=8 request=0",
            "isend peer=0 tag=1 bytes=8 request=1",
            "wait request=0",
            "wait request=1");
  }

  @Test
  void aTestedRequestStaysUntilItIsWaitedFor() throws IOException {
    RecordingSink sink =
        read("0 irecv 0 1 8", "0 test 0 0 1", "0 test 0 0 1", "0 wait 0 0 1", "0 wait 0 0 1");
    assertThat(sink.ops(0))
        .containsExactly(
            "irecv peer=0 tag=1 receive_bytes=8 request=0",
            "test request=0",
            "test request=0",
            "wait request=0");
    assertThat(sink.notes().get(0)).startsWith("2 tests");
  }

  @Test
  void waitallWaitsForAllPendingRequestsWhateverItsNumber() throws IOException {
    assertThat(
            opsOf(
                "isend 2 0 8",
                "isend 3 0 8",
                "isend 2 1 8",
                "wait 1 2 0",
                "waitall 1",
                "waitall 3"))
        .endsWith("wait request=0", "waitall requests=[1,2]")
        .hasSize(5);
  }

  @Test
  void requestsAreWaitedForBeforeFinalize() throws IOException {
    assertThat(read("0 init", "0 isend 0 1 8", "0 finalize").ops(0))
        .containsExactly(
            "init", "isend peer=0 tag=1 bytes=8 request=0", "waitall requests=[0]", "finalize");
  }

  @Test
  void waitsOnInternalTagsMeanTheOldestNonBlockingCollective() throws IOException {
    assertThat(opsOf("ibarrier", "ibcast 1 0 6", "wait 1 1 -3223", "wait 1 1 -2223"))
        .containsExactly(
            "ibarrier request=0", "ibcast bytes=1 request=1", "wait request=0", "wait request=1");
  }

  @Test
  void theDefaultDatatypeComesFromTheInitLine() throws IOException {
    assertThat(read("0 init 1", "0 bcast 3", "0 bcast 3 0 6").opsInside(0))
        .containsExactly("bcast bytes=24", "bcast bytes=3");
    assertThat(read("0 init", "0 bcast 3").opsInside(0)).containsExactly("bcast bytes=3");
    assertThat(read("0 init x", "1 bcast 3").opsInside(1)).containsExactly("bcast bytes=24");
    assertThat(read("0 init x", "1 init", "1 bcast 3").notes())
        .anyMatch(note -> note.contains("some init lines have an argument"));
  }

  @Test
  void ranksThatBeginAndDoNotEndAreNoted() throws IOException {
    assertThat(read("0 init", "1 init", "2 init", "0 finalize").notes())
        .anyMatch(note -> note.startsWith("2 ranks begin with init and have no finalize, rank 1"));
    assertThat(read("0 init", "0 finalize", "1 compute 3").notes()).isEmpty();
  }

  @Test
  void countsAreExactAndNeverOverflow() throws IOException {
    assertThat(
            opsOf(
                "send 2 1 3000000000 6",
                "send 2 1 1099511627776 0",
                "send 2 1 1e6 1",
                "send 2 1 5e4",
                "send 2 1 9007199254740993 6",
                "send 2 1 9223372036854775807 6",
                "send 2 1 12.99 6",
                "send 2 1 1234567890123456789.5e-3 6",
                "send 2 1 00000000000000000000000000012 6",
                "send 2 1 1e-400 6"))
        .extracting(op -> op.replace("send peer=2 tag=1", "").strip())
        .containsExactly(
            "bytes=3000000000",
            "bytes=8796093022208",
            "bytes=4000000",
            "bytes=50000",
            "bytes=9007199254740993",
            "bytes=9223372036854775807",
            "bytes=12",
            "bytes=1234567890123456",
            "bytes=12",
            "");
  }

  @Test
  void blanksCommentsEmptyLinesAndMissingLastNewlineDoNotMatter() throws IOException {
    assertThat(
            read(
                    "# a comment",
                    "",
                    "  \t",
                    " 0   init\t ",
                    "\t# another",
                    "0\tbcast  \t 4\t0 6 extra arguments",
                    "0 barrier\r",
                    "0 finalize")
                .ops(0))
        .containsExactly("init", "bcast bytes=4", "barrier", "finalize");
  }

  @Test
  void locationsBecomeCallSites() throws IOException {
    RecordingSink sink =
        read(
            "0 init",
            "0 location a.c 12",
            "0 barrier",
            "0 location b.c 7",
            "0 compute 1",
            "0 location a.c 12",
            "0 barrier");
    assertThat(sink.callSites()).containsExactly("a.c:12", "b.c:7");
    assertThat(sink.views(0).stream().map(OpView::callSite)).containsExactly(OpView.NONE, 0, 1, 0);
  }

  @Test
  void aWildcardIsMatchedWhereOnlyOneRankCanHaveSent() throws IOException {
    String[] lines = {
      "0 send 2 5 8",
      "1 isend 2 6 8",
      "0 send 2 6 8",
      "2 recv -333 5 8",
      "2 recv -555 6 8",
      "2 recv -555 6 8",
      "2 recv -555 -444 0",
      "2 recv 0 5 8"
    };
    RecordingSink sink = read(lines);
    assertThat(sink.ops(2))
        .containsExactly(
            "recv peer=-1 tag=5 receive_bytes=8 matched_peer=0",
            "recv peer=-1 tag=6 receive_bytes=8",
            "recv peer=-1 tag=6 receive_bytes=8",
            "recv peer=-1 tag=-1",
            "recv peer=0 tag=5 receive_bytes=8");
    assertThat(sink.notes())
        .singleElement()
        .asString()
        .startsWith("4 receives")
        .contains("1 of them");
    assertThat(read(TiOptions.DEFAULT.withResolveWildcards(false), lines).ops(2).get(0))
        .isEqualTo("recv peer=-1 tag=5 receive_bytes=8");
  }

  @Test
  void emptyDatatypesOfDerivedTypesAreCounted() throws IOException {
    RecordingSink sink =
        read(
            "0 send 0 1 100 ",
            "0 send 0 1 100",
            "0 bcast 5  ",
            "0 bcast 5 0 6 ",
            "0 alltoall 5 5  ",
            "0 alltoall 5 5 6 ",
            "0 alltoall 5 5 6 6",
            "0 alltoallv 1 1 1 1  ",
            "0 alltoallv 1 1 1 1 6 6",
            "0 recv 0 1 100");
    assertThat(sink.notes()).singleElement().asString().startsWith("5 messages or collectives");
  }

  @Test
  void unknownActionsCanBeLetPass() throws IOException {
    RecordingSink sink =
        read(
            TiOptions.DEFAULT.withUnknownActions(UnknownActions.PASS),
            "0 Put 0 0 8 6",
            "0 compute 1",
            "0 IO - read 4096",
            "0 Put 0 0 8 6");
    assertThat(sink.ops(0)).containsExactly("compute duration_ps=1000");
    assertThat(sink.notes()).singleElement().asString().endsWith("1 IO, 2 Put");
  }

  @Test
  void ranksWithDifferentNumbersOfCollectivesAreNoted() throws IOException {
    assertThat(read("0 barrier", "0 barrier", "1 barrier").notes())
        .singleElement()
        .asString()
        .contains("rank 0 calls 2 collectives and rank 1 only 1");
  }

  @Test
  void aTwoDimensionalFtStatesThatSubCommunicatorsAreMissing() throws IOException {
    RecordingSink sink = readResource("ft.W.64.tar.gz");
    assertThat(sink.opCount()).isEqualTo(3586);
    assertThat(sink.notes())
        .singleElement()
        .asString()
        .contains(
            "blocks of 4096 and of 65536 bytes",
            "sub-communicators of 32 and 2 ranks",
            "cannot express",
            "all 64 ranks",
            "several times too high");
  }

  @ParameterizedTest
  @CsvSource({"ft.S.16.tar.gz,622", "is.S.16.tar.gz,1109", "ep.W.16.tar.gz,223"})
  void realTracesOnOneCommunicatorAreReadInFullWithoutNotes(String name, long ops)
      throws IOException {
    RecordingSink sink = readResource(name);
    assertThat(sink.opCount()).isEqualTo(ops);
    assertThat(sink.info().ranks()).isEqualTo(16);
    assertThat(sink.info().name()).isEqualTo(name.replace(".tar.gz", ""));
    assertThat(sink.notes()).isEmpty();
  }

  private RecordingSink readResource(String name) throws IOException {
    Path file = folder.resolve(name);
    try (InputStream in =
        Objects.requireNonNull(SimGridTiReaderTest.class.getResourceAsStream(name))) {
      Files.copy(in, file);
    }
    RecordingSink sink = new RecordingSink();
    SimGridTiReader.read(file, TiOptions.DEFAULT, sink);
    return sink;
  }
}
