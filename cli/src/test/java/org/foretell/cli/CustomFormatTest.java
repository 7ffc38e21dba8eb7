package org.foretell.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.foretell.cli.shell.ExitCode;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The example of a format of one's own. */
class CustomFormatTest {
  private static final Path TRACE = Path.of("../examples/custom-format/pingpong.txt");

  @TempDir private static Path jars;

  @TempDir private Path folder;
  private Path jar = Path.of("none");

  @BeforeEach
  void build() {
    jar = ExampleJar.FORMAT.in(jars);
  }

  @Test
  void itIsListedAndFoundByContentAndReplayed() {
    assertThat(SimCall.of("formats").out()).contains("simgrid-ti").doesNotContain("messages ");
    assertThat(SimCall.of("formats", "--formats", jar).out())
        .contains("messages", "table of messages", "computation, point to point");
    Path native1 = folder.resolve("native.bin");
    assertThat(SimCall.of("convert", TRACE, native1, "--formats", jar).exitCode()).isZero();
    assertThat(SimCall.of("text", native1).out())
        .contains("compute duration=5us", "send peer=1 bytes=1000", "recv peer=1");
    // Named, it is found out by nobody.
    SimCall named = SimCall.of("info", TRACE, "--formats", jar, "--format", "messages");
    assertThat(named.err()).isEmpty();
    assertThat(named.out()).contains("format     messages");
  }

  @Test
  void withoutTheJarTheTraceIsUnknown() {
    SimCall call = SimCall.of("info", TRACE);
    assertThat(call.exitCode()).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(call.err())
        .contains("pingpong.txt: is not a trace of a known format", "\"messages 2\"");
  }

  @Test
  void wrongChoicesAreRefused() {
    SimCall unknown = SimCall.of("info", TRACE, "--format", "otf3");
    assertThat(unknown.exitCode()).isEqualTo(ExitCode.USAGE);
    assertThat(unknown.err())
        .contains("there is no format \"otf3\"", "known formats: chakra, csv, dimemas, dumpi");
    SimCall twice = SimCall.of("info", TRACE, "--formats", jar, "--formats", jar);
    assertThat(twice.exitCode()).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(twice.err()).contains("a format \"messages\" already exists");
    SimCall other = SimCall.of("info", "../examples/ring.4.dim", "--format", "goal");
    assertThat(other.exitCode()).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(other.err()).contains("ring.4.dim", "num_ranks");
  }
}
