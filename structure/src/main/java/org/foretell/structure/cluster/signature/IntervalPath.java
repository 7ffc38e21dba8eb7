package org.foretell.structure.cluster.signature;

import org.foretell.trace.OpView;
import org.foretell.trace.TraceSource;

/**
 * Decides whether a rank repeats its previous interval between markers: the vote of Chameleon (A.
 * Bahmani, "Scalable Clustering Techniques for MPI Traces", algorithm 6). Takes constant memory.
 * Not thread safe.
 */
public final class IntervalPath {
  private final EventNames names;
  private EventSequence events = new EventSequence();
  private boolean first = true;
  private long callPath;
  private long hash;

  /**
   * Prepares for one rank after the other.
   *
   * @param source whose call sites and communicators distinguish events
   */
  public IntervalPath(TraceSource source) {
    CommunicatorKinds communicators = new CommunicatorKinds();
    source.tables().communicators().forEach(communicators::define);
    names = new EventNames(communicators);
    source.tables().callSites().forEach(names::callSite);
  }

  /** Begins with another rank. */
  public void begin() {
    first = true;
    events = new EventSequence();
  }

  /**
   * Adds an op to the interval; bursts are ignored.
   *
   * @param op not kept
   */
  public void add(OpView op) {
    if (EventNames.isEvent(op.code())) {
      names.add(op, java.util.List.of(), (view, none, field) -> view.get(field), events);
    }
  }

  /**
   * Ends the interval and begins the next.
   *
   * @return whether its call path differs from that of the previous interval; true for the first
   *     interval
   */
  public boolean end() {
    boolean changed = first || events.callPath() != callPath || events.hash() != hash;
    first = false;
    callPath = events.callPath();
    hash = events.hash();
    events = new EventSequence();
    return changed;
  }
}
