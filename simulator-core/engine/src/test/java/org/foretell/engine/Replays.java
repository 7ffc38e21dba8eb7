package org.foretell.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.foretell.machine.Placements;
import org.foretell.model.CommunicationModel;
import org.foretell.observe.SimObserver;
import org.foretell.result.Prediction;
import org.foretell.result.ReplayOrder;
import org.foretell.trace.Capability;
import org.foretell.trace.OpListTrace;
import org.foretell.trace.OpView;

/** Runs small traces in the ways that tests need. */
final class Replays {
  private Replays() {}

  /** A trace of the given programs, one for each rank. */
  @SafeVarargs
  static OpListTrace trace(List<OpView>... programs) {
    OpListTrace trace = new OpListTrace(programs.length);
    for (int rank = 0; rank < programs.length; rank++) {
      for (OpView op : programs[rank]) {
        trace.add(rank, op);
      }
    }
    return trace;
  }

  /** A simulation of a trace with a node for each rank and bursts as recorded. */
  static Simulation.Builder simulation(OpListTrace trace, CommunicationModel model) {
    return Simulation.builder()
        .trace(trace)
        .placement(Placements.oneRankPerNode(trace.info().ranks()))
        .communication(model)
        .compute((rank, burst, marker) -> burst.durationPs());
  }

  /** Runs under the linear model, in every schedule allowed; all must agree. */
  static Prediction run(OpListTrace trace) {
    Prediction strict =
        simulation(trace, LinearModel.communication()).schedule(ReplayOrder.STRICT).build().run();
    if (!trace.capabilities().contains(Capability.UNRESOLVED_WILDCARDS)
        && !trace.capabilities().contains(Capability.UNRESOLVED_COMPLETIONS)
        && !trace.capabilities().contains(Capability.PROBES)
        && (!trace.capabilities().contains(Capability.SHMEM)
            || trace.capabilities().contains(Capability.UNORDERED_SHMEM))
        && !trace.capabilities().contains(Capability.RMA)
        && !trace.capabilities().contains(Capability.FILE_IO)) {
      Prediction ahead =
          simulation(trace, LinearModel.communication())
              .schedule(ReplayOrder.RUN_AHEAD)
              .build()
              .run();
      assertThat(ahead.outcome()).isEqualTo(strict.outcome());
      assertThat(ahead.finishPs()).isEqualTo(strict.finishPs());
    }
    return strict;
  }

  /** When each rank finishes under the linear model; the trace must be fine. */
  @SafeVarargs
  static long[] finishPs(List<OpView>... programs) {
    Prediction prediction = run(trace(programs));
    assertThat(prediction.problems()).isEmpty();
    assertThat(prediction.outcome()).isEqualTo(Prediction.Outcome.COMPLETED);
    return prediction.finishPs();
  }

  /** What an observer hears, a line for each callback. */
  static List<String> observed(OpListTrace trace, CommunicationModel model) {
    List<String> lines = new ArrayList<>();
    simulation(trace, model).observer(new Scribe(lines)).schedule(ReplayOrder.STRICT).build().run();
    return lines;
  }

  private record Scribe(List<String> lines) implements SimObserver {
    @Override
    public void op(
        int rank,
        org.foretell.trace.OpCode code,
        int callSite,
        int peer,
        int communicator,
        long bytes,
        long startPs,
        long waitPs,
        long endPs) {
      lines.add(
          "%d %s peer %d, %d bytes, %d to %d, waited %d"
              .formatted(rank, code, peer, bytes, startPs, endPs, waitPs));
    }

    @Override
    public void oneSidedMessage(
        int source, int destination, int variable, long bytes, long sendPs, long arrivePs) {
      lines.add(
          "%d -> %d variable %d, %d bytes, sent %d, arrives %d"
              .formatted(source, destination, variable, bytes, sendPs, arrivePs));
    }

    @Override
    public void message(
        int source,
        int destination,
        int tag,
        long bytes,
        long sendPs,
        long receivePs,
        long arrivePs) {
      lines.add(
          "%d -> %d tag %d, %d bytes, sent %d, posted %d, arrives %d"
              .formatted(source, destination, tag, bytes, sendPs, receivePs, arrivePs));
    }
  }
}
