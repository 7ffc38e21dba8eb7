package org.foretell.parsers.dimemas;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.foretell.trace.store.MemoryTrace;
import org.foretell.trace.text.TraceTextWriter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What becomes of records. */
class DimemasReaderTest {
  @TempDir private Path folder;

  private String convert(String text) throws IOException {
    Path input = folder.resolve("trace.dim");
    Files.writeString(input, text);
    assertThat(DimemasReader.recognises(input)).isTrue();
    StringWriter output = new StringWriter();
    try (MemoryTrace.Builder sink = MemoryTrace.builder();
        TraceTextWriter writer = TraceTextWriter.to(output)) {
      DimemasReader.read(input, sink);
      sink.build().describe(writer);
    }
    return output.toString().strip();
  }

  @Test
  void messagesKeepTheirProtocolAndTheirWaits() throws IOException {
    String text =
        convert(
            """
            #DIMEMAS:"a:b":0:2(1,1),2
            d:1:1:2:0:1
            d:1:4:2:1:0
            1:0:0:0.5
            20:0:0:90000001:1
            2:0:0:1:-1:100:7:1:0
            2:0:0:1:-1:101:7:1:1
            2:0:0:1:-1:102:7:4:2
            2:0:0:1:103:7:4:3
            1:0:0:1e-7
            0:0:0
            1:1:0:0
            3:1:0:0:-1:100:7:1:1
            3:1:0:0:-1:101:7:1:1
            3:1:0:0:-1:102:7:4:1
            3:1:0:0:-1:101:7:1:2
            3:1:0:0:-1:102:7:4:2
            3:1:0:0:-1:101:7:1:2
            3:1:0:0:103:7:4:0
            20:1:0:90000001:0
            1:1:0:.0000000000015
            """);
    assertThat(text)
        .isEqualTo(
            """
            foretell-trace 1
            name "a:b"
            ranks 2
            origin "Dimemas trace"
            communicator 4 1,0
            program 0 {
              compute duration=column
              event object=90000001 count=1
              send peer=1 tag=7 bytes=100 flags=1
              send peer=1 tag=7 bytes=101 flags=2
              isend peer=0 tag=7 bytes=102 communicator=4 flags=1
              isend peer=0 tag=7 bytes=103 communicator=4 flags=2
              compute duration=column
            }
            program 1 {
              compute duration=column
              irecv peer=0 tag=7 receive_bytes=100 request=0
              irecv peer=0 tag=7 receive_bytes=101 request=1
              irecv peer=1 tag=7 receive_bytes=102 communicator=4 request=2
              wait request=0
              wait request=2
              wait request=1
              recv peer=1 tag=7 receive_bytes=103 communicator=4
              event object=90000001
              compute duration=column
            }
            durations 0 500ms 100ns
            durations 1 0ps 2ps\
            """
                .strip());
  }

  @Test
  void collectivesKeepWhatEachTaskSentAndReceived() throws IOException {
    String text =
        convert(
            """
            #DIMEMAS:"c":0:2(1,1),1
            d:1:1:2:0:1
            1:0:0:0
            10:0:0:0:1:0:0:0:0
            10:0:0:1:1:0:0:0:8
            10:0:0:2:1:1:0:3:7:1
            10:0:0:8:1:0:0:4:6:1
            10:0:0:9:1:0:0:4:6:0
            10:0:0:11:1:0:0:8:8:0
            10:0:0:9:1:0:0:4:6:2
            10:0:0:11:1:0:0:8:8:2
            10:0:0:10:1:1:0:5:5:3
            10:0:0:10:1:1:0:5:0:1
            10:0:0:12:1:0:0:5:2
            11:0:0:1
            1:1:0:0
            10:1:0:0:1:0:0:0:0:1
            10:1:0:1:1:1:0:8:8:1
            10:1:0:2:1:0:0:4:0:1
            10:1:0:8:1:0:0:4:6:1
            10:1:0:9:1:0:0:4:6:0
            10:1:0:11:1:0:0:8:8:0
            10:1:0:9:1:0:0:4:6:2
            10:1:0:11:1:0:0:8:8:2
            10:1:0:10:1:1:0:5:5:3
            10:1:0:10:1:1:0:5:5:1
            10:1:0:12:1:0:0:5:3
            """);
    assertThat(text.substring(text.indexOf("program"), text.indexOf("durations")).strip())
        .isEqualTo(
            """
            program 0 {
              compute duration=column
              barrier
              bcast bytes=8 root=1
              gather bytes=3 receive_bytes=4 receive_bytes_by_rank=[7]
              alltoall bytes=2 receive_bytes=3
              ialltoallv send_bytes_by_rank=[4] receive_bytes_by_rank=[6] request=0
              iallreduce bytes=8 request=1
              wait request=0
              wait request=1
              reduce bytes=5 root=1 flags=2 receive_bytes_by_rank=[5]
              reduce bytes=5 root=1
              reduce_scatter send_bytes_by_rank=[5] receive_bytes_by_rank=[2]
              elapse duration=column call_site=0
            }
            program 1 {
              compute duration=column
              barrier
              bcast bytes=8 root=1 receive_bytes_by_rank=[8]
              gather bytes=4 receive_bytes=0
              alltoall bytes=2 receive_bytes=3
              ialltoallv send_bytes_by_rank=[4] receive_bytes_by_rank=[6] request=0
              iallreduce bytes=8 request=1
              wait request=0
              wait request=1
              reduce bytes=5 root=1 flags=2
              reduce bytes=5 root=1
              reduce_scatter send_bytes_by_rank=[5] receive_bytes_by_rank=[3]
            }\
            """);
    assertThat(text).contains("note \"GPU bursts", "call_site 0 \"GPU burst\"");
  }

  @Test
  void tellsWhatIsOdd() throws IOException {
    String text =
        convert(
            """
            #DIMEMAS:"odd":0:3(1,1,1),2
            d:1:1:3:0:1:2
            d:1:9:3:0:1:2
            3:1:0:0:-1:100:7:1:1
            3:1:0:0:-1:100:7:9:1
            10:1:0:1:1:0:0:8:8
            1:0:0:1
            """);
    assertThat(text)
        .contains("communicator 9 0-2", "communicator=9", "bcast bytes=8")
        .contains("note \"tasks without records: 1, task 2 is the first\"")
        .contains("note \"tasks that do not begin with a burst: 1, task 1 is the first;")
        .contains("a wait: 2, task 1 is the first with some\"")
        .contains("no task is marked as the root: 1; the first member is assumed\"");
  }

  @Test
  void messagesOfOutsidersMatchAllTheSame() throws IOException {
    String text =
        convert(
            """
            #DIMEMAS:"x":0:3(1,1,1),1
            d:1:1:2:2:1
            1:0:0:1
            2:0:0:2:-1:100:7:1:0
            1:1:0:1
            2:1:0:2:-1:100:7:1:0
            1:2:0:1
            3:2:0:1:-1:100:7:1:0
            3:2:0:0:-1:100:7:1:0
            """);
    assertThat(text)
        .contains("note \"some messages name a communicator that does not contain their sender")
        .contains("communicator 2147483647 2,1", "communicator 2147483646 0-2")
        .contains("send peer=2 tag=7 bytes=100 communicator=2147483646")
        .contains("send peer=0 tag=7 bytes=100 communicator=2147483647")
        .contains("recv peer=1 tag=7 receive_bytes=100 communicator=2147483647")
        .contains("recv peer=0 tag=7 receive_bytes=100 communicator=2147483646");
  }

  @Test
  void offsetsThatAreRightAreAccepted() throws IOException {
    String head = "#DIMEMAS:\"x\":1,%020d:2(1,1),1,1(0),0()\n";
    String body = "d:1:1:2:0:1\n1:0:0:1\n1:1:0:1\n";
    int start = String.format(head, 0).length();
    String tail = "s:0:%d\ns:1:%d".formatted(start + 12, start + 20);
    assertThat(convert(String.format(head, start + 28) + body + tail)).contains("ranks 2");
  }
}
