package org.foretell.model;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.foretell.time.Ps;
import org.foretell.trace.OpCode;
import org.foretell.trace.OpField;
import org.foretell.trace.OpView;

/**
 * CPU time that calls of the MPI library take beside their messages: choice of an algorithm, checks
 * of arguments, system calls. For collectives and for ops on windows; a non-blocking form takes the
 * time of the blocking one, one with a request that of the one without. The time passes before the
 * call does anything else. Immutable.
 */
public final class CallCosts {
  private static final OpCode[] CODES = OpCode.values();

  /** Calls take no time beside their messages. */
  public static final CallCosts NONE = new CallCosts(Map.of());

  /** By op; null for those that take no time. */
  private final SizedTime[][] byCode;

  /**
   * The time of calls above a size.
   *
   * @param aboveBytes the range begins above this size; 0 also holds for calls of 0 bytes
   * @param timePs picoseconds for a call, at least 0
   * @param psPerByte picoseconds for each byte of a call, at least 0
   */
  public record SizedTime(long aboveBytes, long timePs, double psPerByte) {
    /**
     * Checks the figures.
     *
     * @throws IllegalArgumentException if a figure is negative or not a number
     */
    public SizedTime {
      if (aboveBytes < 0 || timePs < 0 || !(psPerByte >= 0) || Double.isInfinite(psPerByte)) {
        throw new IllegalArgumentException(
            "a call of above " + aboveBytes + " B: " + timePs + " ps and " + psPerByte + " ps/B");
      }
    }

    private long ps(long bytes) {
      return psPerByte == 0 ? timePs : Ps.plus(timePs, Ps.atGap(bytes, psPerByte));
    }
  }

  /**
   * Creates costs.
   *
   * @param times by op, each list ascending by size and beginning with 0; ops in their blocking
   *     form, collectives or ops on windows
   * @throws IllegalArgumentException if another op is named, or a list is empty or not ascending
   */
  public CallCosts(Map<OpCode, List<SizedTime>> times) {
    byCode = new SizedTime[CODES.length][];
    Map<OpCode, List<SizedTime>> stated = new EnumMap<>(OpCode.class);
    stated.putAll(times);
    stated.forEach(
        (code, ranges) -> {
          if (!hasCost(code) || ranges.isEmpty() || ranges.get(0).aboveBytes() != 0) {
            throw new IllegalArgumentException("calls of " + code + ": " + ranges);
          }
          for (int i = 1; i < ranges.size(); i++) {
            if (ranges.get(i).aboveBytes() <= ranges.get(i - 1).aboveBytes()) {
              throw new IllegalArgumentException("calls of " + code + ": " + ranges);
            }
          }
          byCode[code.ordinal()] = ranges.toArray(new SizedTime[0]);
        });
    for (OpCode code : CODES) {
      OpCode plain = plainForm(code);
      if (plain != code) {
        byCode[code.ordinal()] = byCode[plain.ordinal()];
      }
    }
  }

  /** The op whose time an op takes: the same one without a request. */
  private static OpCode plainForm(OpCode code) {
    return switch (code) {
      case RPUT -> OpCode.PUT;
      case RGET -> OpCode.GET;
      case RACCUMULATE -> OpCode.ACCUMULATE;
      case RGET_ACCUMULATE -> OpCode.GET_ACCUMULATE;
      // Any other op has no form with a request, or is a collective, which knows its blocking form.
      default -> code.family() == OpCode.Family.COLLECTIVE ? code.blockingForm() : code;
    };
  }

  /**
   * {@return whether costs can be stated for an op}
   *
   * @param code any op
   */
  public static boolean hasCost(OpCode code) {
    OpCode.Family family = code.family();
    return (family == OpCode.Family.COLLECTIVE || family == OpCode.Family.RMA)
        && plainForm(code) == code;
  }

  /** {@return whether no call takes any time} */
  public boolean isNone() {
    for (SizedTime[] ranges : byCode) {
      if (ranges != null) {
        return false;
      }
    }
    return true;
  }

  /**
   * {@return the CPU time of a call before it does anything else, picoseconds} By the size that the
   * op states: the vector or block of a collective, the data of a put; 0 bytes if it states none.
   * An op whose peer is {@code PROC_NULL} takes none.
   *
   * @param op of any kind
   */
  public long ps(OpView op) {
    SizedTime[] ranges = byCode[op.code().ordinal()];
    if (ranges == null) {
      return 0;
    }
    if (op.code().has(OpField.PEER) && op.peer() == OpView.PROC_NULL) {
      return 0;
    }
    long bytes = op.code().has(OpField.BYTES) ? Math.max(0, op.bytes()) : 0;
    int range = ranges.length - 1;
    while (range > 0 && bytes <= ranges[range].aboveBytes()) {
      range--;
    }
    return ranges[range].ps(bytes);
  }
}
