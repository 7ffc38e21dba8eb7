package org.foretell.parsers.otf2;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntConsumer;
import java.util.function.LongConsumer;
import org.foretell.trace.OpView;
import org.foretell.trace.TraceSink;
import org.jspecify.annotations.Nullable;

/**
 * The regions that a rank is in, but for calls. A phase begins only when a call comes, so regions
 * without calls, which may be many and tiny, are no phases.
 */
final class CallStack {
  private static final int DEEPEST = 1 << 16;
  private static final int MOST_CALL_SITES = 1 << 20;

  /** Frames of a call site. */
  private static final int MOST_FRAMES = 16;

  private final TraceSink sink;
  private final Losses losses;
  private final Map<String, Integer> markers = new HashMap<>();
  private final Map<List<Region>, Integer> sites = new HashMap<>();
  private final List<Region> regions = new ArrayList<>();
  private final LongArrayList entered = new LongArrayList();

  /** Of each region the marker of its phase, {@link OpView#NONE} while it has none. */
  private final IntArrayList phases = new IntArrayList();

  /** How many regions, from the outermost, have been looked at for phases. */
  private int begun;

  /** The call sites of calls in the innermost region. */
  private final IdentityHashMap<Region, Integer> sitesHere = new IdentityHashMap<>();

  CallStack(TraceSink sink, Losses losses) {
    this.sink = sink;
    this.losses = losses;
  }

  void enter(Region region, EventCursor event) {
    if (regions.size() == DEEPEST) {
      throw event.damaged("regions at most " + DEEPEST + " deep", "a deeper one");
    }
    regions.add(region);
    entered.add(event.timePs);
    phases.add(OpView.NONE);
    clearSites();
  }

  /**
   * Leaves the innermost such region, and those within it.
   *
   * @param beforeEnd called before a phase ends
   */
  void leave(@Nullable Region region, Runnable beforeEnd, IntConsumer end) {
    int at = region == null ? -1 : regions.lastIndexOf(region);
    if (at < 0) {
      losses.add("ends of regions", "the rank was not in these regions", 1);
      return;
    }
    if (at < regions.size() - 1) {
      losses.note(
          "regions without an end, which end with the region around them", regions.size() - 1 - at);
    }
    while (regions.size() > at) {
      pop(beforeEnd, end);
    }
    clearSites();
  }

  private void clearSites() {
    if (!sitesHere.isEmpty()) {
      sitesHere.clear();
    }
  }

  private void pop(Runnable beforeEnd, IntConsumer end) {
    int last = regions.size() - 1;
    boolean wasLookedAt = last < begun;
    if (wasLookedAt) {
      begun = last;
      if (phases.getInt(last) != OpView.NONE) {
        beforeEnd.run();
        end.accept(phases.getInt(last));
      }
    } else if (regions.get(last).isPhase()) {
      losses.add("user regions", "no call was made in them, so they are no phases", 1);
    }
    regions.remove(last);
    entered.removeLong(last);
    phases.removeInt(last);
  }

  /** Ends everything. */
  void endAll(IntConsumer end) {
    while (!regions.isEmpty()) {
      pop(() -> {}, end);
    }
  }

  /** Begins the phases of all regions that have none yet. */
  void beginPhases(LongConsumer until, IntConsumer begin) {
    for (; begun < regions.size(); begun++) {
      Region region = regions.get(begun);
      if (region.isPhase()) {
        until.accept(entered.getLong(begun));
        int marker = marker(region.name());
        phases.set(begun, marker);
        begin.accept(marker);
      }
    }
  }

  private int marker(String name) {
    Integer known = markers.get(name);
    if (known != null) {
      return known;
    }
    int marker = markers.size();
    sink.marker(marker, name);
    markers.put(name, marker);
    return marker;
  }

  /** The call site of a call here. */
  int callSite(Region call) {
    Integer known = sitesHere.get(call);
    if (known == null) {
      known = newCallSite(call);
      sitesHere.put(call, known);
    }
    return known;
  }

  private int newCallSite(Region call) {
    List<Region> frames = new ArrayList<>();
    frames.add(call);
    for (int i = regions.size() - 1; i >= 0 && frames.size() < MOST_FRAMES; i--) {
      if (regions.get(i).isFrame()) {
        frames.add(regions.get(i));
      }
    }
    Integer known = sites.get(frames);
    if (known != null) {
      return known;
    }
    if (sites.size() == MOST_CALL_SITES) {
      losses.add("call sites", "only the first " + MOST_CALL_SITES + " have names", 1);
      return OpView.NONE;
    }
    int site = sites.size();
    sink.callSite(site, String.join(" < ", frames.stream().map(Region::text).toList()));
    sites.put(frames, site);
    return site;
  }
}
