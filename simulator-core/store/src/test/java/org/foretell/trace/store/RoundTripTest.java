package org.foretell.trace.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.Set;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.foretell.trace.Capability;
import org.foretell.trace.RandomStructuredTraces;
import org.foretell.trace.StructuredTrace;
import org.foretell.trace.TraceSourceContract;

/** Random structured traces come out as they went in. */
class RoundTripTest {
  @Property(tries = 1000)
  void memoryExpandsLikeTheNaiveExpansion(@ForAll long seed) {
    StructuredTrace trace = RandomStructuredTraces.of(seed);
    MemoryTrace.Builder builder = MemoryTrace.builder();
    trace.describe(builder);
    MemoryTrace memory = builder.build();
    TraceSourceContract.assertSameOps(memory, trace.expansion());
    assertThat(memory.operations()).isEqualTo(trace.expansion().operations());
    assertCapabilities(memory.capabilities(), trace.expansion().capabilities());
    TraceSourceContract.assertSameOps(MemoryTrace.copyOf(memory), trace.expansion());
  }

  /** What varies may be said to be more than it is, but not to be harmless when it is not. */
  private static void assertCapabilities(Set<Capability> said, Set<Capability> found) {
    Set<Capability> others = EnumSet.copyOf(said);
    others.add(Capability.UNORDERED_SHMEM);
    assertThat(others).containsAll(found);
    if (said.contains(Capability.UNORDERED_SHMEM) && found.contains(Capability.SHMEM)) {
      assertThat(found).contains(Capability.UNORDERED_SHMEM);
    }
  }

  @Property(tries = 200)
  void filesExpandLikeTheNaiveExpansion(@ForAll long seed) throws IOException {
    assertFileExpands(RandomStructuredTraces.of(seed));
  }

  @Property(tries = 20)
  void filesOfLongProgramsExpandLikeTheNaiveExpansion(@ForAll long seed) throws IOException {
    assertFileExpands(RandomStructuredTraces.longOf(seed));
  }

  private static void assertFileExpands(StructuredTrace trace) throws IOException {
    Path file = Files.createTempFile("round-trip", ".bin");
    try {
      try (TraceStoreWriter writer = TraceStoreWriter.create(file)) {
        trace.describe(writer);
      }
      try (TraceStoreReader reader = TraceStoreReader.open(file)) {
        TraceSourceContract.assertSameOps(reader, trace.expansion());
        MemoryTrace.Builder direct = MemoryTrace.builder();
        trace.describe(direct);
        MemoryTrace memory = direct.build();
        assertThat(reader.info()).isEqualTo(memory.info());
        assertThat(reader.tables()).isEqualTo(memory.tables());
        assertThat(reader.capabilities()).isEqualTo(memory.capabilities());
        assertThat(reader.requestSlots()).isEqualTo(memory.requestSlots());
        assertThat(reader.operations()).isEqualTo(memory.operations());
      }
      byte[] first = Files.readAllBytes(file);
      try (TraceStoreReader reader = TraceStoreReader.open(file);
          TraceStoreWriter writer = TraceStoreWriter.create(file)) {
        reader.describe(writer);
      }
      assertThat(Arrays.equals(Files.readAllBytes(file), first))
          .as("the same bytes again")
          .isTrue();
    } finally {
      Files.delete(file);
    }
  }
}
