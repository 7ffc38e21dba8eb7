package org.foretell.models.loggops;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.foretell.machine.Machine;
import org.foretell.model.FigureText;
import org.foretell.models.Machines;
import org.foretell.models.Replayed;
import org.foretell.models.Script;
import org.foretell.trace.OpListTrace;
import org.foretell.trace.TaskGraph;
import org.foretell.trace.TaskGraphTrace;
import org.foretell.trace.TraceSource;
import org.junit.jupiter.api.Test;

/** LogGOPS of ATLAHS, by hand: L = 2500, o = 1500, g = 1000, G = 6 ns unless said otherwise. */
class AtlahsModelTest {
  private static final long L = 2500;
  private static final long OVERHEAD = 1500;
  private static final long GAP = 1000;
  private static final long GAP_PER_BYTE = 6;

  private static long[] finishNs(TraceSource trace, String... settings) {
    Map<String, String> parameters = new HashMap<>(LogGopsModelProviderTest.LOGGOPSIM);
    for (int i = 0; i < settings.length; i += 2) {
      parameters.put(settings[i], settings[i + 1]);
    }
    return Arrays.stream(Replayed.without(new AtlahsModelProvider(), parameters, trace).finishPs())
        .map(ps -> ps / 1000)
        .toArray();
  }

  private static TraceSource graphs(TaskGraph.Builder... graphs) {
    return new TaskGraphTrace(
        Arrays.stream(graphs).map(TaskGraph.Builder::build).toArray(TaskGraph[]::new));
  }

  private static TaskGraph.Builder graph() {
    return new TaskGraph.Builder();
  }

  /** When the last byte is at the receiver, from the start of the send. */
  private static long lastByteNs(long bytes) {
    return OVERHEAD + L + (bytes - 1) * GAP_PER_BYTE;
  }

  @Test
  void messageIsThereWithItsLastByteAndThenCostsGapAndOverhead() {
    TaskGraph.Builder sender = graph();
    sender.send(1, 0, 1000, 0, 0);
    TaskGraph.Builder receiver = graph();
    receiver.receive(0, 0, 1000, 0, 0);
    assertThat(finishNs(graphs(sender, receiver)))
        .containsExactly(OVERHEAD, lastByteNs(1000) + GAP + OVERHEAD);
  }

  @Test
  void overheadPerByteCountsAtBothEnds() {
    TaskGraph.Builder sender = graph();
    sender.send(1, 0, 1001, 0, 0);
    TaskGraph.Builder receiver = graph();
    receiver.receive(0, 0, 1001, 0, 0);
    assertThat(finishNs(graphs(sender, receiver), "O", "2ns/B"))
        .containsExactly(OVERHEAD + 2000, OVERHEAD + 2000 + L + 6000 + GAP + OVERHEAD + 2000);
  }

  @Test
  void messageOfNoBytesCostsLikeOneByte() {
    TaskGraph.Builder sender = graph();
    sender.send(1, 0, 0, 0, 0);
    TaskGraph.Builder receiver = graph();
    receiver.receive(0, 0, 0, 0, 0);
    assertThat(finishNs(graphs(sender, receiver)))
        .containsExactly(OVERHEAD, lastByteNs(1) + GAP + OVERHEAD);
  }

  @Test
  void unexpectedMessageCostsItsReceiverNothingUntilItMatches() {
    TaskGraph.Builder sender = graph();
    sender.send(1, 0, 1000, 0, 0);
    TaskGraph.Builder receiver = graph();
    int before = receiver.compute(50_000_000, 0);
    int busy = receiver.compute(50_000_000, 0);
    receiver.requires(busy, before);
    receiver.requires(receiver.receive(0, 0, 1000, 0, 0), busy);
    assertThat(finishNs(graphs(sender, receiver)))
        .containsExactly(OVERHEAD, 100_000 + GAP + OVERHEAD);
  }

  @Test
  void rendezvousReleasesItsSenderAndTheSendersCpuWhenTheReceiverIsDone() {
    long bytes = 100_000;
    TaskGraph.Builder sender = graph();
    int sent = sender.send(1, 0, bytes, 0, 0);
    sender.requires(sender.compute(10_000, 0), sent);
    TaskGraph.Builder receiver = graph();
    receiver.receive(0, 0, bytes, 0, 0);
    long done = lastByteNs(bytes) + GAP + OVERHEAD;
    assertThat(finishNs(graphs(sender, receiver))).containsExactly(done + 10, done);
  }

  @Test
  void messageOfSBytesDoesNotWaitForItsReceiver() {
    for (long bytes = 65_535; bytes <= 65_536; bytes++) {
      TaskGraph.Builder sender = graph();
      sender.send(1, 0, bytes, 0, 0);
      TaskGraph.Builder receiver = graph();
      receiver.receive(0, 0, bytes, 0, 0);
      long done = lastByteNs(bytes) + GAP + OVERHEAD;
      assertThat(finishNs(graphs(sender, receiver)))
          .containsExactly(bytes == 65_535 ? OVERHEAD : done, done);
    }
  }

  @Test
  void tasksThatAreReadyTogetherKeepTheirOwnOrder() {
    TaskGraph.Builder sender = graph();
    sender.compute(10_000, 0);
    sender.send(1, 0, 1, 0, 0);
    TaskGraph.Builder receiver = graph();
    receiver.receive(0, 0, 1, 0, 0);
    assertThat(finishNs(graphs(sender, receiver)))
        .containsExactly(10 + OVERHEAD, 10 + lastByteNs(1) + GAP + OVERHEAD);
  }

  @Test
  void messagesToOneReceiverFollowAtTheLargerOfGapAndOverhead() {
    TaskGraph.Builder receiver = graph();
    TaskGraph.Builder[] all = new TaskGraph.Builder[9];
    all[0] = receiver;
    for (int sender = 1; sender <= 8; sender++) {
      receiver.receive(sender, 0, 100, 0, 0);
      all[sender] = graph();
      all[sender].send(0, 0, 100, 0, 0);
    }
    long there = lastByteNs(100);
    assertThat(finishNs(graphs(all))[0]).isEqualTo(there + GAP + 8 * OVERHEAD);
    assertThat(finishNs(graphs(all), "g", "4us")[0]).isEqualTo(there + 8 * 4000 + OVERHEAD);
  }

  @Test
  void receiveOnAnotherStreamLeavesTheFirstOneFree() {
    TaskGraph.Builder sender = graph();
    sender.send(1, 0, 1, 0, 0);
    TaskGraph.Builder receiver = graph();
    receiver.receive(0, 0, 1, 1, 0);
    receiver.compute(6_400_000, 0);
    assertThat(finishNs(graphs(sender, receiver))).containsExactly(OVERHEAD, 6500);
  }

  @Test
  void sequencesOfOpsTakeTheSameTimes() {
    OpListTrace trace =
        new Script(2)
            .rank(0, ops -> ops.send(1, 1000).send(1, 100_000))
            .rank(1, ops -> ops.compute(50_000).recv(0).recv(0))
            .trace();
    // The second send waits until the NIC is free, and is a rendezvous.
    long done = GAP + 999 * GAP_PER_BYTE + lastByteNs(100_000) + GAP + OVERHEAD;
    assertThat(finishNs(trace)).containsExactly(done, done);
  }

  @Test
  void messageOfOneByteTakesTheLatencyOfItsMachine() {
    Machine machine = Machines.small(Map.of());
    TaskGraph.Builder sender = graph();
    sender.send(1, 0, 1, 0, 0);
    TaskGraph.Builder receiver = graph();
    receiver.receive(0, 0, 1, 0, 0);
    AtlahsModelProvider provider = new AtlahsModelProvider();
    assertThat(Replayed.on(machine, provider, Map.of(), graphs(sender, receiver)).finishPs()[1])
        .isEqualTo(machine.buses().speed().latencyPs());
    assertThat(FigureText.of(provider, Machines.on(machine, 2, Map.of())))
        .containsEntry("L", "2us (derived: machine's latency - 2 o - g)");
  }

  /** 8 us are 2 o + g + L: a third each for o and g, or what a stated g leaves. */
  @Test
  void overheadsOfTheMachineShrinkToItsLatency() {
    AtlahsModelProvider provider = new AtlahsModelProvider();
    Machine large = Machines.small(Map.of("loggops-atlahs.o", "5us"));
    assertThat(FigureText.of(provider, Machines.on(large, 2, Map.of())))
        .containsEntry("o", "2.666666us (derived: machine's latency / 3)")
        .containsEntry("g", "2.666666us (derived: o)")
        .containsEntry("L", "2ps (derived: machine's latency - 2 o - g)");
    assertThat(FigureText.of(provider, Machines.on(large, 2, Map.of("g", "2us"))))
        .containsEntry("o", "3us (derived: (machine's latency - g) / 2)")
        .containsEntry("g", "2us")
        .containsEntry("L", "0us (derived: machine's latency - 2 o - g)");
    assertThat(provider.warnings(Machines.on(large, 2, Map.of())))
        .singleElement()
        .asString()
        .contains("o is set to 2.667 us");
  }
}
