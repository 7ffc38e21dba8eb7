package org.foretell.largecollectives;

import java.util.Locale;
import org.foretell.Foretell;
import org.foretell.machine.Machine;
import org.foretell.machine.Placement;
import org.foretell.result.Prediction;
import org.foretell.trace.OpCode;
import org.foretell.trace.OpField;
import org.foretell.trace.OpListTrace;
import org.foretell.trace.OpView;

/**
 * One call of a collective by all ranks.
 *
 * @param op what is called
 * @param algorithm by which it is executed
 * @param ranks how many call
 * @param bytes of the vector or block
 */
record LargeCall(OpCode op, String algorithm, int ranks, long bytes) {
  /** Steps that are executed if all are. */
  private static final long ALL_STEPS = 1L << 40;

  /** Estimated time over that of the execution of all steps. */
  double ratio(Machine machine, int ranksPerNode, String model) {
    double executed = makespanPs(machine, ranksPerNode, model, ALL_STEPS);
    return estimatedPs(machine, ranksPerNode, model) / executed;
  }

  double estimatedPs(Machine machine, int ranksPerNode, String model) {
    return makespanPs(machine, ranksPerNode, model, 0);
  }

  private double makespanPs(Machine machine, int ranksPerNode, String model, long exactUpTo) {
    Prediction prediction =
        Foretell.prediction()
            .machine(machine)
            .trace(trace(), title())
            .placement(placement(ranksPerNode))
            .model(model)
            .collectives("mpich4," + name() + "=" + algorithm)
            .parameter("collectives.exactUpTo", Long.toString(exactUpTo))
            .interval(false)
            .run()
            .prediction();
    if (prediction.outcome() != Prediction.Outcome.COMPLETED) {
      throw new AssertionError(machine.name() + ", " + title() + ": " + prediction.outcome());
    }
    return prediction.makespanPs();
  }

  private OpListTrace trace() {
    OpListTrace trace = new OpListTrace(ranks);
    for (int rank = 0; rank < ranks; rank++) {
      OpView view = new OpView().reset(op);
      if (op.has(OpField.BYTES)) {
        view.set(OpField.BYTES, bytes);
      }
      trace.add(
          rank, op.has(OpField.RECEIVE_BYTES) ? view.set(OpField.RECEIVE_BYTES, bytes) : view);
    }
    return trace;
  }

  private Placement placement(int ranksPerNode) {
    int[] nodes = new int[ranks];
    int[] cores = new int[ranks];
    for (int rank = 0; rank < ranks; rank++) {
      nodes[rank] = rank / ranksPerNode;
      cores[rank] = rank % ranksPerNode;
    }
    return new Placement("block", nodes, cores);
  }

  private String name() {
    return op.name().toLowerCase(Locale.ROOT);
  }

  /** For people. */
  String title() {
    String size =
        bytes >= 1 << 20 && bytes % (1 << 20) == 0
            ? (bytes >> 20) + " MiB"
            : bytes >= 1024 && bytes % 1024 == 0 ? (bytes >> 10) + " KiB" : bytes + " B";
    return String.format(Locale.ROOT, "%s of %s, `%s`", name(), size, algorithm);
  }
}
