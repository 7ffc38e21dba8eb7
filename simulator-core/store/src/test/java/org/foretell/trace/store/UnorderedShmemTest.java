package org.foretell.trace.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import org.foretell.trace.Capability;
import org.foretell.trace.text.TraceTextReader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Which traces say that it does not matter which rank is first in OpenSHMEM. */
final class UnorderedShmemTest {
  private static final String UNORDERED =
      """
      foretell-trace 1
      name "unordered"
      ranks 2
      program 0-1 {
        shmem_put peer=cycle(1,0) bytes=8
        shmem_get peer=1 bytes=8
        shmem_atomic_fetch peer=0 bytes=8
        shmem_quiet
        shmem_reduce bytes=8
        shmem_barrier%s
      }
      """;

  @TempDir Path folder;

  private TraceStoreReader written(String more) {
    Path file = folder.resolve("trace.bin");
    try (TraceStoreWriter writer = TraceStoreWriter.create(file)) {
      String text = UNORDERED.formatted(more.isEmpty() ? "" : "\n  " + more);
      TraceTextReader.read(new StringReader(text), "text", writer);
    }
    return TraceStoreReader.open(file);
  }

  private byte minor() throws IOException {
    return Files.readAllBytes(folder.resolve("trace.bin"))[10];
  }

  @Test
  void withoutVariablesLocksAndFences() throws IOException {
    try (TraceStoreReader trace = written("")) {
      assertThat(trace.capabilities())
          .containsExactlyInAnyOrder(Capability.SHMEM, Capability.UNORDERED_SHMEM);
      assertThat(MemoryTrace.copyOf(trace).capabilities()).contains(Capability.UNORDERED_SHMEM);
      assertThat(minor()).isEqualTo((byte) Format.MINOR_UNORDERED_SHMEM);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "shmem_fence",
        "shmem_put peer=1 bytes=8 tag=0",
        "shmem_put peer=1 bytes=8 tag=cycle(0,1)",
        "shmem_put peer=1 bytes=8 variables=[3]",
        "shmem_put_signal peer=1 bytes=8 tag=1",
        "shmem_wait_until tag=0 count=0",
        "shmem_test tag=1",
        "shmem_poll peer=1 tag=3 bytes=8",
        "shmem_set_lock object=1",
        "shmem_wait_until_any variables=[1,2]"
      })
  void notWithOneOpThatOrders(String op) throws IOException {
    try (TraceStoreReader trace = written(op)) {
      assertThat(trace.capabilities()).containsExactly(Capability.SHMEM);
      assertThat(minor()).isEqualTo((byte) Format.MINOR_SHMEM);
    }
  }
}
