package org.foretell.cli;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.foretell.cli.shell.ExitCode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Inputs that mutation fuzzing found, and what was wrong: each was a defect once. */
class HostileInputTest {
  @TempDir private Path folder;

  private static SimCall refused(SimCall call, String... words) {
    assertThat(call.exitCode()).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(call.err()).startsWith("sim: ").contains(words).doesNotContain("\tat ");
    return call;
  }

  private Path program(String... lines) {
    return Scratch.file(folder, "t.txt", "foretell-trace 1\nranks 1\n" + String.join("\n", lines));
  }

  @Test
  void aPhaseMayBeginWithoutAName() {
    Path trace = program("program 0 {", "marker_begin", "compute duration=1us", "marker_end", "}");
    SimCall text = SimCall.of("run", "jaguar-xt5", trace);
    assertThat(text.exitCode()).isZero();
    assertThat(text.out()).contains("(unnamed)");
    SimCall json = SimCall.of("run", "jaguar-xt5", trace, "--json", "-");
    assertThat(json.out()).contains("\"phase\" : \"(unnamed)\"");
  }

  @Test
  void aHistogramThatCannotBeCountedIsRefused() {
    Path trace =
        program(
            "histogram 0 count=9223372036854775807 min=1us mean=1us max=1us;"
                + " count=10 min=4us mean=4us max=4us",
            "program 0 {",
            "compute histogram=0",
            "}");
    refused(SimCall.of("run", "jaguar-xt5", trace), "t.txt:3", "histogram 0 count more than");
  }

  @Test
  void highNumbersOfStreamsAndInterfacesCostNothing() {
    Path trace =
        Scratch.file(
            folder,
            "t.txt",
            """
            foretell-trace 1
            ranks 1000
            graph 0-999 {
              0: send peer=+1 bytes=8 stream=4095 nic=4095 then=[1]
              1: recv peer=-1 receive_bytes=8
            }
            """);
    assertThat(SimCall.of("run", "jaguar-xt5", trace, "--model", "loggops").exitCode()).isZero();
  }

  @Test
  void anEmptyArchiveIsRefusedInWords() throws IOException {
    Path archive =
        Files.write(
            folder.resolve("t.tar.gz"), new byte[] {0x1f, (byte) 0x8b, 8, 0, 0, 0, 0, 0, 0});
    refused(SimCall.of("run", "jaguar-xt5", archive), "t.tar.gz", "end too early");
  }

  @Test
  void aFileNameThatNoFileCanHaveIsRefused() throws IOException {
    Path machine =
        Files.writeString(
            folder.resolve("m.cfg"),
            """
            #DIMEMAS_CONFIGURATION
            "configuration files" {"", "", "com\0cfg", ""};;
            """,
            ISO_8859_1);
    SimCall call = SimCall.of("machines", "validate", machine);
    assertThat(call.exitCode()).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(call.out() + call.err()).contains("com\\u0000cfg", "a valid file name");
  }

  @ParameterizedTest
  @CsvSource({
    "place-used-twice.bin, 'expected place 6, the next in order, found 0'",
    "scope-beyond-its-program.bin, 'expected scopes of 6 ranks, found 8'"
  })
  void valuesThatAreNotThoseOfTheProgramAreRefused(String file, String expected)
      throws URISyntaxException {
    Path trace =
        Path.of(Objects.requireNonNull(getClass().getResource("/hostile/" + file)).toURI());
    for (String command : List.of("info", "check")) {
      refused(SimCall.of(command, trace), file, expected);
    }
  }

  @ParameterizedTest
  @CsvSource({"more-ops-than-stated.bin, 188", "more-puts-than-stated.bin, 112"})
  void repeatsThatGoOnLongerThanTheContentsSayAreRefused(String file, String stated)
      throws URISyntaxException {
    Path trace =
        Path.of(Objects.requireNonNull(getClass().getResource("/hostile/" + file)).toURI());
    for (String command : List.of("info", "check")) {
      refused(SimCall.of(command, trace), file, "expected " + stated + " ops of all ranks");
    }
    refused(SimCall.of("run", "frontier", trace), file, "expected " + stated + " ops of all ranks");
  }

  @Test
  void namesCannotSteerTheTerminal() {
    Path trace =
        program(
            "name \"\\u001b]0;owned\\u0007\\u009bred\"",
            "program 0 {",
            "compute duration=1us",
            "}");
    SimCall call = SimCall.of("run", "jaguar-xt5", trace);
    assertThat(call.exitCode()).isZero();
    assertThat(call.out()).contains("\\u001b]0;owned\\u0007\\u009bred");
    assertThat(call.out().chars().filter(c -> Character.isISOControl(c) && c != '\n')).isEmpty();
  }
}
