package org.foretell.setting;

import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.foretell.models.compute.BurstWork;
import org.foretell.trace.CountedBursts;
import org.foretell.trace.OpView;
import org.foretell.trace.TraceSource;

/**
 * The work of call sites by what the processor counted: floating-point operations, and the bytes of
 * the cache lines that were missed. Bytes that are written back to memory are not among these.
 */
final class CountedWork {
  private CountedWork() {}

  /**
   * Of a trace, by number of the call site. A call site whose bursts state their own work has none,
   * nor has one whose operations were not counted, and none has any if the size of a cache line is
   * not known.
   */
  static Map<Integer, BurstWork> of(TraceSource trace) {
    Map<Integer, BurstWork> work = new TreeMap<>();
    int lineBytes = trace.info().cacheLineBytes();
    if (lineBytes == 0 || trace.countedBursts().isEmpty()) {
      return work;
    }
    Set<Integer> stated = StatedWork.isIn(trace) ? StatedWork.of(trace).keySet() : Set.of();
    trace
        .countedBursts()
        .forEach(
            (site, counted) -> {
              if (site != OpView.NONE && !stated.contains(site) && isWork(counted)) {
                work.put(site, new BurstWork(counted.flops(), counted.cacheMisses() * lineBytes));
              }
            });
    return work;
  }

  private static boolean isWork(CountedBursts counted) {
    return counted.flops() >= 0 && counted.flops() + counted.cacheMisses() > 0;
  }
}
