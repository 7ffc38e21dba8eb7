package org.foretell.models.compute;

import java.util.List;
import org.foretell.models.random.RankStreams;
import org.foretell.trace.DurationHistogram;
import org.foretell.trace.OpView;
import org.foretell.trace.TraceException;
import umontreal.ssj.rng.RandomStream;

/** Traced durations of bursts; of those that were recorded as histograms, as was chosen. */
final class HistogramDurations {
  private final long[] fixedPs;
  private final HistogramSampler[] samplers;
  private final RandomStream[] streams;

  /**
   * Of a trace.
   *
   * @param histograms by id
   * @param choice mean, maximum or a draw
   * @param seed of the random draws
   */
  HistogramDurations(
      List<DurationHistogram> histograms, HistogramChoice choice, int ranks, long seed) {
    boolean sampled = choice == HistogramChoice.SAMPLED && !histograms.isEmpty();
    fixedPs =
        histograms.stream()
            .mapToLong(h -> choice == HistogramChoice.MAX ? h.maxPs() : h.meanPs())
            .toArray();
    samplers =
        sampled
            ? histograms.stream().map(HistogramSampler::new).toArray(HistogramSampler[]::new)
            : new HistogramSampler[0];
    streams =
        sampled ? RankStreams.of(ranks, seed, RankStreams.Purpose.HISTOGRAMS) : new RandomStream[0];
  }

  /** The duration on the machine on which the trace was taken. */
  long tracedPs(int rank, OpView burst) {
    int histogram = burst.histogram();
    if (histogram == OpView.NONE) {
      return burst.durationPs();
    }
    if (histogram < 0 || histogram >= fixedPs.length) {
      throw new TraceException(
          "rank "
              + rank
              + ": a burst refers to histogram "
              + histogram
              + ", but the trace has "
              + fixedPs.length
              + "; the trace is damaged");
    }
    return samplers.length == 0 ? fixedPs[histogram] : samplers[histogram].drawPs(streams[rank]);
  }
}
