package org.foretell.extrapolation.call;

import java.util.Map;

/**
 * What a rank did.
 *
 * @param calls numbers of its calls in the pool, in order
 * @param beforePs computation before each call, and after the last: one more than calls
 * @param ownPs what each call takes by itself, if it only takes time; 0 for all others
 * @param amounts of the computation before each call and after the last, where the trace has them;
 *     {@link Amount#UNKNOWN} where it does not
 */
public record RankRecord(int[] calls, long[] beforePs, long[] ownPs, Map<Amount, long[]> amounts) {}
