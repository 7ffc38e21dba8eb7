package org.foretell.clustering;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Random;
import org.foretell.Foretell;
import org.foretell.PredictionSetup;
import org.foretell.failure.ForetellException;
import org.foretell.report.RunResult;
import org.foretell.trace.OpCode;
import org.foretell.trace.OpField;
import org.foretell.trace.OpView;
import org.foretell.trace.RankSet;
import org.foretell.trace.TraceInfo;
import org.foretell.trace.TraceSource;
import org.foretell.trace.Variation;
import org.foretell.trace.store.MemoryTrace;
import org.junit.jupiter.api.Test;

/**
 * Leads alone take as long as all ranks. {@code -Dleads.programs=N} tries so many programs; the
 * text of a failure has the seed.
 */
class LeadsTest {
  private static final int PROGRAMS = Integer.getInteger("leads.programs", 8);

  private static final List<OpCode> COLLECTIVES =
      List.of(
          OpCode.BARRIER,
          OpCode.BCAST,
          OpCode.REDUCE,
          OpCode.ALLREDUCE,
          OpCode.SCAN,
          OpCode.EXSCAN,
          OpCode.ALLGATHER,
          OpCode.ALLTOALL);

  /** Rounds of exchanges on a ring of groups; each rank of a group computes and sends otherwise. */
  private static TraceSource program(long seed) {
    Random random = new Random(seed);
    int group = 1 + random.nextInt(3);
    int ranks = group * (2 * group + 1 + random.nextInt(5));
    try (MemoryTrace.Builder sink = MemoryTrace.builder()) {
      sink.begin(new TraceInfo("rounds", ranks, "LeadsTest", 0, List.of()));
      long rounds = random.nextLong();
      if (group == 1 && random.nextBoolean()) {
        sink.beginProgram(RankSet.range(0, ranks - 1));
        rounds(sink, new Random(rounds), 0, 1, ranks, true);
        sink.endProgram();
      } else {
        for (int rank = 0; rank < ranks; rank++) {
          sink.beginProgram(RankSet.of(rank));
          rounds(sink, new Random(rounds), rank, group, ranks, false);
          sink.endProgram();
        }
      }
      sink.end();
      return sink.build();
    }
  }

  private static void rounds(
      MemoryTrace.Builder sink, Random random, int rank, int group, int ranks, boolean relative) {
    int rounds = 1 + random.nextInt(12);
    for (int round = 0; round < rounds; round++) {
      int distance = random.nextInt(ranks);
      int tag = random.nextInt(2);
      long[] bytes = random.longs(group, 0, 200_000).toArray();
      long[] burstsPs = random.longs(group, 0, 50_000_000).toArray();
      int source = Math.floorMod(rank - distance, ranks);
      long sentBytes = bytes[rank % group];
      long receivedBytes = bytes[source % group];
      sink.op(new OpView().reset(OpCode.COMPUTE).set(OpField.DURATION_PS, burstsPs[rank % group]));
      switch (random.nextInt(4)) {
        case 0 -> {
          OpCode code = COLLECTIVES.get(random.nextInt(COLLECTIVES.size()));
          OpView op = new OpView().reset(code);
          if (code.has(OpField.BYTES)) {
            op.set(OpField.BYTES, bytes[0]);
          }
          if (code.has(OpField.RECEIVE_BYTES)) {
            op.set(OpField.RECEIVE_BYTES, bytes[0]);
          }
          if (code.has(OpField.ROOT)) {
            op.set(OpField.ROOT, distance);
          }
          sink.op(op);
        }
        case 1 -> {
          OpView op =
              new OpView()
                  .reset(OpCode.SENDRECV)
                  .set(OpField.BYTES, sentBytes)
                  .set(OpField.RECEIVE_BYTES, receivedBytes)
                  .set(OpField.TAG, tag)
                  .set(OpField.RECEIVE_TAG, tag);
          if (relative) {
            sink.op(
                op,
                List.of(
                    Variation.relativePeer(OpField.PEER, distance),
                    Variation.relativePeer(OpField.RECEIVE_PEER, -distance)));
          } else {
            op.set(OpField.PEER, (rank + distance) % ranks).set(OpField.RECEIVE_PEER, source);
            sink.op(op);
          }
        }
        default -> {
          OpView receive =
              new OpView()
                  .reset(OpCode.IRECV)
                  .set(OpField.RECEIVE_BYTES, receivedBytes)
                  .set(OpField.TAG, tag)
                  .set(OpField.REQUEST, 0);
          OpView send =
              new OpView()
                  .reset(random.nextBoolean() ? OpCode.ISEND : OpCode.ISSEND)
                  .set(OpField.BYTES, sentBytes)
                  .set(OpField.TAG, tag)
                  .set(OpField.REQUEST, 1);
          if (relative) {
            sink.op(receive, List.of(Variation.relativePeer(OpField.PEER, -distance)));
            sink.op(send, List.of(Variation.relativePeer(OpField.PEER, distance)));
          } else {
            sink.op(receive.set(OpField.PEER, source));
            sink.op(send.set(OpField.PEER, (rank + distance) % ranks));
          }
          sink.op(new OpView().reset(OpCode.WAITALL).setList(OpField.REQUESTS, 0, 1));
        }
      }
    }
  }

  private static PredictionSetup setup(TraceSource trace, String model) {
    return Foretell.prediction()
        .machine("jaguar-xt5")
        .model(model)
        .ranksPerNode(1)
        .collectives("formula")
        .interval(false)
        .trace(trace, "trace");
  }

  @Test
  void leadsTakeAsLongAsAllRanks() {
    for (long seed = 0; seed < PROGRAMS; seed++) {
      TraceSource trace = program(seed);
      for (String model : List.of("simple", "loggops")) {
        RunResult whole = setup(trace, model).run();
        RunResult leads = setup(trace, model).leads(true).run();
        assertThat(leads.prediction().makespanPs())
            .as("seed %d under %s", seed, model)
            .isEqualTo(whole.prediction().makespanPs());
        assertThat(leads.trace().info().ranks()).isLessThan(trace.info().ranks());
      }
    }
  }

  @Test
  void whatLeadsCannotStandForIsRefused() {
    TraceSource trace = program(1);
    assertRefused(setup(trace, "flow"), "leads only need loggops or simple");
    assertRefused(setup(trace, "loggops").ranksPerNode(2), "a node of its own");
    assertRefused(setup(trace, "loggops").collectives("mpich4"), "--collectives formula");
    assertRefused(setup(trace, "loggops").computeNoise("gamma:5%"), "random parts");
    assertRefused(setup(trace, "loggops").interval(true), "replications or an interval");
    assertRefused(setup(StencilTraces.sweep(4, 4, 1, 2), "loggops"), "kinds or more");
    assertRefused(of(OpCode.RECV, OpField.PEER, OpView.ANY), "from anybody");
    assertRefused(of(OpCode.ISEND, OpField.PEER, 0), "what that never receives");
    assertRefused(of(OpCode.IPROBE, OpField.PEER, 0), "an op that leads cannot stand");
    assertRefused(of(OpCode.BARRIER, OpField.COMMUNICATOR, 1), "another communicator");
  }

  private static PredictionSetup of(OpCode code, OpField field, long value) {
    try (MemoryTrace.Builder sink = MemoryTrace.builder()) {
      sink.begin(new TraceInfo("one", 8, "LeadsTest", 0, List.of()));
      sink.beginProgram(RankSet.range(0, 7));
      sink.op(new OpView().reset(code).set(field, value));
      sink.endProgram();
      sink.end();
      return setup(sink.build(), "loggops");
    }
  }

  private static void assertRefused(PredictionSetup setup, String why) {
    assertThatThrownBy(() -> setup.leads(true).run())
        .isInstanceOf(ForetellException.class)
        .hasMessageContaining(why);
  }
}
