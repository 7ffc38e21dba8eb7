package org.foretell.analysis.recorded;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.StringReader;
import java.util.List;
import java.util.function.Function;
import org.foretell.analysis.waits.DelaySummary;
import org.foretell.analysis.waits.WaitSummary;
import org.foretell.engine.Simulation;
import org.foretell.machine.Placements;
import org.foretell.model.CommunicationModel;
import org.foretell.model.DirectModel;
import org.foretell.model.Message;
import org.foretell.observe.Total;
import org.foretell.result.Prediction;
import org.foretell.trace.store.MemoryTrace;
import org.foretell.trace.text.TraceTextReader;

/** Runs whose recorded times are made up so that waits can be worked out by hand. */
final class MadeRun {
  static final long US = 1_000_000;

  /**
   * Two barriers: rank 1 comes last to the first one and leaves it at once, rank 0 to the second.
   * So both leave the second one at 7 us, and there is one way only to set their clocks.
   */
  private static final String SET_0 = "init barrier compute(3) barrier ";

  private static final String SET_1 = "init compute(4) barrier barrier ";
  private static final String TIMES_0 = "1s 4us 0 ";
  private static final String TIMES_1 = "5s 0 3us ";

  private static final class Untimed extends DirectModel {
    @Override
    public boolean eager(Message message) {
      return true;
    }

    @Override
    public long transferPs(Message message, long startPs) {
      return 0;
    }
  }

  static String ops(String words) {
    StringBuilder lines = new StringBuilder();
    for (String word : words.trim().split(" +", -1)) {
      lines
          .append(
              word.replaceAll("^compute\\((.*)\\)$", "compute duration=$1us")
                  .replace("(", " ")
                  .replace(")", "")
                  .replace(";", " "))
          .append('\n');
    }
    return lines.toString();
  }

  static String times(int rank, String words) {
    return "call_times " + rank + " " + words.replaceAll("(?<= |^)0(?= |$)", "0us");
  }

  static RecordedSummary run(String... lines) {
    try (MemoryTrace.Builder builder = MemoryTrace.builder()) {
      TraceTextReader.read(
          new StringReader("foretell-trace 1\n" + String.join("\n", lines) + "\n"),
          "test",
          builder);
      try (MemoryTrace trace = builder.build()) {
        int ranks = trace.info().ranks();
        CallLog log = new CallLog(ranks);
        Prediction prediction =
            Simulation.builder()
                .trace(new SpacedTrace(trace))
                .placement(Placements.oneRankPerNode(ranks))
                .communication(new CommunicationModel("untimed", new Untimed(), call -> 0))
                .compute((rank, burst, marker) -> 1)
                .observer(log)
                .build()
                .run();
        assertThat(prediction.outcome()).isEqualTo(Prediction.Outcome.COMPLETED);
        return RecordedRun.of(trace, log);
      }
    }
  }

  /** Of two ranks, after their clocks have been set, with the times of their calls from then on. */
  static RecordedSummary afterBarriers(String ops0, String times0, String ops1, String times1) {
    RecordedSummary found =
        run(
            "ranks 2",
            "call_site 0 \"a.c:1\"",
            "call_site 1 \"a.c:2\"",
            "program 0 {\n" + ops(SET_0 + ops0) + "}",
            "program 1 {\n" + ops(SET_1 + ops1) + "}",
            times(0, TIMES_0 + times0),
            times(1, TIMES_1 + times1));
    assertThat(found.impossibleCalls()).isZero();
    assertThat(found.mostImpossiblePs()).isZero();
    Total all = Total.ZERO;
    for (WaitSummary.OfState state : found.waits().states()) {
      all = all.plus(state.waitPs());
    }
    DelaySummary delays = found.waits().delays().orElseThrow();
    Total caused = delays.unknownPs();
    for (DelaySummary.OfPlace place : delays.places()) {
      caused = caused.plus(place.waitPs());
    }
    assertThat(caused).isEqualTo(all);
    return found;
  }

  /** Without the barriers, which take 4 us and 3 us. */
  static List<String> states(RecordedSummary found) {
    return found.waits().states().stream()
        .filter(of -> !of.state().name().equals("WAIT_AT_BARRIER"))
        .map(of -> of.state() + " " + of.count() + " " + of.waitPs().toDouble() / US)
        .toList();
  }

  static List<String> causes(RecordedSummary found, Function<DelaySummary, Total> unknown) {
    DelaySummary delays = found.waits().delays().orElseThrow();
    assertThat(unknown.apply(delays)).isEqualTo(Total.ZERO);
    return delays.places().stream()
        .map(of -> of.code() + " " + of.callSite() + " " + of.waitPs().toDouble() / US)
        .toList();
  }

  private MadeRun() {}
}
