package org.foretell.cli;

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
    Path file = folder.resolve(name + ".gz");
    try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(file))) {
      Files.copy(EXAMPLES.resolve(name), out);
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
