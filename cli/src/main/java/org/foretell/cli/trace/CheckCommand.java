package org.foretell.cli.trace;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.foretell.cli.shell.ExitCode;
import org.foretell.cli.text.DeadlockText;
import org.foretell.cli.text.Style;
import org.foretell.cli.text.Words;
import org.foretell.engine.Simulation;
import org.foretell.input.OpenTrace;
import org.foretell.input.TraceCount;
import org.foretell.machine.FileSystem;
import org.foretell.machine.LinkSpeed;
import org.foretell.machine.Placements;
import org.foretell.observe.SimObserver;
import org.foretell.observe.Total;
import org.foretell.replay.UntimedModel;
import org.foretell.result.Prediction;
import org.foretell.result.Problem;
import org.foretell.trace.Capability;
import org.foretell.trace.OpCode;
import org.foretell.trace.TraceSource;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/**
 * {@code sim check}: whether a trace fits together. Ranks are matched by the engine's own rules,
 * but without a machine and without time; so what passes here replays on every machine, up to
 * choices that the trace leaves open.
 */
@Command(
    name = "check",
    description =
        "Checks a trace without simulating a machine: matching of messages and collectives, bytes"
            + " sent and received, calls that cannot be replayed, deadlocks.")
public final class CheckCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Parameters(paramLabel = "TRACE", description = "A trace of any known format.")
  private Path traceFile;

  @Mixin private TraceOptions traceOptions = new TraceOptions();

  @Override
  public Integer call() throws IOException {
    PrintWriter out = spec.commandLine().getOut();
    Style style = new Style(spec.commandLine().getColorScheme().ansi());
    try (OpenTrace trace = traceOptions.reading().open(traceFile)) {
      TraceSource source = trace.source();
      TraceCount count = TraceCount.of(source);
      out.printf(
          Locale.US,
          "%s: %s, %,d ops, readable to the end%n",
          trace.name(),
          Words.counted(source.info().ranks(), "rank"),
          count.operations());
      coverage(count, out);
      Exchange exchange = new Exchange();
      Prediction buffered = replay(source, true, exchange);
      boolean sound = matching(buffered, count, exchange, out, style);
      if (sound && count.messages() > 0 && reliesOnBuffers(source)) {
        out.println(
            style.warning("warning: ")
                + "the program relies on buffered sends: if no send is eager, it deadlocks");
      }
      if (source.capabilities().contains(Capability.UNRESOLVED_WILDCARDS)
          || source.capabilities().contains(Capability.UNRESOLVED_COMPLETIONS)) {
        out.println(
            "note: the trace leaves open which message some receives, probes or waits took; the"
                + " check tried one choice");
      }
      trace.warnings().forEach(text -> out.println(style.warning("warning: ") + text));
      source.info().notes().forEach(note -> out.println(style.warning("note: ") + note));
      out.println(sound ? "The trace is sound." : style.error("The trace is not sound."));
      return sound ? ExitCode.OK : ExitCode.PROGRAM_STUCK;
    }
  }

  /** Every op can be replayed; some need more of a machine than others. */
  private static void coverage(TraceCount count, PrintWriter out) {
    out.println("coverage: every op can be replayed");
    for (TraceCount.Kind kind : count.kinds()) {
      if (kind.code().family() == OpCode.Family.FILE) {
        out.printf(
            Locale.US,
            "note: %,d x %s: needs a machine with a file system (or sim run --unsupported pass)%n",
            kind.count(),
            Words.word(kind.code()));
      }
    }
  }

  private static boolean matching(
      Prediction prediction, TraceCount count, Exchange exchange, PrintWriter out, Style style) {
    prediction
        .deadlock()
        .ifPresent(
            deadlock -> {
              out.println(style.error("deadlock") + ": the program never ends");
              new DeadlockText(deadlock).print(out);
            });
    List<Problem> problems = prediction.problems();
    for (Problem problem : problems) {
      out.println(style.error("problem: ") + problem.message());
    }
    out.printf(
        Locale.US,
        "messages: %,d sent with %,d bytes, %,d received with %,d bytes%n",
        count.messages(),
        count.messageBytes().toBigInteger(),
        exchange.received,
        exchange.receivedBytes.toBigInteger());
    if (exchange.oneSided > 0) {
      out.printf(
          Locale.US,
          "one-sided: %,d messages with %,d bytes%n",
          exchange.oneSided,
          exchange.oneSidedBytes.toBigInteger());
    }
    out.printf(Locale.US, "collectives: %,d calls%n", exchange.collectives);
    boolean conserved =
        count.messages() == exchange.received
            && count.messageBytes().equals(exchange.receivedBytes);
    boolean completed = prediction.outcome() == Prediction.Outcome.COMPLETED;
    if (completed && !conserved) {
      out.println(style.error("conservation") + ": what was sent is not what was received");
    }
    return completed && conserved && problems.isEmpty();
  }

  private static boolean reliesOnBuffers(TraceSource source) {
    return replay(source, false, new Exchange()).outcome() == Prediction.Outcome.DEADLOCKED;
  }

  private static Prediction replay(TraceSource source, boolean buffered, SimObserver observer) {
    return Simulation.builder()
        .trace(source)
        .placement(Placements.oneRankPerNode(source.info().ranks()))
        .communication(UntimedModel.of(buffered))
        .compute((rank, burst, marker) -> 0)
        .fileSystem(new FileSystem(1, LinkSpeed.INSTANT, LinkSpeed.INSTANT, 0, 1, 1))
        .observer(observer)
        .build()
        .run();
  }

  /** What ranks took. */
  private static final class Exchange implements SimObserver {
    private long received;
    private Total receivedBytes = Total.ZERO;
    private long oneSided;
    private Total oneSidedBytes = Total.ZERO;
    private long collectives;

    @Override
    public void op(
        int rank,
        OpCode code,
        int callSite,
        int peer,
        int communicator,
        long bytes,
        long startPs,
        long waitPs,
        long endPs) {
      if (code.isCollective()) {
        collectives++;
      }
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
      received++;
      receivedBytes = receivedBytes.plus(bytes);
    }

    @Override
    public void oneSidedMessage(
        int source, int destination, int variable, long bytes, long sendPs, long arrivePs) {
      oneSided++;
      oneSidedBytes = oneSidedBytes.plus(bytes);
    }
  }
}
