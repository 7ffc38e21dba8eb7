package org.foretell.replay;

import it.unimi.dsi.fastutil.longs.Long2LongOpenHashMap;
import java.util.Map;
import org.foretell.engine.Simulation;
import org.foretell.machine.Machine;
import org.foretell.machine.Placement;
import org.foretell.model.CommunicationModel;
import org.foretell.model.ModelContext;
import org.foretell.model.ModelProvider;
import org.foretell.result.Prediction;
import org.foretell.trace.OpCode;
import org.foretell.trace.OpField;
import org.foretell.trace.OpView;
import org.foretell.trace.RankSet;
import org.foretell.trace.TraceInfo;
import org.foretell.trace.store.MemoryTrace;
import org.jspecify.annotations.Nullable;

/**
 * How long a message takes under a model when nothing else is under way and its receiver waits for
 * it: found by simulating just that, once for each size, within a node and between the first two
 * nodes that are used.
 */
public final class LoneMessage {
  private static final long UNKNOWN = -1;

  private final ModelProvider provider;
  private final @Nullable Machine machine;
  private final Map<String, String> parameters;
  private final int node;
  private final int otherNode;
  private final Long2LongOpenHashMap withinNode = new Long2LongOpenHashMap();
  private final Long2LongOpenHashMap betweenNodes = new Long2LongOpenHashMap();

  /**
   * Messages of a run.
   *
   * @param context that of the whole run
   */
  public LoneMessage(ModelProvider provider, ModelContext context) {
    this.provider = provider;
    machine = context.machine();
    parameters = context.parameters();
    int[] nodes = context.placement().nodes();
    node = nodes[0];
    int other = 0;
    while (other < nodes.length - 1 && nodes[other] == node) {
      other++;
    }
    otherNode = nodes[other];
    withinNode.defaultReturnValue(UNKNOWN);
    betweenNodes.defaultReturnValue(UNKNOWN);
  }

  /** From the send until the receive is complete, picoseconds. */
  long durationPs(long bytes, boolean sameNode) {
    Long2LongOpenHashMap known = sameNode ? withinNode : betweenNodes;
    long duration = known.get(bytes);
    if (duration == UNKNOWN) {
      duration = simulate(bytes, sameNode);
      known.put(bytes, duration);
    }
    return duration;
  }

  private long simulate(long bytes, boolean sameNode) {
    Placement placement =
        new Placement(
            "two ranks",
            new int[] {node, sameNode ? node : otherNode},
            new int[] {0, sameNode ? otherCore() : 0});
    CommunicationModel model = provider.create(new ModelContext(machine, placement, parameters));
    try (MemoryTrace trace = exchange(bytes)) {
      Prediction prediction =
          Simulation.builder()
              .trace(trace)
              .placement(placement)
              .communication(model)
              .compute((rank, burst, marker) -> burst.durationPs())
              .build()
              .run();
      return prediction.finishPs(1);
    }
  }

  private int otherCore() {
    return machine == null || machine.groupOf(node).coresPerNode() == 1 ? 0 : 1;
  }

  private static MemoryTrace exchange(long bytes) {
    try (MemoryTrace.Builder sink = MemoryTrace.builder()) {
      OpView op = new OpView();
      sink.begin(TraceInfo.ofRanks(2));
      sink.beginProgram(RankSet.of(0));
      sink.op(op.reset(OpCode.SEND).set(OpField.PEER, 1).set(OpField.BYTES, bytes));
      sink.endProgram();
      sink.beginProgram(RankSet.of(1));
      sink.op(op.reset(OpCode.RECV).set(OpField.PEER, 0).set(OpField.RECEIVE_BYTES, bytes));
      sink.endProgram();
      sink.end();
      return sink.build();
    }
  }
}
