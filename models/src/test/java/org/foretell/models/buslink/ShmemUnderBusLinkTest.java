package org.foretell.models.buslink;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;
import org.foretell.models.Replayed;
import org.foretell.models.Script;
import org.foretell.result.Prediction;
import org.foretell.trace.OpCode;
import org.foretell.trace.OpField;
import org.foretell.trace.OpListTrace;
import org.foretell.trace.OpView;
import org.junit.jupiter.api.Test;

/**
 * OpenSHMEM over links and buses, worked out by hand: 1 us of latency, 1 GB/s, times in
 * nanoseconds, a node for each rank.
 */
class ShmemUnderBusLinkTest {
  private static long[] finishNs(OpListTrace trace, String... more) {
    Map<String, String> parameters = new HashMap<>();
    parameters.put("interNodeLatency", "1us");
    parameters.put("interNodeBandwidth", "1GB/s");
    for (int i = 0; i < more.length; i += 2) {
      parameters.put(more[i], more[i + 1]);
    }
    Prediction prediction = Replayed.without(new BusLinkModelProvider(), parameters, trace);
    assertThat(prediction.problems()).isEmpty();
    return Arrays.stream(prediction.finishPs()).map(ps -> ps / 1000).toArray();
  }

  private static OpListTrace script(int ranks, Consumer<Script> writes) {
    Script script = new Script(ranks);
    writes.accept(script);
    return script.trace();
  }

  private static OpView op(OpCode code) {
    return new OpView().reset(code);
  }

  private static OpView moves(OpCode code, int peer, long bytes) {
    return op(code).set(OpField.PEER, peer).set(OpField.BYTES, bytes);
  }

  private static OpView lock(OpCode code, int lock) {
    return op(code).set(OpField.OBJECT, lock);
  }

  @Test
  void putCostsItsCallerTheLatencyAndItsTargetNothing() {
    OpListTrace trace =
        script(
            2,
            s ->
                s.rank(0, r -> r.add(moves(OpCode.SHMEM_PUT, 1, 500).set(OpField.TAG, 0)))
                    .rank(1, r -> r.add(op(OpCode.SHMEM_WAIT_UNTIL).set(OpField.TAG, 0))));
    assertThat(finishNs(trace)).containsExactly(1000, 1500);
  }

  @Test
  void putsQueueForBusesAndQuietWaitsForThem() {
    OpListTrace trace =
        script(
            4,
            s ->
                s.rank(0, r -> r.add(moves(OpCode.SHMEM_PUT, 1, 500)).add(op(OpCode.SHMEM_QUIET)))
                    .rank(
                        2,
                        r -> r.add(moves(OpCode.SHMEM_PUT, 3, 500)).add(op(OpCode.SHMEM_QUIET))));
    // The data are there at 1500; then an acknowledgement comes back, which costs a latency.
    assertThat(finishNs(trace)).containsExactly(2500, 0, 2500, 0);
    assertThat(finishNs(trace, "buses", "1")).containsExactly(2500, 0, 3000, 0);
  }

  /** The request pays the latency, and so do the data, but not with a CPU of the target. */
  @Test
  void aGetCostsTheLatencyOfBothWays() {
    OpListTrace trace =
        script(
            2,
            s ->
                s.rank(0, r -> r.add(moves(OpCode.SHMEM_GET, 1, 500)))
                    .rank(1, r -> r.compute(1200)));
    assertThat(finishNs(trace)).containsExactly(2500, 1200);
    assertThat(finishNs(trace, "interNodeLatency", "0us")).containsExactly(500, 1200);
    OpListTrace atomic =
        script(2, s -> s.rank(0, r -> r.add(moves(OpCode.SHMEM_ATOMIC_FETCH, 1, 8))));
    assertThat(finishNs(atomic)).containsExactly(2016, 0);
  }

  @Test
  void dataOfAGetTakeTheLinkOutOfItsTarget() {
    Consumer<Script> gets = s -> s.rank(0, r -> r.add(moves(OpCode.SHMEM_GET, 1, 500)));
    assertThat(finishNs(script(3, gets))).containsExactly(2500, 0, 0);
    OpListTrace busy =
        script(
            3,
            s -> {
              s.rank(1, r -> r.add(moves(OpCode.SHMEM_PUT, 2, 1800)));
              gets.accept(s);
            });
    assertThat(finishNs(busy)).containsExactly(2500, 1000, 0);
    assertThat(finishNs(busy, "outputLinks", "1", "inputLinks", "1"))
        .containsExactly(3300, 1000, 0);
  }

  @Test
  void barrierFollowsTheQuiet() {
    OpListTrace putFirst =
        script(
            2,
            s ->
                s.rank(0, r -> r.add(moves(OpCode.SHMEM_PUT_NBI, 1, 500)))
                    .eachRank(r -> r.add(op(OpCode.SHMEM_BARRIER))));
    OpListTrace late =
        script(
            2, s -> s.rank(0, r -> r.compute(2500)).eachRank(r -> r.collective(OpCode.BARRIER, 0)));
    assertThat(finishNs(putFirst)).isEqualTo(finishNs(late));
    assertThat(finishNs(putFirst)[1]).isGreaterThan(2500);
  }

  @Test
  void messagesThatOvertakeEachOtherDoNotTouchOthers() {
    // The second message completes the first receive; what it was is then used for the atomic.
    OpListTrace trace =
        script(
            4,
            s ->
                s.rank(0, r -> r.send(1, 10_000).send(1, 100))
                    .rank(
                        1,
                        r -> {
                          r.irecv(0);
                          r.compute(5000);
                          r.irecv(0);
                          r.compute(10_000);
                        })
                    .rank(2, r -> r.compute(2000).add(moves(OpCode.SHMEM_ATOMIC_FETCH, 3, 5000))));
    assertThat(finishNs(trace, "eagerThreshold", "unlimited"))
        .containsExactly(2000, 15_000, 2000 + 2 * (1000 + 5000), 0);
  }

  @Test
  void locksPassFromOneToTheNext() {
    OpListTrace trace =
        script(
            3,
            s ->
                s.rank(
                        0,
                        r ->
                            r.add(lock(OpCode.SHMEM_SET_LOCK, 2))
                                .compute(5000)
                                .add(moves(OpCode.SHMEM_PUT_NBI, 1, 300))
                                .add(lock(OpCode.SHMEM_CLEAR_LOCK, 2)))
                    .rank(
                        1,
                        r ->
                            r.compute(100)
                                .add(lock(OpCode.SHMEM_SET_LOCK, 2))
                                .add(lock(OpCode.SHMEM_CLEAR_LOCK, 2))));
    // The lock is there at 2000. The put leaves at 8000, is there at 8300 and acknowledged at 9300;
    // then come the startups of giving back and of the answer to the next, which gives back too.
    assertThat(finishNs(trace)).containsExactly(10300, 12300, 0);
  }
}
