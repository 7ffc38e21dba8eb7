package org.foretell.input;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToLongFunction;
import org.foretell.failure.ForetellException;
import org.foretell.models.compute.BurstWork;
import org.foretell.setting.CallSiteNames;
import org.foretell.trace.OpCode;
import org.foretell.trace.OpField;
import org.foretell.trace.OpView;
import org.foretell.trace.RankSet;
import org.foretell.trace.TaskGraph;
import org.foretell.trace.TraceSink;
import org.foretell.trace.Values;
import org.foretell.trace.Variation;

/**
 * Hands everything on to another sink, and lets the bursts of the call sites of a table say their
 * work, whatever they said before. A trace holds whole numbers; those that are not are multiplied
 * by a power of two, which leaves their ratio as it is. Of a ratio beyond 2^62 the smaller is
 * rounded.
 */
final class WorkAdded extends SinkBefore {
  private static final double MOST = 0x1p62;

  private final Map<String, BurstWork> bySite;

  /** Shared with parts, which only read them. */
  private final List<String> sites;

  /** By number of the call site, once it has been asked for; none where the table has none. */
  private final Map<Integer, long[]> known = new HashMap<>();

  private final OpView view = new OpView();

  /**
   * Before another sink.
   *
   * @param bySite by text or number of the call site
   */
  WorkAdded(Map<String, BurstWork> bySite, TraceSink sink) {
    this(new LinkedHashMap<>(bySite), new ArrayList<>(), sink);
  }

  private WorkAdded(Map<String, BurstWork> bySite, List<String> sites, TraceSink sink) {
    super(sink);
    this.bySite = bySite;
    this.sites = sites;
  }

  @Override
  SinkBefore before(TraceSink part) {
    return new WorkAdded(bySite, sites, part);
  }

  @Override
  public void callSite(int id, String text) {
    sites.add(text);
    super.callSite(id, text);
  }

  @Override
  public void taskGraph(RankSet ranks, TaskGraph graph, boolean peersRelative) {
    throw ForetellException.usage(
        "work by call site does not apply to this trace: its ranks are task graphs, whose bursts"
            + " have no call sites");
  }

  @Override
  public void op(OpView op, List<Variation> variations) {
    if (op.code() != OpCode.COMPUTE) {
      super.op(op, variations);
      return;
    }
    for (Variation variation : variations) {
      if (variation.field() == OpField.CALL_SITE) {
        super.op(op, withWork(variations, variation.values()));
        return;
      }
    }
    long[] work = work(op.callSite());
    if (work.length == 0) {
      super.op(op, variations);
      return;
    }
    view.copyFrom(op);
    view.set(OpField.FLOPS, work[0]).set(OpField.MEMORY_BYTES, work[1]);
    List<Variation> others = new ArrayList<>(variations);
    others.removeIf(WorkAdded::isWork);
    super.op(view, others);
  }

  private static boolean isWork(Variation variation) {
    return variation.field() == OpField.FLOPS || variation.field() == OpField.MEMORY_BYTES;
  }

  /** Where call sites vary, work does likewise; one that the table lacks has none then. */
  private List<Variation> withWork(List<Variation> variations, Values callSites) {
    List<Variation> all = new ArrayList<>(variations);
    all.removeIf(WorkAdded::isWork);
    all.add(new Variation(OpField.FLOPS, false, map(callSites, site -> part(site, 0))));
    all.add(new Variation(OpField.MEMORY_BYTES, false, map(callSites, site -> part(site, 1))));
    return all;
  }

  private long part(long callSite, int index) {
    long[] work = work((int) callSite);
    return work.length == 0 ? 0 : work[index];
  }

  private static Values map(Values values, ToLongFunction<Long> function) {
    if (values instanceof Values.Constant constant) {
      return new Values.Constant(function.applyAsLong(constant.value()));
    } else if (values instanceof Values.Cyclic cyclic) {
      return new Values.Cyclic(map(cyclic.values(), function));
    } else if (values instanceof Values.PerRank perRank) {
      return new Values.PerRank(map(perRank.values(), function));
    } else if (values instanceof Values.Scoped scoped) {
      return new Values.Scoped(
          scoped.scopes().stream()
              .map(scope -> new Values.Scope(scope.ranks(), map(scope.values(), function)))
              .toList());
    }
    throw new IllegalArgumentException("call sites cannot be in a column");
  }

  private static long[] map(long[] values, ToLongFunction<Long> function) {
    long[] mapped = new long[values.length];
    for (int i = 0; i < mapped.length; i++) {
      mapped[i] = function.applyAsLong(values[i]);
    }
    return mapped;
  }

  /** Flops and bytes of a call site; empty if the table has none. */
  private long[] work(int callSite) {
    return callSite < 0 ? new long[0] : known.computeIfAbsent(callSite, this::find);
  }

  private long[] find(int callSite) {
    BurstWork work = bySite.get(sites.get(callSite));
    work = work == null ? bySite.get(Integer.toString(callSite)) : work;
    return work == null ? new long[0] : whole(work);
  }

  /** Whole numbers whose ratio is that of a work. */
  static long[] whole(BurstWork work) {
    double flops = work.flops();
    double bytes = work.bytes();
    while (Math.max(flops, bytes) >= MOST) {
      flops /= 2;
      bytes /= 2;
    }
    while ((flops != Math.rint(flops) || bytes != Math.rint(bytes))
        && Math.max(flops, bytes) < MOST / 2) {
      flops *= 2;
      bytes *= 2;
    }
    return new long[] {(long) Math.rint(flops), (long) Math.rint(bytes)};
  }

  /** Refuses a table with call sites that the trace does not have. */
  @Override
  public void end() {
    CallSiteNames.byId(bySite, sites);
    super.end();
  }
}
