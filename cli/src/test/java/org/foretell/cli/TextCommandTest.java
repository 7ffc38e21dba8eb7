package org.foretell.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.foretell.trace.OpField;
import org.foretell.trace.OpView;
import org.foretell.trace.RankCursor;
import org.foretell.trace.TraceSource;
import org.foretell.trace.store.TraceStoreReader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The listing of a trace can be read by people, and by sim. */
class TextCommandTest {
  private static final String TRACE =
      """
      foretell-trace 1
      name "halo"
      ranks 2
      call_site 0 "halo.c:41"
      communicator 2 1,0
      program 0,1 {
        repeat 3 {
          compute duration=column
          isend peer=+1 bytes=8192 request=0 call_site=0
          recv peer=-1 receive_bytes=8192
          wait request=0
        }
      }
      durations 0 1us 2us 3us
      durations 1 1us 1us 1us
      call_times 0 10ns 1us 20ns 11ns 5us 20ns 10ns 1us 20ns
      """;

  @TempDir private Path folder;

  private Path trace() throws IOException {
    Path file = folder.resolve("halo.txt");
    Files.writeString(file, TRACE);
    return file;
  }

  @Test
  void opsAreListedWithTimesPlacesAndSums() throws IOException {
    SimCall call = SimCall.of("text", trace());
    assertThat(call.err()).isEmpty();
    assertThat(call.out())
        .contains("  isend peer=1 bytes=8192 request=0 call_site=0  # 10 ns, halo.c:41\n")
        .contains("  compute duration=2us\n")
        .contains("  recv peer=1 receive_bytes=8192  # 5 us\n")
        .contains("# rank 0: 3 bursts, 6 us in all, 3 us the longest\n")
        .contains("# rank 1: 3 bursts, 3 us in all, 1 us the longest\n");
    String sums = call.out().replaceAll(" +", " ");
    assertThat(sums)
        .contains("# recv 3 7 us 5 us\n")
        .contains("# isend 3 24.58 kB 31 ns 11 ns halo.c:41\n");
    assertThat(call.out().indexOf("  recv    ")).isLessThan(call.out().indexOf("  wait    "));
  }

  @Test
  void convertReadsItBack() throws IOException {
    Path text = folder.resolve("listing.txt");
    assertThat(SimCall.of("text", trace(), text).exitCode()).isZero();
    Path before = folder.resolve("before.bin");
    Path after = folder.resolve("after.bin");
    assertThat(SimCall.of("convert", trace(), before).exitCode()).isZero();
    assertThat(SimCall.of("convert", text, after).exitCode()).isZero();
    try (TraceSource old = TraceStoreReader.open(before);
        TraceSource back = TraceStoreReader.open(after)) {
      assertThat(back.tables()).isEqualTo(old.tables());
      for (int rank = 0; rank < 2; rank++) {
        sameOps(old, back, rank);
      }
      assertThat(back.callTimes(0)).isPresent();
      assertThat(back.callTimes(1)).isEmpty();
    }
    SimCall first = SimCall.of("run", "arc", before);
    SimCall second = SimCall.of("run", "arc", after);
    assertThat(second.out().lines().filter(line -> line.contains("predicted")).toList())
        .isEqualTo(first.out().lines().filter(line -> line.contains("predicted")).toList());
  }

  private static void sameOps(TraceSource old, TraceSource back, int rank) {
    OpView a = new OpView();
    OpView b = new OpView();
    try (RankCursor left = old.open(rank);
        RankCursor right = back.open(rank)) {
      while (left.next(a)) {
        assertThat(right.next(b)).isTrue();
        assertThat(b.code()).isEqualTo(a.code());
        for (OpField field : a.code().fields()) {
          if (!field.isList()) {
            assertThat(b.get(field)).as(field.name()).isEqualTo(a.get(field));
          }
        }
      }
      assertThat(right.next(b)).isFalse();
    }
  }

  @Test
  void summariesAlone() throws IOException {
    SimCall call = SimCall.of("text", trace(), "--summary");
    assertThat(call.out()).contains("# rank 1: 3 bursts").doesNotContain("program");
  }

  @Test
  void aFolderIsNoOutput() throws IOException {
    assertThat(SimCall.of("text", trace(), folder).exitCode()).isEqualTo(5);
  }
}
