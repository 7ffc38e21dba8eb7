package org.foretell.parsers.scalatrace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.foretell.parsers.Loss;
import org.foretell.trace.DurationHistogram;
import org.foretell.trace.RandomGraphTrace;
import org.foretell.trace.TraceException;
import org.foretell.trace.TraceSource;
import org.foretell.trace.store.MemoryTrace;
import org.foretell.trace.store.TraceStoreReader;
import org.foretell.trace.text.TraceTextReader;
import org.junit.jupiter.api.Test;

/** What is written is read again as the same calls. */
class ScalaTraceWriterTest {
  private static TraceSource read(String text) throws IOException {
    MemoryTrace.Builder sink = MemoryTrace.builder();
    ScalaTraceReader.read(
        new ByteArrayInputStream(text.getBytes(StandardCharsets.US_ASCII)),
        "trace.scalatrace",
        ScalaTraceOptions.DEFAULT,
        sink);
    return sink.build();
  }

  private static String written(TraceSource trace) throws IOException {
    StringWriter out = new StringWriter();
    ScalaTraceWriter.write(trace, out);
    return out.toString();
  }

  private static List<String> texts(List<Loss> losses) {
    return losses.stream().map(Loss::text).toList();
  }

  private static TraceSource parsed(String text) throws IOException {
    MemoryTrace.Builder sink = MemoryTrace.builder();
    TraceTextReader.read(new java.io.StringReader(text), "trace.txt", sink);
    return sink.build();
  }

  /** The same calls for each rank, and the same computation for all ranks together. */
  private static void assertSame(TraceSource one, TraceSource other, String name) {
    assertThat(other.info().ranks()).as(name).isEqualTo(one.info().ranks());
    double burstsOfOne = 0;
    double burstsOfOther = 0;
    for (int rank = 0; rank < one.info().ranks(); rank++) {
      CallList expected = new CallList(one, rank);
      CallList found = new CallList(other, rank);
      assertThat(found.calls).as("%s, rank %d", name, rank).hasSameSizeAs(expected.calls);
      for (int i = 0; i < found.calls.size(); i++) {
        assertThat(found.calls.get(i))
            .as("%s, rank %d, call %d", name, rank, i)
            .isEqualTo(expected.calls.get(i));
      }
      burstsOfOne += expected.burstPs;
      burstsOfOther += found.burstPs;
    }
    double tolerance = 1e-6 * burstsOfOne + one.operations().orElse(0) + 1000.0;
    assertThat(burstsOfOther).as(name).isCloseTo(burstsOfOne, within(tolerance));
  }

  @Test
  void randomProgramsComeBack() throws IOException {
    for (long seed = 1; seed <= 400; seed++) {
      TraceSource trace = RandomCalls.of(seed);
      String text = written(trace);
      TraceSource back = read(text);
      assertSame(trace, back, "seed " + seed);
    }
  }

  @Test
  void examplesComeBack() throws IOException {
    boolean all = Boolean.getBoolean("foretell.long");
    for (String name : all ? List.of("halo.2.bin", "mg.S.64.bin") : List.of("halo.2.bin")) {
      try (TraceSource trace = TraceStoreReader.open(Path.of("../examples", name))) {
        assertSame(trace, read(written(trace)), name);
      }
    }
  }

  @Test
  void whatIsReadIsWrittenAsItWas() throws IOException {
    MemoryTrace.Builder sink = MemoryTrace.builder();
    ScalaTraceReader.read(
        Path.of("../examples/farm.3.scalatrace"), ScalaTraceOptions.DEFAULT, sink);
    TraceSource farm = sink.build();
    TraceSource back = read(written(farm));
    assertSame(farm, back, "farm");
    assertThat(back.tables().callSites()).hasSameElementsAs(farm.tables().callSites());
    assertThat(bins(back)).hasSameElementsAs(bins(farm));
  }

  private static List<List<DurationHistogram.Bin>> bins(TraceSource trace) {
    return trace.tables().histograms().stream().map(DurationHistogram::bins).toList();
  }

  /** A cursor passes over bursts that are left out; what follows them is still what follows. */
  @Test
  void burstsThatAreLeftOutInSomeRoundsAreLeftOutHereToo() throws IOException {
    TraceSource trace =
        parsed(
            """
            foretell-trace 1
            ranks 2
            program 0-1 {
              compute duration=optional
              compute duration=column
              repeat 3 {
                isend peer=0 bytes=8 request=0
                compute duration=optional
                wait request=0
                compute duration=optional
                recv peer=0
              }
              finalize
            }
            durations 0 none 1us none 2us 3us none none none
            durations 1 4us 1us 5us none none 7us none 9us
            """);
    StringWriter out = new StringWriter();
    List<String> leftOut = texts(ScalaTraceWriter.write(trace, out));
    TraceSource back = read(out.toString());
    assertSame(trace, back, "optional");
    assertThat(leftOut)
        .containsExactly(
            "left out: computation times of the single ranks of programs (1); ranks of a program"
                + " share histograms, so ranks that computed for 6.00000e-06 s to 2.60000e-05 s are"
                + " replayed with their mean");
    assertThat(new CallList(back, 0).burstPs + new CallList(back, 1).burstPs)
        .isCloseTo(32e6, within(10.0));
  }

  @Test
  void refusesWhatTheFormatCannotSay() throws IOException {
    for (String op :
        List.of(
            "win_fence object=2",
            "waitany requests=[0]",
            "shmem_quiet",
            "file_open object=2",
            "neighbor_alltoall bytes=8 ranks=[0]",
            "barrier communicator=3",
            "wait request=4",
            "allreduce bytes=12 count=1",
            "reduce bytes=8 flags=2",
            "send peer=0 bytes=8589934593",
            "alltoallv send_bytes_by_rank=[1] receive_bytes_by_rank=[1,2]",
            "comm_split color=0 key=7 new_communicator=2",
            "compute duration=1s")) {
      TraceSource trace = parsed("foretell-trace 1\nranks 2\nprogram 0-1 {\n  " + op + "\n}\n");
      assertThatThrownBy(() -> written(trace))
          .as(op)
          .isInstanceOf(TraceException.class)
          .hasMessageContaining("ScalaTrace's format");
    }
    MemoryTrace.Builder graphs = MemoryTrace.builder();
    RandomGraphTrace.of(3).describe(graphs);
    assertThatThrownBy(() -> written(graphs.build()))
        .isInstanceOf(TraceException.class)
        .hasMessageContaining("task graphs");
  }

  @Test
  void tellsWhatIsLeftOut() throws IOException {
    TraceSource trace =
        parsed(
            """
            foretell-trace 1
            ranks 2
            marker 0 "solve"
            program 0-1 {
              marker_begin marker=0
              elapse duration=1ms
              send peer=+1 bytes=8 flags=1
              recv peer=any receive_bytes=8 matched_peer=+1
              event object=3 count=1
              compute duration=2ms
            }
            """);
    List<String> leftOut = texts(ScalaTraceWriter.write(trace, new StringWriter()));
    assertThat(String.join("\n", leftOut))
        .contains(
            "markers",
            "protocols",
            "matches",
            "events",
            "0.00400000 s",
            "that do not depend on the CPU");
  }
}
