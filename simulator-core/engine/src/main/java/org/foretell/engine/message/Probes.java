package org.foretell.engine.message;

import java.util.Arrays;
import org.foretell.engine.state.OpRecorder;
import org.foretell.engine.state.RankTable;
import org.foretell.trace.OpView;
import org.jspecify.annotations.Nullable;

/** What ranks that are blocked in a probe wait for. */
public final class Probes {
  private final RankTable ranks;
  private final @Nullable OpRecorder recorder;
  private int[] sources = {};
  private int[] tags = {};
  private int[] contexts = {};

  /** No rank waits. */
  public Probes(RankTable ranks, @Nullable OpRecorder recorder) {
    this.ranks = ranks;
    this.recorder = recorder;
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

  /** A message has been kept at its receiver, which follows from a moment. */
  public void kept(MessagePool messages, int message, Transport transport, int after) {
    if (contexts.length == 0) {
      return;
    }
    int rank = messages.destination(message);
    if (contexts[rank] == messages.context(message)
        && (sources[rank] == OpView.ANY || sources[rank] == messages.source(message))
        && (tags[rank] == OpView.ANY || tags[rank] == messages.tag(message))) {
      contexts[rank] = OpView.NONE;
      int seen = transport.sees(message, after);
      sees(messages, message);
      ranks.partEnds(rank, transport.visiblePs(message), messages.sendPs(message), seen);
    }
  }

  /** A probe sees a message at its receiver. */
  public void sees(MessagePool messages, int message) {
    if (recorder != null) {
      int rank = messages.destination(message);
      recorder.observer.partnerCame(rank, messages.source(message), messages.sendPs(message));
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
