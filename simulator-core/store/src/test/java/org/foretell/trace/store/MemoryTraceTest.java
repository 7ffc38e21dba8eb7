package org.foretell.trace.store;

import org.foretell.trace.OpListTrace;
import org.foretell.trace.RandomStructuredTraces;
import org.foretell.trace.StructuredTrace;
import org.foretell.trace.TraceSource;
import org.foretell.trace.TraceSourceContract;

/** A random trace, held in memory, keeps the contract. */
class MemoryTraceTest extends TraceSourceContract {
  private final StructuredTrace example = RandomStructuredTraces.of(4711);

  @Override
  protected TraceSource open() {
    MemoryTrace.Builder builder = MemoryTrace.builder();
    example.describe(builder);
    return builder.build();
  }

  @Override
  protected OpListTrace expected() {
    return example.expansion();
  }
}
