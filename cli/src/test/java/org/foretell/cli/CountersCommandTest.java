package org.foretell.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Commands show what limits the bursts of call sites, and keep counts or say that they do not. */
class CountersCommandTest {
  @TempDir private Path folder;
  private Path trace;

  @BeforeEach
  void write() throws IOException {
    trace =
        Files.writeString(
            folder.resolve("a.txt"),
            """
            foretell-trace 1
            ranks 2
            ranks_per_node 2
            cache_line_bytes 64
            call_site 0 "stream.c:1"
            program 0-1 {
              compute duration=2ms call_site=0
              allreduce bytes=8 count=1 call_site=0
              send peer=each(1,nobody) bytes=8
              recv peer=each(nobody,0) receive_bytes=8
            }
            counted_instructions 0 9000
            counted_cycles 0 10000
            counted_cache_misses 0 200
            counted_flops 0 6400
            """);
  }

  @Test
  void theKindOfBurstsIsShown() {
    for (String[] command :
        new String[][] {{"info"}, {"structure"}, {"explain", "hopper"}, {"classify", "hopper"}}) {
      String[] all = java.util.Arrays.copyOf(command, command.length + 1);
      all[command.length] = trace.toString();
      SimCall run = SimCall.of((Object[]) all);
      assertThat(run.exitCode()).as(command[0]).isZero();
      assertThat(run.out().replaceAll(" +", " "))
          .as(command[0])
          .contains("Bursts by what the processor counted (docs/counters.md):")
          .contains(" stream.c:1 memory 1 ms 0.90 22.22 0.50");
    }
  }

  @Test
  void convertedTracesKeepCountsOrSaySo() throws IOException {
    Path binary = folder.resolve("a.bin");
    Path back = folder.resolve("back.txt");
    Path small = folder.resolve("small.bin");
    assertThat(SimCall.of("convert", trace.toString(), binary.toString()).exitCode()).isZero();
    assertThat(SimCall.of("compress", binary.toString(), small.toString()).exitCode()).isZero();
    assertThat(SimCall.of("convert", small.toString(), back.toString()).exitCode()).isZero();
    assertThat(Files.readString(back))
        .contains("counted_instructions 0 9000\n", "counted_flops 0 6400\n", "cache_line_bytes 64");
    SimCall lossy =
        SimCall.of("convert", binary.toString(), folder.resolve("a.scalatrace").toString());
    assertThat(lossy.exitCode()).isZero();
    assertThat(lossy.err() + lossy.out()).contains("left out: ranks with counts of the processor");
  }

  /** Memory is 4 times and the core 2 times as fast there; the kind of one site differs. */
  @Test
  void ratiosAreMeasuredByKindOfBurst() throws IOException {
    String program =
        """
        foretell-trace 1
        ranks 1
        call_site 0 "stream.c:1"
        call_site 1 "dense.c:1"
        call_site 2 "either.c:1"
        program 0 {
          compute duration=%s call_site=0
          compute duration=%s call_site=1
          compute duration=%s call_site=2
        }
        counted_instructions 0 9000 9000 9000
        counted_cycles 0 10000 10000 10000
        counted_cache_misses 0 200 0 %d
        """;
    Path here = folder.resolve("here.txt");
    Path there = folder.resolve("there.txt");
    Path machine = folder.resolve("measured.json");
    Files.writeString(here, program.formatted("8ms", "8ms", "8ms", 200));
    Files.writeString(there, program.formatted("2ms", "4ms", "8ms", 0));
    SimCall call =
        SimCall.of(
            "calibrate",
            "core",
            "--here",
            here,
            "--there",
            there,
            "--machine",
            "hopper",
            "--out",
            machine);
    assertThat(call.err()).isEmpty();
    assertThat(call.out())
        .contains(
            "of bursts bound by the core 2.000, from 2.000 to 2.000",
            "of bursts bound by memory 4.000, from 3.999 to 4.000");
    assertThat(Files.readString(machine))
        .contains("\"cpuRatioOfCompute\"", "\"cpuRatioOfMemory\"", "by counters of both runs");
    assertThat(SimCall.of("machines", "validate", machine).exitCode()).isZero();
    SimCall run = SimCall.of("run", machine, here);
    assertThat(run.out()).contains("cpuRatio of bursts bound by memory");
  }
}
