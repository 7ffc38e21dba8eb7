package org.foretell.extrapolation.call;

import org.foretell.trace.BurstCounter;
import org.foretell.trace.OpField;
import org.jspecify.annotations.Nullable;

/** What a burst does, besides taking time. */
public enum Amount {
  /** Floating-point operations that the trace states. */
  FLOPS("flops", OpField.FLOPS, null),
  /** Bytes to and from memory that the trace states. */
  MEMORY_BYTES("bytes", OpField.MEMORY_BYTES, null),
  /** Instructions that the processor counted. */
  INSTRUCTIONS("instructions", null, BurstCounter.INSTRUCTIONS),
  /** Cycles that the processor counted. */
  CYCLES("cycles", null, BurstCounter.CYCLES),
  /** Cache misses that the processor counted. */
  CACHE_MISSES("cache misses", null, BurstCounter.CACHE_MISSES),
  /** Floating-point operations that the processor counted. */
  COUNTED_FLOPS("counted flops", null, BurstCounter.FLOPS);

  /** In the place of an amount: it is not known. */
  public static final long UNKNOWN = -1;

  private final String unit;
  private final @Nullable OpField field;
  private final @Nullable BurstCounter counter;

  Amount(String unit, @Nullable OpField field, @Nullable BurstCounter counter) {
    this.unit = unit;
    this.field = field;
    this.counter = counter;
  }

  /** {@return the unit, for people} */
  public String unit() {
    return unit;
  }

  /** {@return the field of a burst that has it, null for what the processor counted} */
  public @Nullable OpField field() {
    return field;
  }

  /** {@return the counter of the processor, null for a field} */
  public @Nullable BurstCounter counter() {
    return counter;
  }
}
