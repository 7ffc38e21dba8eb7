import org.foretell.Foretell;
import org.foretell.machine.LinkSpeed;
import org.foretell.machine.Machine;
import org.foretell.machine.NodeGroup;
import org.foretell.report.RunResult;
import org.foretell.time.Ps;
import org.foretell.trace.OpCode;
import org.foretell.trace.OpField;
import org.foretell.trace.OpView;
import org.foretell.trace.RankSet;
import org.foretell.trace.TraceInfo;
import org.foretell.trace.store.MemoryTrace;

/** Predicts a program that is written down here: two ranks exchange a message. */
public final class InMemoryTrace {
  public static void main(String[] args) {
    Machine machine =
        Machine.builder("pair")
            .nodes(NodeGroup.builder("node").nodes(2).build())
            .network(new LinkSpeed(2 * Ps.PER_MICROSECOND, 1e9))
            .build();
    try (MemoryTrace trace = exchange(1_000_000)) {
      RunResult result =
          Foretell.prediction().machine(machine).trace(trace, "exchange").model("simple").run();
      System.out.println(result.predictedSeconds() + " s");
    }
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
