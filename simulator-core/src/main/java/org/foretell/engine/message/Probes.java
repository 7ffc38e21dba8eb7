package org.foretell.engine.message;

import java.util.Arrays;
import org.foretell.engine.state.RankTable;
import org.foretell.trace.OpView;

/** What ranks that are blocked in a probe wait for. */
public final class Probes {
  private final RankTable ranks;
  private int[] sources = {};
  private int[] tags = {};
  private int[] contexts = {};

  public Probes(RankTable ranks) {
    this.ranks = ranks;
  }

  /** A rank's op waits until a message can be seen. */
  public void await(int rank, int source, int tag, int context) {
    if (contexts.length == 0) {
      sources = new int[ranks.size()];
      tags = new int[ranks.size()];
      contexts = new int[ranks.size()];
      Arrays.fill(contexts, OpView.NONE);
    }
    sources[rank] = source;
    tags[rank] = tag;
    contexts[rank] = context;
    ranks.expect(rank);
  }

  /** A message has been kept at its receiver. */
  public void kept(MessagePool messages, int message, Transport transport) {
    if (contexts.length == 0) {
      return;
    }
    int rank = messages.destination(message);
    if (contexts[rank] == messages.context(message)
        && (sources[rank] == OpView.ANY || sources[rank] == messages.source(message))
        && (tags[rank] == OpView.ANY || tags[rank] == messages.tag(message))) {
      contexts[rank] = OpView.NONE;
      transport.sees(message);
      ranks.partEnds(rank, transport.visiblePs(message), messages.sendPs(message));
    }
  }

  public boolean awaits(int rank) {
    return contexts.length > 0 && contexts[rank] != OpView.NONE;
  }

  public int source(int rank) {
    return sources[rank];
  }

  public int tag(int rank) {
    return tags[rank];
  }
}
