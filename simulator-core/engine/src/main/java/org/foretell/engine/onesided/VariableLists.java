package org.foretell.engine.onesided;

import it.unimi.dsi.fastutil.objects.Object2IntOpenHashMap;
import java.nio.LongBuffer;
import java.util.ArrayList;
import java.util.List;
import org.foretell.trace.OpField;
import org.foretell.trace.OpView;

/**
 * The lists of variables that ops update, each once, known by their numbers from 0 on. May be used
 * by the threads of all parts of a replay.
 */
public final class VariableLists {
  private final Object2IntOpenHashMap<LongBuffer> numbers = new Object2IntOpenHashMap<>();
  private final List<long[]> lists = new ArrayList<>();

  /** The number of the list of an op. */
  synchronized int number(OpView op) {
    long[] list = op.list(OpField.VARIABLES);
    return numbers.computeIfAbsent(
        LongBuffer.wrap(list),
        unused -> {
          lists.add(list);
          return lists.size() - 1;
        });
  }

  synchronized long[] get(int number) {
    return lists.get(number);
  }
}
