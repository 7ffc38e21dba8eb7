package org.foretell.trace.text;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import org.foretell.trace.BurstClock;
import org.foretell.trace.Extrapolated;
import org.foretell.trace.RankSet;
import org.foretell.trace.TraceInfo;

/**
 * Lines of the header with the clock of the bursts, the caches, and how a trace was extrapolated.
 */
final class ProvenanceText {
  static final String BURST_CLOCK = "burst_clock";
  static final String CACHE_LINE = "cache_line_bytes";
  static final String FROM = "extrapolated_from";
  static final String HELD_OUT = "held_out_ranks";
  static final String ERROR = "hold_out_error";
  static final String CALLS_DIFFER = "hold_out_calls_differ";
  static final String OPEN_LAWS = "open_laws";

  private final TextLexer lexer;
  private BurstClock clock = BurstClock.UNKNOWN;
  private int cacheLineBytes;
  private List<Integer> from = List.of();
  private int heldOut;
  private OptionalDouble error = OptionalDouble.empty();
  private int differ;
  private int openLaws;

  ProvenanceText(TextLexer lexer) {
    this.lexer = lexer;
  }

  /** The lines that a trace needs, without line ends. */
  static List<String> lines(TraceInfo info) {
    List<String> lines = new ArrayList<>();
    if (info.burstClock() != BurstClock.UNKNOWN) {
      lines.add(BURST_CLOCK + " " + name(info.burstClock()));
    }
    if (info.cacheLineBytes() > 0) {
      lines.add(CACHE_LINE + " " + info.cacheLineBytes());
    }
    info.extrapolated()
        .ifPresent(
            how -> {
              lines.add(
                  FROM + " " + String.join(",", how.from().stream().map(String::valueOf).toList()));
              lines.add(HELD_OUT + " " + how.heldOutRanks());
              how.timeError().ifPresent(value -> lines.add(ERROR + " " + value));
              lines.add(CALLS_DIFFER + " " + (how.callsDiffer() ? 1 : 0));
              lines.add(OPEN_LAWS + " " + how.openLaws());
            });
    return lines;
  }

  private static String name(BurstClock clock) {
    return clock.name().toLowerCase(Locale.ROOT);
  }

  void clock(String word) throws IOException {
    for (BurstClock one : BurstClock.values()) {
      if (name(one).equals(word)) {
        clock = one;
        return;
      }
    }
    throw lexer.at("expected burst_clock wall, processor or unknown, found " + word);
  }

  void cacheLine(int bytes) {
    cacheLineBytes = bytes;
  }

  void from(RankSet ranks) {
    from = new ArrayList<>();
    ranks.forEach(from::add);
  }

  void heldOut(int ranks) {
    heldOut = ranks;
  }

  void error(double value) {
    error = OptionalDouble.of(value);
  }

  void callsDiffer(int value) {
    differ = value;
  }

  void openLaws(int count) {
    openLaws = count;
  }

  /** Adds what was read to the other properties. */
  TraceInfo addTo(TraceInfo info) throws IOException {
    try {
      TraceInfo clocked = info.withBurstClock(clock).withCacheLineBytes(cacheLineBytes);
      if (from.isEmpty()) {
        return clocked;
      }
      return clocked.withExtrapolated(
          new Extrapolated(from, heldOut, error, differ != 0, openLaws));
    } catch (IllegalArgumentException wrong) {
      throw lexer.at(String.valueOf(wrong.getMessage()));
    }
  }
}
