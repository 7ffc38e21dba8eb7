package org.foretell.setting;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.foretell.models.compute.BurstWork;
import org.foretell.trace.Capability;
import org.foretell.trace.OpCode;
import org.foretell.trace.OpField;
import org.foretell.trace.OpView;
import org.foretell.trace.ProgramSink;
import org.foretell.trace.RankSet;
import org.foretell.trace.TraceSource;
import org.foretell.trace.Values;
import org.foretell.trace.Variation;

/**
 * What the bursts of a trace say of their work, by call site. Of each the work with the fewest
 * flops for a byte and that with the most: all others are bounded alike or between them. Read from
 * the programs as they are stored, without unrolling repeats.
 */
final class StatedWork implements ProgramSink {
  /** By number of the call site; {@link OpView#NONE} where there is none. */
  private final Map<Integer, Range> ranges = new TreeMap<>();

  /**
   * The least and the most intense work of a call site.
   *
   * @param least with the fewest flops for a byte
   * @param most with the most
   */
  record Range(BurstWork least, BurstWork most) {
    private Range with(BurstWork work) {
      return new Range(
          compare(work, least) < 0 ? work : least, compare(work, most) > 0 ? work : most);
    }

    /** By flops for a byte, without a division by 0. */
    private static int compare(BurstWork a, BurstWork b) {
      return Double.compare(a.flops() * b.bytes(), b.flops() * a.bytes());
    }
  }

  private StatedWork() {}

  /** Whether bursts of a trace say their work. */
  static boolean isIn(TraceSource trace) {
    return trace.capabilities().contains(Capability.BURST_WORK);
  }

  /** Of a trace of sequences. */
  static Map<Integer, Range> of(TraceSource trace) {
    StatedWork work = new StatedWork();
    trace.describe(work);
    return work.ranges;
  }

  @Override
  public void beginProgram(RankSet ranks) {}

  @Override
  public void op(OpView op, List<Variation> variations) {
    if (op.code() != OpCode.COMPUTE) {
      return;
    }
    long[] flops = values(op, variations, OpField.FLOPS);
    long[] bytes = values(op, variations, OpField.MEMORY_BYTES);
    long[] sites = values(op, variations, OpField.CALL_SITE);
    boolean together = flops.length == bytes.length;
    for (int i = 0; i < flops.length; i++) {
      if (together) {
        add(sites, flops[i], bytes[i]);
      } else {
        for (long each : bytes) {
          add(sites, flops[i], each);
        }
      }
    }
  }

  private void add(long[] sites, long flops, long bytes) {
    if (flops > 0 || bytes > 0) {
      BurstWork work = new BurstWork((double) flops, (double) bytes);
      for (long site : sites) {
        ranges.merge((int) site, new Range(work, work), (old, own) -> old.with(work));
      }
    }
  }

  /** All values that a field of an op takes, in order. */
  private static long[] values(OpView op, List<Variation> variations, OpField field) {
    for (Variation variation : variations) {
      if (variation.field() == field) {
        return values(variation.values());
      }
    }
    return new long[] {op.get(field)};
  }

  private static long[] values(Values values) {
    if (values instanceof Values.Cyclic cyclic) {
      return cyclic.values();
    } else if (values instanceof Values.PerRank perRank) {
      return perRank.values();
    } else if (values instanceof Values.Scoped scoped) {
      return scoped.scopes().stream()
          .flatMapToLong(scope -> Arrays.stream(values(scope.values())))
          .toArray();
    }
    return new long[] {((Values.Constant) values).value()};
  }

  @Override
  public void beginRepeat(Values count) {}

  @Override
  public void endRepeat() {}

  @Override
  public void endProgram() {}
}
