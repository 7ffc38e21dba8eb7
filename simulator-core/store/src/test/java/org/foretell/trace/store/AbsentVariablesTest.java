package org.foretell.trace.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.StringReader;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.foretell.trace.TraceSource;
import org.foretell.trace.text.TraceTextReader;
import org.foretell.trace.text.TraceTextWriter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Variables and counts of OpenSHMEM that are not there, in files of all versions. */
final class AbsentVariablesTest {
  private static final String TEXT =
      """
      foretell-trace 1
      name "absent"
      ranks 2
      program 0-1 {
        shmem_put peer=1 bytes=8
        shmem_put peer=1 bytes=8 tag=0
        shmem_put peer=1 bytes=cycle(8,9) variables=[0,4]
        shmem_wait_until tag=0
        shmem_wait_until tag=0 count=0
        shmem_wait_until tag=cycle(0,1) count=cycle(0,2)
        shmem_test tag=1 matched_peer=+1
        shmem_wait_until_all count=0 variables=[1,2]
        shmem_wait_until_all variables=[1,2]
        shmem_poll peer=+1 tag=3 bytes=8
        shmem_get peer=1 bytes=8
        shmem_team_split ranks=[1,-1,2]
      }
      """;

  @TempDir Path folder;

  private static String text(TraceSource trace) {
    StringWriter out = new StringWriter();
    trace.describe(TraceTextWriter.to(out));
    return out.toString();
  }

  private Path written() {
    Path file = folder.resolve("trace.bin");
    try (TraceStoreWriter writer = TraceStoreWriter.createUncompressed(file)) {
      TraceTextReader.read(new StringReader(TEXT), "text", writer);
    }
    return file;
  }

  @Test
  void areNeither0NorAnythingElse() throws IOException {
    Path file = written();
    assertThat(Files.readAllBytes(file)[10]).isEqualTo((byte) Format.MINOR_SHMEM);
    try (TraceStoreReader trace = TraceStoreReader.open(file)) {
      assertThat(text(trace)).isEqualTo(TEXT);
      assertThat(text(MemoryTrace.copyOf(trace))).isEqualTo(TEXT);
    }
  }

  /** Writers of version 1.0 left out what was 0. */
  @Test
  void were0InOlderFiles() throws IOException {
    Path file = written();
    byte[] bytes = Files.readAllBytes(file);
    bytes[10] = 0;
    Files.write(file, Checksums.sealed(bytes));
    try (TraceStoreReader trace = TraceStoreReader.open(file)) {
      assertThat(text(trace))
          .contains("shmem_put peer=1 bytes=8 tag=0\n  shmem_put peer=1 bytes=8 tag=0")
          .contains("shmem_wait_until tag=0\n  shmem_wait_until tag=0\n")
          .contains("shmem_wait_until tag=cycle(0,1) count=cycle(none,2)")
          .contains("shmem_get peer=1 bytes=8");
    }
  }
}
