package org.foretell.trace.store;

import java.nio.file.Path;
import org.foretell.trace.OpListTrace;
import org.foretell.trace.RandomStructuredTraces;
import org.foretell.trace.StructuredTrace;
import org.foretell.trace.TraceSource;
import org.foretell.trace.TraceSourceContract;
import org.junit.jupiter.api.io.TempDir;

/** A random trace, written and read, keeps the contract. */
class TraceStoreContractTest extends TraceSourceContract {
  @TempDir Path folder;

  private final StructuredTrace example = RandomStructuredTraces.of(815);

  @Override
  protected TraceSource open() {
    Path file = folder.resolve("example.bin");
    try (TraceStoreWriter writer = TraceStoreWriter.create(file)) {
      example.describe(writer);
    }
    return TraceStoreReader.open(file);
  }

  @Override
  protected OpListTrace expected() {
    return example.expansion();
  }
}
