package org.foretell.parsers.otf2;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.StringWriter;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.List;
import org.foretell.parsers.Loss;
import org.foretell.parsers.ReadingOptions;
import org.foretell.trace.store.MemoryTrace;
import org.foretell.trace.text.TraceTextWriter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What becomes of records. */
class Otf2ReaderTest {
  @TempDir private Path folder;

  private List<Loss> losses = List.of();

  private String read(ArchiveWriter archive) {
    Path input = archive.write(folder);
    Otf2Format format = new Otf2Format();
    assertThat(format.recognises(input)).isTrue();
    assertThat(format.recognises(folder)).isTrue();
    StringWriter output = new StringWriter();
    try (MemoryTrace.Builder sink = MemoryTrace.builder();
        TraceTextWriter writer = TraceTextWriter.to(output)) {
      losses = format.read(input, ReadingOptions.DEFAULT.withCallTimes(false), sink);
      sink.build().describe(writer);
    }
    return output.toString().strip();
  }

  static ArchiveWriter pair(ByteOrder order) {
    ArchiveWriter archive = new ArchiveWriter(order, 2);
    archive.call(1, "MPI_Isend").call(2, "mpi_irecv_").call(3, "MPI_Waitall");
    archive.call(4, "MPI_Allreduce");
    archive.events(0).time(100).record(12 + 200, 1, 2).u8(12).c(0).time(350).u8(12).c(1);
    archive.events(0).record(15, 1, 0, 7, 4096, 99).time(360).u8(13).c(1).nextChunk();
    archive.events(0).time(400).u8(12).c(3).time(500).u8(16).c(99).u8(13).c(3);
    archive.events(0).time(600).u8(12).c(4).time(700);
    archive.events(0).payload(23, new byte[] {11, 0, (byte) 255, 1, 32, 1, 32});
    archive.events(0).u8(13).c(4).time(750).u8(13).c(0);
    archive.events(1).time(100).u8(12).c(2).u8(17).c(5).u8(13).c(2).time(500).u8(12).c(3);
    archive.events(1).record(6, 0).record(19, 0, 0, 7, 4096, 5).time(520).u8(13).c(3);
    archive.events(1).time(600).u8(12).c(4).time(700);
    archive.events(1).payload(23, new byte[] {11, 0, (byte) 255, 1, 32, 1, 32}).u8(13).c(4);
    return archive;
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void requestsChunksAndBothByteOrders(boolean big) {
    String text = read(pair(big ? ByteOrder.BIG_ENDIAN : ByteOrder.LITTLE_ENDIAN));
    assertThat(text)
        .isEqualTo(
            """
            foretell-trace 1
            name "t"
            ranks 2
            origin "OTF2 archive of tester"
            call_site 0 "MPI_Isend (main.c:7) < main (main.c:7)"
            call_site 1 "MPI_Waitall (main.c:7) < main (main.c:7)"
            call_site 2 "MPI_Allreduce (main.c:7) < main (main.c:7)"
            call_site 3 "mpi_irecv_ (main.c:7)"
            call_site 4 "MPI_Waitall (main.c:7)"
            call_site 5 "MPI_Allreduce (main.c:7)"
            marker 0 "main"
            program 0 {
              marker_begin marker=0
              compute duration=column call_site=0
              isend peer=1 tag=7 bytes=4096 request=0 call_site=0
              compute duration=column call_site=1
              wait request=0 call_site=1
              compute duration=column call_site=2
              allreduce bytes=16 call_site=2
              compute duration=column
              marker_end marker=0
            }
            program 1 {
              irecv peer=0 tag=7 receive_bytes=4096 request=0 call_site=3
              compute duration=column call_site=4
              wait request=0 call_site=4
              compute duration=column call_site=5
              allreduce bytes=16 call_site=5
            }
            durations 0 250ns 40ns 100ns 50ns
            durations 1 400ns 80ns\
            """);
    assertThat(losses).extracting(Loss::what).containsExactly("other records");
  }

  @Test
  void localNumbersAndClocksAreThoseOfAll() {
    ArchiveWriter archive = new ArchiveWriter(ByteOrder.LITTLE_ENDIAN, 1).call(1, "MPI_Barrier");
    // Region 9 of the rank is region 1 of all, and its clock loses 100 ticks in 1,000.
    archive.local(0).payload(5, new byte[] {3, 1, 1, 1, 1, 9, 1, 1});
    archive.local(0).u8(6).u8(17).full(1000).c(0).full(0);
    archive.local(0).u8(6).u8(18).full(2000).c(100).full(0);
    archive.events(0).time(1000).u8(12).c(0).time(1500).u8(12).c(9);
    archive.events(0).payload(23, new byte[] {0, 0, (byte) 255, 0, 0}).time(1600).u8(13).c(9);
    archive.events(0).time(3000).u8(13).c(0);
    assertThat(read(archive)).endsWith("durations 0 550ns 1.54us");
  }

  @Test
  void receivesWithoutRecordsGetTheNextMessagesOfTheirSenders() {
    ArchiveWriter archive = new ArchiveWriter(ByteOrder.LITTLE_ENDIAN, 3);
    archive.call(1, "MPI_Irecv").call(2, "MPI_Wait").call(3, "MPI_Send");
    for (int sender = 1; sender < 3; sender++) {
      // The second sender's clock is far behind.
      archive.events(sender).time(sender == 1 ? 1_000 : 200);
      archive.events(sender).u8(12).c(3).record(14, 0, 0, 5, 10L * sender).u8(13).c(3);
      archive.events(sender).u8(12).c(3).record(14, 0, 0, 6, 11L * sender).u8(13).c(3);
    }
    for (int batch = 0; batch < 2; batch++) {
      archive.events(0).time(2_000).u8(12).c(1).u8(17).c(8).u8(13).c(1);
      archive.events(0).u8(12).c(1).u8(17).c(9).u8(13).c(1);
      archive.events(0).u8(12).c(2).u8(13).c(2).u8(12).c(2).u8(13).c(2);
    }
    assertThat(read(archive))
        .contains(
            """
              irecv peer=1 tag=5 receive_bytes=10 request=0 call_site=0
              irecv peer=2 tag=5 receive_bytes=20 request=1 call_site=0
              wait request=0 call_site=1
              wait request=1 call_site=1
              irecv peer=1 tag=6 receive_bytes=11 request=0 call_site=0
              irecv peer=2 tag=6 receive_bytes=22 request=1 call_site=0
            """
                .indent(2)
                .replaceAll("(?m)^ {4}", "  "))
        .contains("receives whose source was not recorded")
        .contains("waits without records");
  }
}
