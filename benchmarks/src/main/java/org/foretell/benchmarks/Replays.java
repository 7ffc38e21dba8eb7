package org.foretell.benchmarks;

import java.util.Map;
import org.foretell.engine.Simulation;
import org.foretell.machine.Placement;
import org.foretell.machine.Placements;
import org.foretell.model.CommunicationModel;
import org.foretell.model.DirectModel;
import org.foretell.model.Message;
import org.foretell.model.ModelContext;
import org.foretell.models.buslink.BusLinkModelProvider;
import org.foretell.models.loggops.LogGopsModelProvider;
import org.foretell.result.Prediction;
import org.foretell.result.ReplayOrder;
import org.foretell.trace.OpView;
import org.foretell.trace.TraceSource;

/** The simulations that are measured: no machine, a rank on each node, all messages eager. */
final class Replays {
  private Replays() {}

  /** The cheapest model there is, so that the engine is what is measured. */
  static CommunicationModel direct() {
    return new CommunicationModel("direct", new LatencyAndGap(), call -> 5_000_000);
  }

  /** LogGOPS with figures of a usual cluster. */
  static CommunicationModel logGops(int ranks) {
    Map<String, String> parameters =
        Map.of(
            "L", "2.5us", "o", "1.5us", "g", "4us", "G", "6ps/B", "O", "0ps/B", "S", "unlimited");
    Placement placement = Placements.oneRankPerNode(ranks);
    return new LogGopsModelProvider().create(new ModelContext(null, placement, parameters));
  }

  /** A node with one link each way for each rank, and a bus for every fourth, as in Dimemas. */
  static CommunicationModel busLink(int ranks) {
    Map<String, String> parameters =
        Map.of(
            "interNodeLatency", "6us",
            "interNodeBandwidth", "2GB/s",
            "inputLinks", "1",
            "outputLinks", "1",
            "buses", Integer.toString(ranks / 4));
    Placement placement = Placements.oneRankPerNode(ranks);
    return new BusLinkModelProvider().create(new ModelContext(null, placement, parameters));
  }

  /** Runs a simulation to its end; throws if it does not complete. */
  static Prediction run(
      TraceSource trace,
      CommunicationModel model,
      ReplayOrder schedule,
      WarmAllocation allocation) {
    Prediction prediction =
        Simulation.builder()
            .trace(trace)
            .placement(Placements.oneRankPerNode(trace.info().ranks()))
            .communication(model)
            .compute((int rank, OpView burst, int marker) -> burst.durationPs())
            .schedule(schedule)
            .progress(allocation, WarmAllocation.EVERY_OPS)
            .build()
            .run();
    if (prediction.outcome() != Prediction.Outcome.COMPLETED) {
      throw new IllegalStateException("the replay ended as " + prediction.outcome());
    }
    return prediction;
  }

  private static final class LatencyAndGap extends DirectModel {
    private static final long LATENCY_PS = 2_000_000;
    private static final long PS_PER_BYTE = 500;

    @Override
    public boolean eager(Message message) {
      return true;
    }

    @Override
    public long transferPs(Message message, long startPs) {
      return LATENCY_PS + message.bytes() * PS_PER_BYTE;
    }

    @Override
    public long nonBlockingSendPs(Message message) {
      return LATENCY_PS;
    }

    @Override
    public boolean independent() {
      return true;
    }
  }
}
