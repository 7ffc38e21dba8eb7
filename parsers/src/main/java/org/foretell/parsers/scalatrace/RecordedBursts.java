package org.foretell.parsers.scalatrace;

import it.unimi.dsi.fastutil.ints.Int2LongLinkedOpenHashMap;
import it.unimi.dsi.fastutil.ints.Int2LongMap;
import java.util.ArrayList;
import java.util.List;
import org.foretell.trace.DurationHistogram;
import org.foretell.trace.DurationHistogram.Bin;

/**
 * The bursts before a record after one call: durations, or how often histograms were drawn from.
 */
final class RecordedBursts {
  private final AdaptiveHistogram durations = new AdaptiveHistogram();
  private final Int2LongLinkedOpenHashMap drawn = new Int2LongLinkedOpenHashMap();

  void duration(long durationPs) {
    durations.add(durationPs);
  }

  void drawnFrom(int histogram) {
    drawn.addTo(histogram, 1);
  }

  /** All of it in bins, none of them empty. */
  List<Bin> bins(List<DurationHistogram> histograms) {
    List<Bin> bins = new ArrayList<>(durations.bins());
    for (Int2LongMap.Entry entry : drawn.int2LongEntrySet()) {
      share(histograms.get(entry.getIntKey()), entry.getLongValue(), bins);
    }
    return bins;
  }

  /**
   * A histogram with another number of values. Of a multiple of those that it was made of the bins
   * stay as they are; else all of it becomes one bin, so that the sum of the values is kept.
   */
  private static void share(DurationHistogram histogram, long values, List<Bin> into) {
    long made = histogram.count();
    if (values % made == 0) {
      for (Bin bin : histogram.bins()) {
        if (bin.count() > 0) {
          into.add(new Bin(values / made * bin.count(), bin.minPs(), bin.meanPs(), bin.maxPs()));
        }
      }
      return;
    }
    long least =
        histogram.bins().stream()
            .filter(bin -> bin.count() > 0)
            .mapToLong(Bin::minPs)
            .min()
            .orElseThrow();
    into.add(new Bin(values, least, histogram.meanPs(), histogram.maxPs()));
  }
}
