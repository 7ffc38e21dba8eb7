package org.foretell.trace.store;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import org.foretell.trace.BurstClock;
import org.foretell.trace.Extrapolated;
import org.foretell.trace.TraceInfo;

/** The clock of the bursts, and how a trace was extrapolated, at the end of the contents. */
final class ProvenanceCodec {
  /** Bits of the byte behind the ranks. */
  private static final int HAS_ERROR = 1;

  private static final int CALLS_DIFFER = 2;

  private ProvenanceCodec() {}

  static void write(Optional<Extrapolated> extrapolated, ByteWriter out) {
    if (extrapolated.isEmpty()) {
      out.varint(0);
      return;
    }
    Extrapolated how = extrapolated.get();
    out.varint(how.from().size());
    how.from().forEach(out::varint);
    out.varint(how.heldOutRanks());
    out.u8((how.timeError().isPresent() ? HAS_ERROR : 0) | (how.callsDiffer() ? CALLS_DIFFER : 0));
    how.timeError().ifPresent(out::float64);
    out.varint(how.openLaws());
  }

  /** Adds what is read to the other properties. */
  static TraceInfo read(ByteReader in, TraceInfo info) {
    int clock = (int) in.atMost(BurstClock.values().length - 1, "a clock of bursts");
    TraceInfo clocked = info.withBurstClock(BurstClock.values()[clock]);
    int count = in.count(1, "numbers of ranks that the trace was extrapolated from");
    if (count == 0) {
      return clocked;
    }
    List<Integer> from = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      from.add((int) in.atMost(TraceInfo.MAX_RANKS, "a number of ranks"));
    }
    int heldOut = (int) in.atMost(TraceInfo.MAX_RANKS, "a number of ranks that was held out");
    int flags = in.u8();
    OptionalDouble error =
        (flags & HAS_ERROR) == 0 ? OptionalDouble.empty() : OptionalDouble.of(in.float64());
    int open = (int) in.atMost(Integer.MAX_VALUE, "a number of open laws");
    try {
      return clocked.withExtrapolated(
          new Extrapolated(from, heldOut, error, (flags & CALLS_DIFFER) != 0, open));
    } catch (IllegalArgumentException wrong) {
      throw in.damage(String.valueOf(wrong.getMessage()));
    }
  }
}
