package org.foretell.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.foretell.cli.shell.ExitCode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ExtrapolateCommandTest {
  @TempDir private Path folder;

  private Path halo(int ranks) {
    return made("halo", ranks, "--dimensions", "2", "--points", "1024x1024");
  }

  private Path made(String program, int ranks, Object... more) {
    Path file = folder.resolve(program + ranks + ".bin");
    List<Object> words = new ArrayList<>(List.of("generate", "trace", program));
    words.addAll(List.of("--ranks", ranks, "--steps", 3, "--out", file));
    words.addAll(Arrays.asList(more));
    if (program.equals("halo")) {
      words.addAll(List.of("--boundary", "open", "--time-per-point", "2ns"));
    }
    SimCall call = SimCall.of(words.toArray());
    assertThat(call.exitCode()).as(call.err()).isEqualTo(ExitCode.OK);
    return file;
  }

  private Path output() {
    return folder.resolve("out.bin");
  }

  private SimCall extrapolated(int ranks, Object... more) {
    List<Object> words = new ArrayList<>(List.of("extrapolate"));
    words.addAll(Arrays.asList(more));
    words.addAll(List.of("--ranks", ranks, "--out", output()));
    return SimCall.of(words.toArray());
  }

  private void assertRefused(SimCall call, String message) {
    assertThat(call.exitCode()).isNotEqualTo(ExitCode.OK);
    assertThat(call.err()).isEqualTo("sim: " + message + System.lineSeparator());
    assertThat(output()).doesNotExist();
  }

  @Test
  void theTraceIsThatOfTheProgram() {
    Path json = folder.resolve("out.json");
    SimCall call = extrapolated(256, halo(4), halo(16), halo(64), "--json", json);
    assertThat(call.exitCode()).as(call.err()).isEqualTo(ExitCode.OK);
    assertThat(call.out())
        .contains("16 x 16, from 2 x 2, 4 x 4, 8 x 8 (a square)")
        .contains("all the same", "8192 / n1", "receive_bytes of irecv at receive (4 calls)");
    assertThat(json).content().contains("\"ranksThatDiffer\" : 0");
    assertThat(SimCall.of("check", "--same-ops", output(), halo(256)).exitCode())
        .isEqualTo(ExitCode.OK);
    assertThat(SimCall.of("info", output()).out())
        .contains("extrapolated from runs of 4, 16, 64 ranks; hold-out of 64 ranks");
  }

  @Test
  void briefLeavesLawsOut() {
    SimCall call = extrapolated(256, halo(4), halo(16), halo(64), "--brief");
    assertThat(call.out()).contains("hold-out").doesNotContain("n1", "computation");
  }

  @Test
  void openLawsAreListedAndTakenOnRequest() {
    assertRefused(
        extrapolated(256, halo(4), halo(16)),
        """
        a law is not determined by these traces:
          receive_bytes of irecv at receive and 1 more: 8192 / n1 = 512, or 8192 lg p / p = 256;\
         a trace of 64 ranks would decide
        Add a trace, or take the first of each with --approximate, which says so in the result\
        """);
    SimCall call = extrapolated(256, halo(4), halo(16), "--approximate");
    assertThat(call.out())
        .contains("hold-out  none: it needs three traces, and there are two")
        .contains("warning: taken as 8192 / n1 = 512, though the traces leave it open");
  }

  @Test
  void farTargetsAreDoubted() {
    assertThat(extrapolated(4096, halo(4), halo(16), halo(64), "--brief").out())
        .contains("warning: 4096 ranks are 64 times as many as in the largest trace");
  }

  @Test
  void badTracesAreRefused() throws Exception {
    assertRefused(
        extrapolated(64, halo(4)),
        "one trace has no laws: give two or more traces of the program, with different numbers of"
            + " ranks");
    assertRefused(
        extrapolated(64, halo(4), halo(16), halo(16)),
        halo(16)
            + " and "
            + halo(16)
            + " both have 16 ranks; expected different numbers: leave one out");
    Path ring = made("ring", 16);
    assertRefused(
        extrapolated(64, halo(4), ring),
        halo(4)
            + " and "
            + ring
            + " are of different programs: they have 0 calls in common, of 3 and 3; expected one"
            + " program with different numbers of ranks");
    Path damaged = folder.resolve("damaged.bin");
    Files.write(damaged, Arrays.copyOf(Files.readAllBytes(halo(4)), 300));
    SimCall call = extrapolated(64, damaged, halo(16));
    assertThat(call.exitCode()).isNotEqualTo(ExitCode.OK);
    assertThat(call.err()).startsWith("sim: " + damaged + ": expected");
  }

  @Test
  void badTargetsAreRefused() {
    assertRefused(
        extrapolated(1_000_000_000, halo(4), halo(16)),
        "--ranks 1000000000: expected 1 to 1,048,576 ranks");
    assertRefused(extrapolated(0, halo(4), halo(16)), "--ranks 0: expected 1 to 1,048,576 ranks");
    assertThat(extrapolated(17, halo(4), halo(16), halo(64)).err())
        .contains("the grid of all ranks", "1 x 17, or as square as possible");
    assertThat(output()).doesNotExist();
  }

  @Test
  void randomPartnersHaveNoLaw() {
    SimCall call = extrapolated(256, made("random", 4), made("random", 16), made("random", 64));
    assertThat(call.exitCode()).isNotEqualTo(ExitCode.OK);
    assertThat(call.err())
        .startsWith("sim: the program is not regular enough to be extrapolated")
        .contains("irecv at receive: no law gives peer");
    assertThat(output()).doesNotExist();
  }

  @Test
  void outputsAreFiles() {
    SimCall call = SimCall.of("extrapolate", halo(4), halo(16), "--ranks", 64, "--out", halo(4));
    assertThat(call.exitCode()).isNotEqualTo(ExitCode.OK);
    assertThat(SimCall.of("extrapolate", halo(4), halo(16), "--ranks", 64, "--out", folder).err())
        .contains("it is not a file");
    assertThat(SimCall.of("extrapolate", halo(4), halo(16), "--ranks", 64, "--out", "-").err())
        .contains("cannot go to standard output");
  }
}
