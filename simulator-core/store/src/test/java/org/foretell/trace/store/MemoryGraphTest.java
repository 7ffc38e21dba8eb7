package org.foretell.trace.store;

import org.foretell.trace.GraphSourceContract;
import org.foretell.trace.RandomGraphTrace;
import org.foretell.trace.TaskGraphTrace;
import org.foretell.trace.TraceSource;

/** Random task graphs, held in memory, keep the contract. */
class MemoryGraphTest extends GraphSourceContract {
  private final RandomGraphTrace example = RandomGraphTrace.of(4711);

  @Override
  protected TraceSource open() {
    MemoryTrace.Builder builder = MemoryTrace.builder();
    example.describe(builder);
    return builder.build();
  }

  @Override
  protected TaskGraphTrace expected() {
    return example.expansion();
  }
}
