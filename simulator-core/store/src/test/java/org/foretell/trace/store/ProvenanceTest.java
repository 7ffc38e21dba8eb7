package org.foretell.trace.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.StringReader;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalDouble;
import org.foretell.trace.BurstClock;
import org.foretell.trace.Extrapolated;
import org.foretell.trace.TraceException;
import org.foretell.trace.text.TraceTextReader;
import org.foretell.trace.text.TraceTextWriter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The clock of bursts and the error of an extrapolation stay with a trace, in file and text. */
class ProvenanceTest {
  private static final String PROGRAM = "program 0-2 {\n  barrier\n}\n";
  private static final String EXTRAPOLATED =
      """
      extrapolated_from 4,16,64
      held_out_ranks 64
      hold_out_error -0.125
      hold_out_calls_differ 1
      open_laws 2
      """;

  @TempDir private Path folder;

  private Path written(String lines) throws IOException {
    Path file = folder.resolve("x.bin");
    try (TraceStoreWriter writer = TraceStoreWriter.create(file)) {
      TraceTextReader.read(
          new StringReader("foretell-trace 1\nranks 3\n" + lines + PROGRAM), "text", writer);
    }
    return file;
  }

  @Test
  void theErrorOfAnExtrapolationIsKept() throws IOException {
    Path file = written(EXTRAPOLATED);
    assertThat(Files.readAllBytes(file)[10]).isEqualTo((byte) Format.MINOR_PROVENANCE);
    try (TraceStoreReader trace = TraceStoreReader.open(file)) {
      Extrapolated how =
          new Extrapolated(List.of(4, 16, 64), 64, OptionalDouble.of(-0.125), true, 2);
      assertThat(trace.info().extrapolated()).contains(how);
      assertThat(trace.info().ranksPerNode()).isZero();
      assertThat(how.text(1024))
          .isEqualTo("extrapolated from 4, 16, 64 to 1,024 ranks; hold-out error -12.5 %");
      StringWriter out = new StringWriter();
      trace.describe(TraceTextWriter.to(out));
      assertThat(out.toString()).contains(EXTRAPOLATED);
    }
  }

  @Test
  void theClockOfBurstsIsKeptBesideTheRanksOfANode() throws IOException {
    try (TraceStoreReader trace =
        TraceStoreReader.open(written("ranks_per_node 2\nburst_clock processor\n"))) {
      assertThat(trace.info().burstClock()).isEqualTo(BurstClock.PROCESSOR);
      assertThat(trace.info().ranksPerNode()).isEqualTo(2);
      assertThat(trace.info().extrapolated()).isEmpty();
      StringWriter out = new StringWriter();
      trace.describe(TraceTextWriter.to(out));
      assertThat(out.toString()).contains("ranks_per_node 2\nburst_clock processor\n");
    }
  }

  @Test
  void filesWithoutItHaveTheVersionOfBefore() throws IOException {
    assertThat(Files.readAllBytes(written(""))[10]).isEqualTo((byte) Format.MINOR_SEQUENCES);
  }

  @Test
  void impossibleErrorsAndClocksAreRefused() {
    assertThatThrownBy(() -> written(EXTRAPOLATED.replace("-0.125", "-1")))
        .isInstanceOf(TraceException.class)
        .hasMessageContaining("expected a hold-out error above -1, not -1.0");
    assertThatThrownBy(() -> written(EXTRAPOLATED.replace("ranks 64", "ranks 32")))
        .isInstanceOf(TraceException.class)
        .hasMessageContaining("expected one of [4, 16, 64] ranks to be held out, not 32");
    assertThatThrownBy(() -> written("burst_clock sun\n"))
        .isInstanceOf(TraceException.class)
        .hasMessageContaining("expected burst_clock wall, processor or unknown, found sun");
  }
}
