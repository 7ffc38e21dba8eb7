package org.foretell.parsers.scalatrace;

import it.unimi.dsi.fastutil.ints.Int2ObjectLinkedOpenHashMap;
import org.jspecify.annotations.Nullable;

/** What the executions of a record have left behind, of all ranks. */
final class RecordStatistics {
  /** In the place of a record before: there is none. */
  static final int START = -1;

  private final Int2ObjectLinkedOpenHashMap<RecordedBursts> bursts =
      new Int2ObjectLinkedOpenHashMap<>();
  private final Int2ObjectLinkedOpenHashMap<RecordedBursts> callTimes =
      new Int2ObjectLinkedOpenHashMap<>();
  private final ValuesByRank communicators = new ValuesByRank();
  private final ValuesByRank requests = new ValuesByRank();

  /** Bursts between a record and this one. */
  RecordedBursts bursts(int before) {
    return bursts.computeIfAbsent(before, key -> new RecordedBursts());
  }

  /** Durations of the call after a record. */
  RecordedBursts callTimes(int before) {
    return callTimes.computeIfAbsent(before, key -> new RecordedBursts());
  }

  /** Takes the communicators of a rank's executions, null if there were none. */
  void take(int rank, @Nullable Sequence ofCommunicators, @Nullable Sequence ofRequests) {
    communicators.add(
        ofCommunicators == null ? new long[] {OpConverter.WORLD} : ofCommunicators.cycle(), rank);
    requests.add(ofRequests == null ? new long[] {-1} : ofRequests.cycle(), rank);
  }

  Int2ObjectLinkedOpenHashMap<RecordedBursts> allBursts() {
    return bursts;
  }

  Int2ObjectLinkedOpenHashMap<RecordedBursts> allCallTimes() {
    return callTimes;
  }

  ValuesByRank communicators() {
    return communicators;
  }

  ValuesByRank requests() {
    return requests;
  }
}
