package org.foretell.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.foretell.cli.shell.ExitCode;
import org.foretell.trace.store.TraceStoreReader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CompressCommandTest {
  @TempDir private Path folder;

  @Test
  void sizesBeforeAndAfterAreShown() throws IOException {
    Path output = folder.resolve("mg.bin");
    SimCall call = SimCall.of("compress", SimCall.EXAMPLE, output);
    assertThat(call.exitCode()).as(call.err()).isEqualTo(ExitCode.OK);
    assertThat(call.out())
        .startsWith("%s: %,d bytes, before ".formatted(output, Files.size(output)))
        .contains("\n  ops       105,683 of 64 ranks\n  programs  1 of ")
        .contains(" bytes together; there were 64\n");
  }

  @Test
  void aTextIsCompressedAndReadsBackTheSame() {
    Path direct = folder.resolve("direct.txt");
    Path compressed = folder.resolve("rma.bin");
    Path back = folder.resolve("back.txt");
    assertThat(SimCall.of("compress", "../examples/rma-halo.txt", compressed).exitCode()).isZero();
    assertThat(SimCall.of("text", "../examples/rma-halo.txt", direct).exitCode()).isZero();
    assertThat(SimCall.of("text", compressed, back).exitCode()).isZero();
    assertThat(back).hasSameTextualContentAs(direct);
  }

  @Test
  void convertersCompressByDefault() throws IOException {
    Path small = folder.resolve("small.bin");
    Path plain = folder.resolve("plain.bin");
    String trace = "../examples/mg.S.16.tar.gz";
    assertThat(SimCall.of("convert", trace, small).exitCode()).isZero();
    assertThat(SimCall.of("convert", trace, plain, "--no-compress").exitCode()).isZero();
    assertThat(Files.size(small)).isLessThan(Files.size(plain) * 2 / 3);
    try (TraceStoreReader a = TraceStoreReader.open(small);
        TraceStoreReader b = TraceStoreReader.open(plain)) {
      assertThat(a.operations()).isEqualTo(b.operations());
    }
  }

  @Test
  void schedulesAreTakenOverAsTheyAre() {
    Path output = folder.resolve("ring.bin");
    SimCall call = SimCall.of("compress", "../examples/ring.4.goal", output);
    assertThat(call.exitCode()).as(call.err()).isEqualTo(ExitCode.OK);
    assertThat(call.out()).contains("programs  task graphs, which are not folded");
  }

  @Test
  void outputsThatAreNoFilesAreRefused() {
    assertThat(SimCall.of("compress", SimCall.EXAMPLE, "-").exitCode()).isEqualTo(ExitCode.USAGE);
    SimCall toFolder = SimCall.of("compress", SimCall.EXAMPLE, folder);
    assertThat(toFolder.exitCode()).isEqualTo(ExitCode.OUTPUT_FAILED);
    assertThat(toFolder.err()).contains("cannot be written: it is not a file");
    SimCall nowhere = SimCall.of("compress", SimCall.EXAMPLE, folder.resolve("no/c.bin"));
    assertThat(nowhere.exitCode()).isEqualTo(ExitCode.OUTPUT_FAILED);
  }

  @Test
  void anOutputThatIsTheInputIsRefused() throws IOException {
    Path file = Files.copy(Path.of(SimCall.EXAMPLE), folder.resolve("mg.bin"));
    SimCall call = SimCall.of("compress", file, file);
    assertThat(call.exitCode()).isEqualTo(ExitCode.USAGE);
    assertThat(call.err()).contains("input and output are the same file");
    assertThat(file).hasSameBinaryContentAs(Path.of(SimCall.EXAMPLE));
  }
}
