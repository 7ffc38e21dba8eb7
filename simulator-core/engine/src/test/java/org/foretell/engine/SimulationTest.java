package org.foretell.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.foretell.engine.Ops.*;
import static org.foretell.engine.Replays.trace;

import java.util.ArrayList;
import java.util.List;
import org.foretell.machine.FileSystem;
import org.foretell.machine.LinkSpeed;
import org.foretell.machine.Placements;
import org.foretell.model.CommunicationModel;
import org.foretell.model.ComputeModel;
import org.foretell.model.DirectModel;
import org.foretell.model.Message;
import org.foretell.model.ModelException;
import org.foretell.result.InputException;
import org.foretell.result.Prediction;
import org.foretell.result.Problem;
import org.foretell.result.ReplayOrder;
import org.foretell.result.UnsupportedOps;
import org.foretell.time.Ps;
import org.foretell.time.TimeOverflowException;
import org.foretell.trace.OpCode;
import org.foretell.trace.OpField;
import org.foretell.trace.OpListTrace;
import org.foretell.trace.OpView;
import org.junit.jupiter.api.Test;

/** How a simulation is built and run, and what it refuses. */
final class SimulationTest {
  private static Simulation.Builder simulation(OpListTrace trace) {
    return Replays.simulation(trace, LinearModel.communication());
  }

  private static CommunicationModel dependent() {
    return new CommunicationModel("shared-bus", new LinearModel(false), LinearModel.COLLECTIVES);
  }

  @Test
  void runsAheadWhereThatIsAllowed() {
    OpListTrace plain = trace(List.of(compute(1)));
    assertThat(simulation(plain).build().run().schedule()).isEqualTo(ReplayOrder.RUN_AHEAD);
    assertThat(Replays.simulation(plain, dependent()).build().run().schedule())
        .isEqualTo(ReplayOrder.STRICT);
    OpListTrace wild = trace(List.of(irecv(ANY, 0, 0), send(0, 0, 0), waitFor(0)));
    assertThat(simulation(wild).build().run().schedule()).isEqualTo(ReplayOrder.STRICT);
  }

  @Test
  void refusesToRunAheadWhereTheOrderMatters() {
    assertThatThrownBy(
            () ->
                Replays.simulation(trace(List.of(compute(1))), dependent())
                    .schedule(ReplayOrder.RUN_AHEAD)
                    .build())
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("the ranks cannot run ahead: in the model shared-bus messages share resources");
    assertThatThrownBy(
            () -> simulation(trace(List.of(probe(0, ANY)))).schedule(ReplayOrder.RUN_AHEAD).build())
        .isInstanceOf(IllegalStateException.class)
        .hasMessage(
            "the ranks cannot run ahead: the outcome of some ops depends on who is first"
                + " (unresolved_wildcards, probes)");
  }

  @Test
  void saysWhatIsMissing() {
    assertThatThrownBy(() -> Simulation.builder().build())
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("a simulation needs a trace");
    assertThatThrownBy(
            () ->
                simulation(trace(List.of(compute(1))))
                    .placement(Placements.oneRankPerNode(2))
                    .build())
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("the trace has 1 ranks, but the placement places 2");
  }

  @Test
  void tellsEventsToTheComputeModelInProgramOrder() {
    OpView begin = op(OpCode.EVENT).set(OpField.OBJECT, 777).set(OpField.COUNT, 5);
    OpView end = op(OpCode.EVENT).set(OpField.OBJECT, 777);
    ComputeModel slowInside =
        new ComputeModel() {
          private long factor = 1;

          @Override
          public long durationPs(int rank, OpView burst, int marker) {
            return factor * burst.durationPs();
          }

          @Override
          public void event(int rank, long type, long value) {
            assertThat(rank).isZero();
            assertThat(type).isEqualTo(777);
            factor = 1 + value;
          }
        };
    long[] finishPs =
        simulation(trace(List.of(compute(1), begin, compute(10), end, compute(100))))
            .compute(slowInside)
            .build()
            .run()
            .finishPs();
    assertThat(finishPs).containsExactly(1 + 60 + 100);
  }

  @Test
  void runsOnce() {
    Simulation simulation = simulation(trace(List.of(compute(1)))).build();
    assertThat(simulation.run().makespanPs()).isEqualTo(1);
    assertThatThrownBy(simulation::run).isInstanceOf(IllegalStateException.class);
  }

  @Test
  void reportsProgress() {
    OpListTrace trace = new OpListTrace(1);
    for (int i = 0; i < 3000; i++) {
      trace.add(0, compute(1));
    }
    List<String> heard = new ArrayList<>();
    simulation(trace)
        .progress((timePs, done, total) -> heard.add(timePs + " ps, " + done + " of " + total), 900)
        .build()
        .run();
    assertThat(heard)
        .containsExactly("1024 ps, 1024 of 3000", "2048 ps, 2048 of 3000", "3000 ps, 3000 of 3000");
  }

  @Test
  void refusesFilesWithoutAFileSystem() {
    OpView read = op(OpCode.FILE_READ).set(OpField.BYTES, 8);
    assertThatThrownBy(() -> simulation(trace(List.of(compute(1), read))).build().run())
        .isInstanceOf(InputException.class)
        .hasMessage(
            "rank 0, op 1 (file_read bytes=8): ops on files need a file system, but the"
                + " machine describes none; add \"fileSystem\" to its file"
                + " (docs/machine-format.md), or let these ops take no time: set"
                + " unsupported to pass (in sim: --unsupported pass)");
    Prediction prediction =
        simulation(trace(List.of(read, read, compute(7), op(OpCode.FILE_WRITE))))
            .unsupported(UnsupportedOps.PASS)
            .build()
            .run();
    assertThat(prediction.makespanPs()).isEqualTo(7);
    assertThat(prediction.problemCounts()[Problem.Kind.PASSED_OPERATION.ordinal()]).isEqualTo(3);
    assertThat(prediction.problems())
        .extracting(Problem::message)
        .containsExactly(
            "2 ops of the kind file_read took no time since the machine has no file system, the"
                + " first of them rank 0, op 0 (file_read bytes=8)",
            "1 ops of the kind file_write took no time since the machine has no file system, the"
                + " first of them rank 0, op 3 (file_write)");
  }

  @Test
  void everyOpIsReplayed() {
    for (OpCode code : OpCode.values()) {
      OpView op = op(code);
      if (code.has(OpField.RECEIVE_PEER)) {
        op.set(OpField.RECEIVE_PEER, PROC_NULL);
      }
      if (code.has(OpField.PEER)) {
        op.set(OpField.PEER, PROC_NULL);
      }
      Simulation simulation =
          simulation(trace(List.of(op)))
              .fileSystem(new FileSystem(1, LinkSpeed.INSTANT, LinkSpeed.INSTANT, 0, 1, 1))
              .build();
      assertThat(simulation.run().operations()).as(code.name()).isEqualTo(1);
    }
  }

  @Test
  void timeBeyondItsRangeIsRefusedWithPosition() {
    assertThatThrownBy(
            () ->
                simulation(trace(List.of(compute(Ps.MAX - 5), compute(6)), List.of(compute(1))))
                    .build()
                    .run())
        .isInstanceOf(TimeOverflowException.class)
        .hasMessageStartingWith("rank 0, op 1: simulated time exceeds 106 days");
  }

  @Test
  void hugeRequestSlotsAreRefused() {
    assertThatThrownBy(
            () -> simulation(trace(List.of(irecv(0, 0, Integer.MAX_VALUE)))).build().run())
        .isInstanceOf(InputException.class)
        .hasMessageStartingWith(
            "rank 0, op 0: request slot 2147483647 is beyond the limit of 1048576 slots");
    assertThat(
            simulation(trace(List.of(irecv(PROC_NULL, 0, (1 << 20) - 1), waitFor((1 << 20) - 1))))
                .build()
                .run()
                .outcome())
        .isEqualTo(Prediction.Outcome.COMPLETED);
  }

  @Test
  void modelThatGivesNegativeTimesIsAtFault() {
    DirectModel wrong =
        new DirectModel() {
          @Override
          public boolean eager(Message message) {
            return true;
          }

          @Override
          public long transferPs(Message message, long startPs) {
            return -1;
          }
        };
    assertThatThrownBy(
            () ->
                Replays.simulation(
                        trace(List.of(send(0, 0, 1))),
                        new CommunicationModel("wrong", wrong, call -> 0))
                    .build()
                    .run())
        .isInstanceOf(ModelException.class)
        .hasMessage("the model answers -1 ps for transferPs; it must be at least 0");
  }

  @Test
  void envelopeThatComesAfterItsMessageIsTheModelsFault() {
    DirectModel wrong =
        new DirectModel() {
          @Override
          public boolean eager(Message message) {
            return true;
          }

          @Override
          public long transferPs(Message message, long startPs) {
            return 5;
          }

          @Override
          public long envelopePs(Message message) {
            return 6;
          }
        };
    assertThatThrownBy(
            () ->
                Replays.simulation(
                        trace(List.of(irecv(ANY, 0, 0), send(0, 0, 1), waitFor(0))),
                        new CommunicationModel("wrong", wrong, call -> 0))
                    .build()
                    .run())
        .isInstanceOf(ModelException.class)
        .hasMessageStartingWith("the model lets a message arrive before its envelope");
  }

  @Test
  void observersHearOfEveryOpAndItsWaiting() {
    assertThat(
            Replays.observed(
                trace(
                    List.of(compute(500), send(1, 3, 2000), barrier()),
                    List.of(recv(0, 3), init(), barrier())),
                LinearModel.communication()))
        .containsExactly(
            "0 -> 1 tag 3, 2000 bytes, sent 500, posted 0, arrives 2600",
            "1 RECV peer 0, 2000 bytes, 0 to 2600, waited 500",
            "0 SEND peer 1, 2000 bytes, 500 to 2600, waited 0",
            "1 INIT peer -3, 0 bytes, 2600 to 2600, waited 0",
            "0 BARRIER peer -3, 0 bytes, 2600 to 3600, waited 0",
            "1 BARRIER peer -3, 0 bytes, 2600 to 3600, waited 0");
  }

  private static OpView init() {
    return op(OpCode.INIT);
  }

  @Test
  void observersChangeNothing() {
    OpListTrace trace =
        trace(
            List.of(send(1, 0, 50), recv(1, 0), barrier()),
            List.of(recv(0, 0), send(0, 0, 5000), barrier()));
    long[] unobserved = simulation(trace).build().run().finishPs();
    long[] observed =
        simulation(trace)
            .observer(new org.foretell.observe.SimObserver() {})
            .observer(new org.foretell.observe.SimObserver() {})
            .build()
            .run()
            .finishPs();
    assertThat(observed).isEqualTo(unobserved);
  }
}
