package org.foretell.parsers.simgrid;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import org.foretell.trace.OpView;
import org.foretell.trace.RankCursor;
import org.foretell.trace.TraceSource;
import org.foretell.trace.store.TraceStoreReader;
import org.foretell.trace.store.TraceStoreWriter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Foreign traces through the native store. */
class SimGridTiConversionTest {
  @TempDir private Path folder;

  @ParameterizedTest
  @ValueSource(strings = {"ft.W.64.tar.gz", "is.S.16.tar.gz", "ep.W.16.tar.gz"})
  void aConvertedTraceHasTheSameOps(String name) throws IOException {
    Path input = folder.resolve(name);
    try (InputStream in =
        Objects.requireNonNull(SimGridTiConversionTest.class.getResourceAsStream(name))) {
      Files.copy(in, input);
    }
    RecordingSink expected = new RecordingSink();
    SimGridTiReader.read(input, TiOptions.DEFAULT, expected);
    Path output = folder.resolve("trace.bin");
    try (TraceStoreWriter writer = TraceStoreWriter.create(output)) {
      SimGridTiReader.read(input, TiOptions.DEFAULT, writer);
    }
    try (TraceSource trace = TraceStoreReader.open(output)) {
      assertThat(trace.operations()).hasValue(expected.opCount());
      assertThat(trace.info().notes()).isEqualTo(expected.notes());
      assertThat(trace.info().baseFlopsPerSecond()).isZero();
      OpView op = new OpView();
      for (int rank = 0; rank < trace.info().ranks(); rank++) {
        try (RankCursor cursor = trace.open(rank)) {
          for (OpView wanted : expected.views(rank)) {
            assertThat(cursor.next(op)).isTrue();
            assertThat(op.toString()).isEqualTo(wanted.toString());
          }
          assertThat(cursor.next(op)).isFalse();
        }
      }
    }
  }

  @Test
  void theExampleTraceIsWhole() {
    try (TraceSource trace = TraceStoreReader.open(Path.of("../examples/mg.S.64.bin"))) {
      assertThat(trace.info().ranks()).isEqualTo(64);
      assertThat(trace.operations()).hasValue(105_683);
      assertThat(trace.capabilities()).isEmpty();
    }
  }
}
