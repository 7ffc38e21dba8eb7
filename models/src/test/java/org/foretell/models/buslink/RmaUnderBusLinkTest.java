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
import org.foretell.trace.OpView;
import org.junit.jupiter.api.Test;

/**
 * MPI one-sided over links and buses, worked out by hand: 1 us of latency, 1 GB/s, a node for each
 * rank; times in nanoseconds from when the window is there.
 */
class RmaUnderBusLinkTest {
  private static long[] finishNs(int ranks, Consumer<Script> writes, String... more) {
    Map<String, String> parameters = new HashMap<>();
    parameters.put("interNodeLatency", "1us");
    parameters.put("interNodeBandwidth", "1GB/s");
    for (int i = 0; i < more.length; i += 2) {
      parameters.put(more[i], more[i + 1]);
    }
    Script script = new Script(ranks);
    script.eachRank(r -> r.add(on(OpCode.WIN_CREATE)));
    long createdPs = run(parameters, script)[0];
    writes.accept(script);
    return Arrays.stream(run(parameters, script)).map(ps -> (ps - createdPs) / 1000).toArray();
  }

  private static long[] run(Map<String, String> parameters, Script script) {
    Prediction prediction =
        Replayed.without(new BusLinkModelProvider(), parameters, script.trace());
    assertThat(prediction.problems()).isEmpty();
    assertThat(prediction.outcome()).isEqualTo(Prediction.Outcome.COMPLETED);
    return prediction.finishPs();
  }

  private static OpView on(OpCode code) {
    return new OpView().reset(code).set(OpField.OBJECT, 0);
  }

  private static OpView to(OpCode code, int peer) {
    return on(code).set(OpField.PEER, peer);
  }

  private static OpView access(OpCode code, int peer, long bytes) {
    return to(code, peer).set(OpField.BYTES, bytes);
  }

  private static OpView group(OpCode code, long... ranks) {
    return on(code).setList(OpField.RANKS, ranks);
  }

  private static Consumer<Script> flushed(int rank, OpView access) {
    return s ->
        s.rank(rank, r -> r.add(on(OpCode.WIN_LOCK_ALL)).add(access).add(on(OpCode.WIN_FLUSH_ALL)));
  }

  @Test
  void putCostsItsCallerTheLatencyAndIsCompleteWhenItArrives() {
    assertThat(finishNs(2, flushed(0, access(OpCode.PUT, 1, 500)))).containsExactly(1500, 0);
    assertThat(
            finishNs(
                4,
                flushed(0, access(OpCode.PUT, 1, 500))
                    .andThen(flushed(2, access(OpCode.PUT, 3, 500))),
                "buses",
                "1"))
        .containsExactly(1500, 0, 2000, 0);
  }

  @Test
  void answersPayTheLatencyWithoutACpu() {
    assertThat(
            finishNs(
                2,
                flushed(0, access(OpCode.GET, 1, 500))
                    .andThen(s -> s.rank(1, r -> r.compute(1200)))))
        .containsExactly(2500, 1200);
    assertThat(finishNs(2, flushed(0, access(OpCode.FETCH_AND_OP, 1, 8)))).containsExactly(2016, 0);
  }

  @Test
  void lockAndUnlockAreMessages() {
    // The request at 1000, the answer at 2000, the put at 3500; unlocking costs the latency.
    assertThat(
            finishNs(
                2,
                s ->
                    s.rank(
                        0,
                        r ->
                            r.add(to(OpCode.WIN_LOCK, 1))
                                .add(access(OpCode.PUT, 1, 500))
                                .add(to(OpCode.WIN_UNLOCK, 1)))))
        .containsExactly(4500, 0);
    Consumer<Script.Ops> section =
        r -> r.add(to(OpCode.WIN_LOCK, 2)).compute(700).add(to(OpCode.WIN_UNLOCK, 2));
    // The first unlocks at 3700; the answer to the second pays the latency.
    assertThat(finishNs(3, s -> s.rank(0, section).rank(1, section)))
        .containsExactly(3700, 4700 + 700 + 1000, 0);
  }

  @Test
  void eachPostAndCompleteHasItsStartup() {
    // Rank 2 posts at 1000 and 2000; rank 0 puts from 2000 to 2500 and completes at 3500.
    assertThat(
            finishNs(
                3,
                s ->
                    s.rank(
                            0,
                            r ->
                                r.add(group(OpCode.WIN_START, 2))
                                    .add(access(OpCode.PUT, 2, 500))
                                    .add(on(OpCode.WIN_COMPLETE)))
                        .rank(
                            1, r -> r.add(group(OpCode.WIN_START, 2)).add(on(OpCode.WIN_COMPLETE)))
                        .rank(
                            2, r -> r.add(group(OpCode.WIN_POST, 0, 1)).add(on(OpCode.WIN_WAIT)))))
        .containsExactly(3500, 3000, 3500);
  }

  @Test
  void fenceFollowsTheQuiet() {
    Consumer<Script> fences = s -> s.eachRank(r -> r.add(on(OpCode.WIN_FENCE)));
    long fence = finishNs(2, fences)[0];
    assertThat(
            finishNs(
                2,
                fences
                    .andThen(s -> s.rank(0, r -> r.add(access(OpCode.PUT, 1, 500))))
                    .andThen(fences)))
        .containsExactly(2 * fence + 1500, 2 * fence + 1500);
  }
}
