package org.foretell.models.compute;

import it.unimi.dsi.fastutil.ints.Int2DoubleMap;
import it.unimi.dsi.fastutil.ints.Int2IntMap;
import it.unimi.dsi.fastutil.ints.Int2IntOpenHashMap;
import it.unimi.dsi.fastutil.ints.Int2ObjectMap;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * How many times longer than traced the bursts of some call sites take, for each kind of core. What
 * was measured of a call site counts more than what roofs say, and these more than what was
 * measured of bursts of its kind.
 */
final class SiteRatios {
  private static final int UNKNOWN = -1;

  private final Int2IntOpenHashMap indexOfSite = new Int2IntOpenHashMap();
  private final List<Roof> roofs = new ArrayList<>();
  private final int[] roofOfRank;

  private final @Nullable Roof tracedRoof;

  /** Null if no burst follows the ratio of its kind. */
  private final @Nullable KindRatios kinds;

  /** By roof, or one for all if there are none; then by index of the call site. */
  private final double[][] ratios;

  /**
   * Of these call sites.
   *
   * @param roofOfRank equal ones are the same object; empty if no work is known
   * @param kinds ratios by kind of burst
   */
  SiteRatios(
      Int2DoubleMap measured,
      Int2ObjectMap<BurstWork> work,
      @Nullable Roof tracedRoof,
      Roof[] roofOfRank,
      KindRatios kinds) {
    this.tracedRoof = tracedRoof;
    this.kinds = kinds.isEmpty() ? null : kinds;
    indexOfSite.defaultReturnValue(UNKNOWN);
    measured.keySet().forEach(site -> indexOfSite.put(site, indexOfSite.size()));
    work.keySet().forEach(site -> indexOfSite.putIfAbsent(site, indexOfSite.size()));
    this.roofOfRank = new int[roofOfRank.length];
    for (int rank = 0; rank < roofOfRank.length; rank++) {
      int known = roofs.indexOf(roofOfRank[rank]);
      this.roofOfRank[rank] = known < 0 ? roofs.size() : known;
      if (known < 0) {
        roofs.add(roofOfRank[rank]);
      }
    }
    ratios = new double[Math.max(1, roofs.size())][indexOfSite.size()];
    for (int i = 0; i < ratios.length; i++) {
      for (Int2IntMap.Entry entry : indexOfSite.int2IntEntrySet()) {
        int site = entry.getIntKey();
        ratios[i][entry.getIntValue()] =
            measured.containsKey(site)
                ? measured.get(site)
                : roofs.get(i).seconds(work.get(site))
                    / Objects.requireNonNull(tracedRoof).seconds(work.get(site));
      }
    }
  }

  boolean isEmpty() {
    return indexOfSite.isEmpty() && kinds == null;
  }

  /** Whether some bursts follow the ratio of their kind. */
  boolean hasKinds() {
    return kinds != null;
  }

  /** Not a number where the CPU ratio counts. */
  double of(int rank, int callSite) {
    int index = indexOfSite.get(callSite);
    if (index == UNKNOWN) {
      return kinds == null ? Double.NaN : kinds.of(rank, callSite);
    }
    return ratios[roofs.isEmpty() ? 0 : roofOfRank[rank]][index];
  }

  /** Of a burst that says its work itself. */
  double ofWork(int rank, double flops, double bytes) {
    return roofs.get(roofOfRank[rank]).seconds(flops, bytes)
        / Objects.requireNonNull(tracedRoof).seconds(flops, bytes);
  }

  Optional<Roof> roof(int rank) {
    return roofs.isEmpty() ? Optional.empty() : Optional.of(roofs.get(roofOfRank[rank]));
  }
}
