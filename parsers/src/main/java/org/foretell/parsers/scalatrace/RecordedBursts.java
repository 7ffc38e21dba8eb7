package org.foretell.parsers.scalatrace;

import it.unimi.dsi.fastutil.ints.Int2LongLinkedOpenHashMap;
import it.unimi.dsi.fastutil.ints.Int2LongMap;
import java.util.ArrayList;
import java.util.List;
import org.foretell.trace.DurationHistogram;
import org.foretell.trace.DurationHistogram.Bin;

/** The bursts before a record after one call: durations, or how often histograms were drawn from. */
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
   * A histogram with another number of values: bins keep their shares as well as whole numbers can.
   * With the number that it was made of it stays as it is.
   */
  private static void share(DurationHistogram histogram, long values, List<Bin> into) {
    long before = 0;
    long given = 0;
    double all = histogram.count();
    for (Bin bin : histogram.bins()) {
      before += bin.count();
      long upTo = before == histogram.count() ? values : Math.round(before / all * values);
      if (upTo > given) {
        into.add(new Bin(upTo - given, bin.minPs(), bin.meanPs(), bin.maxPs()));
        given = upTo;
      }
    }
  }
}
