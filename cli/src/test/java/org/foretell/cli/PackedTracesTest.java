package org.foretell.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.github.luben.zstd.ZstdOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.zip.GZIPOutputStream;
import org.foretell.cli.shell.ExitCode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Traces that are compressed give what they give as they are. */
class PackedTracesTest {
  private static final Path EXAMPLES = Path.of("../examples");

  @TempDir private Path folder;

  private Path gzipped(String name) throws IOException {
    return gzipped(name + ".gz", Files.readAllBytes(EXAMPLES.resolve(name)));
  }

  private Path gzipped(String name, byte[] content) throws IOException {
    Path file = folder.resolve(name);
    try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(file))) {
      out.write(content);
    }
    return file;
  }

  private static String ops(Path trace) {
    SimCall call = SimCall.of("text", trace);
    assertThat(call.exitCode()).as(call.err()).isZero();
    return call.out();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"halo.2.bin", "halo.64.txt", "ring.4.dim", "ring.4.goal", "farm.3.scalatrace"})
  void compressedTraceHasTheSameOps(String name) throws IOException {
    assertThat(ops(gzipped(name))).isEqualTo(ops(EXAMPLES.resolve(name)));
    Path zstd = folder.resolve("no-ending");
    try (OutputStream out = new ZstdOutputStream(Files.newOutputStream(zstd))) {
      Files.copy(EXAMPLES.resolve(name), out);
    }
    assertThat(ops(zstd)).isEqualTo(ops(EXAMPLES.resolve(name)));
  }

  /** The name of its phase is in a file of its own. */
  @Test
  void compressedTraceOfParaverHasItsNames() throws IOException {
    String records =
        """
        #Paraver (29/11/2026 at 01:00):50:0:1:1(1:0)
        1:1:1:1:1:0:50:1
        2:1:1:1:1:8:60000019:4
        2:1:1:1:1:35:60000019:0
        """;
    String names = "EVENT_TYPE\n0 60000019 User function\nVALUES\n4 solve\n";
    Path trace = gzipped("x.prv.gz", records.getBytes(UTF_8));
    assertThat(ops(trace)).contains("user function 4");
    Path compressed = gzipped("x.pcf.gz", names.getBytes(UTF_8));
    assertThat(ops(trace)).contains("solve");
    Files.delete(compressed);
    Files.writeString(folder.resolve("x.pcf"), names);
    assertThat(ops(trace)).contains("solve");
  }

  @Test
  void messagesNameTheFileThatWasGiven() throws IOException {
    byte[] whole = Files.readAllBytes(EXAMPLES.resolve("ring.4.dim"));
    Path cut = folder.resolve("cut.dim.gz");
    try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(cut))) {
      out.write(Arrays.copyOf(whole, whole.length / 2));
    }
    SimCall call = SimCall.of("run", "arc", cut);
    assertThat(call.exitCode()).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(call.err()).contains("cut.dim.gz (unpacked):87: expected a number of bytes");
    Path other = folder.resolve("other.gz");
    try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(other))) {
      out.write(new byte[100]);
    }
    SimCall unknown = SimCall.of("info", other);
    assertThat(unknown.exitCode()).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(unknown.err()).contains("other.gz: is compressed or an archive, and what it holds");
  }
}
