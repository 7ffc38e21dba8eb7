package org.foretell.trace.jobs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import org.foretell.trace.Capability;
import org.foretell.trace.Communicator;
import org.foretell.trace.OpCode;
import org.foretell.trace.OpField;
import org.foretell.trace.OpListTrace;
import org.foretell.trace.OpView;
import org.foretell.trace.RankCursor;
import org.foretell.trace.TaskGraph;
import org.foretell.trace.TaskGraphTrace;
import org.foretell.trace.TraceException;
import org.foretell.trace.TraceSink;
import org.foretell.trace.jobs.BackgroundTraffic.Pattern;
import org.junit.jupiter.api.Test;

class JoinedTraceTest {
  /** Nothing is written to it. */
  private static final TraceSink NO_SINK =
      (TraceSink)
          Proxy.newProxyInstance(
              TraceSink.class.getClassLoader(),
              new Class<?>[] {TraceSink.class},
              (proxy, method, arguments) -> {
                throw new AssertionError(method);
              });

  private static OpView op(OpCode code) {
    return new OpView().reset(code);
  }

  private static Job program(OpListTrace trace, long startPs) {
    return new Job("job", trace, startPs, Job.Kind.PROGRAM);
  }

  private static List<OpView> ops(JoinedTrace trace, int rank) {
    List<OpView> ops = new ArrayList<>();
    try (RankCursor cursor = trace.open(rank)) {
      OpView view = new OpView();
      while (cursor.next(view)) {
        OpView copy = new OpView();
        copy.copyFrom(view);
        ops.add(copy);
      }
    }
    return ops;
  }

  /** A job of three ranks behind one of two. */
  private static JoinedTrace behindTwo(OpListTrace three) {
    return new JoinedTrace(List.of(program(new OpListTrace(2), 0), program(three, 7)));
  }

  @Test
  void eachJobHasItsOwnWorld() {
    OpListTrace three =
        new OpListTrace(3)
            .define(new Communicator(2, new int[] {2, 0}))
            .add(0, op(OpCode.SEND).set(OpField.PEER, 1).set(OpField.BYTES, 8))
            .add(0, op(OpCode.BARRIER).set(OpField.COMMUNICATOR, 2))
            .add(0, op(OpCode.BARRIER).set(OpField.COMMUNICATOR, Communicator.SELF))
            .add(0, op(OpCode.COMM_DUP).set(OpField.NEW_COMMUNICATOR, 5));
    JoinedTrace joined = behindTwo(three);
    assertThat(joined.info().ranks()).isEqualTo(5);
    assertThat(joined.jobOf(1)).isZero();
    assertThat(joined.firstRank(1)).isEqualTo(2);
    assertThat(joined.world(0)).isEqualTo(2);
    assertThat(joined.world(4)).isEqualTo(3);
    assertThat(joined.tables().communicators())
        .containsExactly(
            new Communicator(2, new int[] {0, 1}),
            new Communicator(3, new int[] {2, 3, 4}),
            new Communicator(5, new int[] {4, 2}));
    List<OpView> ops = ops(joined, 2);
    assertThat(ops).extracting(OpView::code).first().isEqualTo(OpCode.ELAPSE);
    assertThat(ops.get(0).durationPs()).isEqualTo(7);
    assertThat(ops.get(1).peer()).as("a rank in the world of its job").isEqualTo(1);
    assertThat(ops.get(1).communicator()).isEqualTo(3);
    assertThat(ops.get(2).communicator()).isEqualTo(5);
    assertThat(ops.get(3).communicator()).isEqualTo(Communicator.SELF);
    assertThat(ops.get(4).get(OpField.NEW_COMMUNICATOR)).isEqualTo(2 + 4 * 2 + 1);
    assertThat(joined.capabilities()).contains(Capability.SUB_COMMUNICATORS);
    assertThat(joined.operations()).hasValue(4);
    assertThat(joined.requestSlots()).isEmpty();
  }

  @Test
  void targetsAndLocksOfShmemMoveWithTheirJob() {
    OpListTrace three =
        new OpListTrace(3)
            .add(1, op(OpCode.SHMEM_PUT).set(OpField.PEER, 2).set(OpField.BYTES, 8))
            .add(1, op(OpCode.SHMEM_PUT).set(OpField.PEER, 3))
            .add(1, op(OpCode.SHMEM_SET_LOCK).set(OpField.OBJECT, 4))
            .add(1, op(OpCode.SHMEM_WAIT_UNTIL).set(OpField.TAG, 1).set(OpField.MATCHED_PEER, 0));
    List<OpView> ops = ops(behindTwo(three), 3);
    assertThat(ops.get(1).peer()).isEqualTo(4);
    assertThat(ops.get(2).peer()).as("outside of all jobs").isEqualTo(8);
    // Lock 4 of three ranks is at rank 1, that is 3 of all five.
    assertThat(ops.get(3).get(OpField.OBJECT) % 5).isEqualTo(3);
    assertThat(ops.get(4).get(OpField.MATCHED_PEER)).isEqualTo(2);
    assertThat(ops.get(4).tag()).as("variables are those of a rank").isEqualTo(1);
  }

  @Test
  void callSitesAndMarkersAreThoseOfTheJobAgain() {
    OpListTrace first = new OpListTrace(1);
    first.add(0, op(OpCode.COMPUTE).set(OpField.CALL_SITE, 0));
    JoinedTrace joined = new JoinedTrace(List.of(program(first, 0), program(first, 0)));
    JobNames second = joined.names(1);
    assertThat(second.place().first()).isEqualTo(1);
    assertThat(second.ownCallSite(OpView.NONE)).isEqualTo(OpView.NONE);
    assertThat(second.ownMarker(OpView.NONE)).isEqualTo(OpView.NONE);
    OpView burst = ops(joined, 1).get(0);
    second.giveOwn(burst);
    assertThat(burst.callSite()).isZero();
  }

  @Test
  void namesWithoutRoomAreRefused() {
    OpListTrace large =
        new OpListTrace(1).add(0, op(OpCode.BARRIER).set(OpField.COMMUNICATOR, 1_000_000_000));
    JoinedTrace joined = new JoinedTrace(List.of(program(large, 0), program(large, 0)));
    assertThatThrownBy(() -> ops(joined, 1))
        .isInstanceOf(TraceException.class)
        .hasMessageContaining("leaves no numbers for the other jobs");
  }

  @Test
  void graphsAreShiftedAndDelayed() {
    TaskGraph.Builder sends = new TaskGraph.Builder();
    int burst = sends.compute(5, 1);
    int send = sends.send(1, 3, 100, 0, 0);
    sends.requires(send, burst);
    sends.requiresStart(sends.receive(OpView.ANY, 4, 100, 0, 0), send);
    TaskGraph graph = sends.build();
    TaskGraph delayed = graph.after(9);
    assertThat(graph.after(0)).isSameAs(graph);
    assertThat(delayed.tasks()).isEqualTo(4);
    assertThat(delayed.amount(0)).isEqualTo(9);
    assertThat(delayed.dependencies(0)).isZero();
    assertThat(delayed.dependencies(1)).as("waited for nothing").isEqualTo(1);
    assertThat(delayed.dependencies(2)).isEqualTo(1);
    assertThat(delayed.successor(delayed.firstAfterStart(2))).isEqualTo(3);
    TaskGraphTrace trace = new TaskGraphTrace(graph, graph);
    JoinedTrace joined =
        new JoinedTrace(
            List.of(
                new Job("a", trace, 0, Job.Kind.PROGRAM),
                new Job("b", trace, 9, Job.Kind.PROGRAM)));
    assertThat(joined.graph(0)).isEqualTo(graph);
    TaskGraph moved = joined.graph(2);
    assertThat(moved.peer(2)).isEqualTo(3);
    assertThat(moved.peer(3)).isEqualTo(OpView.ANY);
    assertThat(joined.world(2)).isEqualTo(Communicator.WORLD);
    assertThat(joined.tables().communicators()).isEmpty();
    assertThatThrownBy(
            () ->
                new JoinedTrace(
                    List.of(
                        new Job("a", trace, 0, Job.Kind.PROGRAM), program(new OpListTrace(1), 0))))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void backgroundEndsWithThePrograms() {
    BackgroundTraffic traffic = new BackgroundTraffic(Pattern.UNIFORM, 4, 64, 1000, 1_000_000, 1);
    OpListTrace one = new OpListTrace(1).add(0, op(OpCode.INIT));
    JoinedTrace joined =
        new JoinedTrace(
            List.of(program(one, 0), new Job("others", traffic, 0, Job.Kind.BACKGROUND)));
    OpView view = new OpView();
    try (RankCursor foreground = joined.open(0);
        RankCursor background = joined.open(2)) {
      for (int i = 0; i < 1000; i++) {
        assertThat(background.next(view)).isTrue();
        if (view.code() == OpCode.SHMEM_PUT_NBI) {
          assertThat(view.peer()).isBetween(1, 4).isNotEqualTo(2);
          assertThat(view.bytes()).isEqualTo(64);
        } else if (view.code() == OpCode.ELAPSE) {
          assertThat(view.durationPs()).isBetween(0L, 1000L);
        }
      }
      assertThat(foreground.next(view)).isTrue();
      assertThat(foreground.next(view)).isFalse();
      assertThat(background.next(view)).isFalse();
      assertThat(background.delivered()).isEqualTo(1000);
    }
    assertThat(joined.operations()).hasValue(1);
    assertThatThrownBy(() -> joined.describe(NO_SINK))
        .isInstanceOf(UnsupportedOperationException.class);
  }

  @Test
  void trafficFollowsItsPattern() {
    List<OpCode> codes = new ArrayList<>();
    OpView view = new OpView();
    try (RankCursor cursor =
        new BackgroundTraffic(Pattern.PERMUTATION, 6, 64, 1000, 40, 1).open(1)) {
      while (cursor.next(view)) {
        codes.add(view.code());
        if (view.code() == OpCode.SHMEM_PUT_NBI) {
          assertThat(view.peer()).isEqualTo(4);
        }
      }
    }
    assertThat(codes.stream().filter(code -> code == OpCode.SHMEM_PUT_NBI)).hasSize(40);
    assertThat(codes.stream().filter(code -> code == OpCode.SHMEM_QUIET))
        .as("after each 16")
        .hasSize(2);
    BackgroundTraffic incast = new BackgroundTraffic(Pattern.INCAST, 3, 1, 1, 1, 1);
    assertThat(incast.open(0).next(view)).as("rank 0 writes none").isFalse();
    assertThat(Pattern.INCAST.text()).isEqualTo("incast");
    assertThatThrownBy(() -> new BackgroundTraffic(Pattern.INCAST, 1, 1, 1, 1, 1))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> incast.describe(NO_SINK))
        .isInstanceOf(UnsupportedOperationException.class);
  }

  @Test
  void jobsThatAreNoneAreRefused() {
    BackgroundTraffic traffic = new BackgroundTraffic(Pattern.UNIFORM, 2, 1, 1, 1, 1);
    Job others = new Job("others", traffic, 0, Job.Kind.BACKGROUND);
    assertThatThrownBy(() -> new JoinedTrace(List.of(others)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("no program");
    OpListTrace one = new OpListTrace(1);
    assertThatThrownBy(() -> new Job("job", one, -1, Job.Kind.PROGRAM))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
