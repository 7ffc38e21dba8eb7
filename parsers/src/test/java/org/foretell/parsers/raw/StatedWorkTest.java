package org.foretell.parsers.raw;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.StringWriter;
import java.nio.file.Path;
import org.foretell.trace.store.MemoryTrace;
import org.foretell.trace.text.TraceTextWriter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a program tells the tracer of its work. */
class StatedWorkTest {
  @TempDir private Path folder;

  @Test
  void aBurstHasTheWorkThatTheProgramStates() {
    RawRank zero = new RawRank(77, 0, 1).function("MPI_Wtime", "");
    int phase = zero.name("phase");
    zero.plain(11, 300, 2_400).plain(1, 4).plain(11, 100, 0);
    zero.call("MPI_Wtime", 20, 5).call("MPI_Wtime", 10, 5);
    zero.plain(11, 0, 8).plain(2, 7, phase).plain(11, 5, 5).plain(3, 0, phase);
    zero.plain(11, Long.MAX_VALUE, 1).plain(11, 1, 1).call("MPI_Wtime", 3, 5);
    zero.plain(11, 9, 9).write(folder);
    MemoryTrace.Builder trace = MemoryTrace.builder();
    RawTraceReader.read(folder, RawOptions.DEFAULT, trace);
    StringWriter out = new StringWriter();
    trace.build().describe(TraceTextWriter.to(out));
    String text = out.toString();
    assertThat(text)
        .contains(
            """
              compute duration=column flops=400 memory_bytes=2400
              elapse duration=column
              compute duration=column
              elapse duration=column
              compute duration=column memory_bytes=8
              marker_begin marker=0
              marker_end marker=0
              compute duration=column flops=9223372036854775807 memory_bytes=2
              elapse duration=column
            """)
        .contains("a burst with work took no time by the clock; its work is left out");
  }
}
