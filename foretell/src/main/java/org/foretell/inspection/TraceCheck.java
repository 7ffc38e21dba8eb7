package org.foretell.inspection;

import java.util.List;
import org.foretell.engine.Simulation;
import org.foretell.machine.FileSystem;
import org.foretell.machine.LinkSpeed;
import org.foretell.machine.Placements;
import org.foretell.observe.MessageVolume;
import org.foretell.observe.ProgressListener;
import org.foretell.observe.SimObserver;
import org.foretell.observe.Total;
import org.foretell.report.CheckResult;
import org.foretell.report.TraceContents;
import org.foretell.report.TraceSummary;
import org.foretell.result.Prediction;
import org.foretell.trace.OpCode;
import org.foretell.trace.TraceSource;

/**
 * Checks whether a trace fits together. Ranks are matched by the engine's own rules, but without a
 * machine and without time; so what passes here replays on every machine, up to choices that the
 * trace leaves open.
 */
public final class TraceCheck {
  /** No standard send returns before its receive. */
  static final long NO_BUFFERS = -1;

  private TraceCheck() {}

  /**
   * Reads the trace once and replays it once or twice.
   *
   * @param version of Foretell
   * @param warnings about how the trace was read
   * @param progress told how far counting is, then each replay
   * @param everyOps how often
   */
  public static CheckResult of(
      String version,
      TraceSummary trace,
      TraceSource source,
      List<String> warnings,
      ProgressListener progress,
      long everyOps) {
    TraceContents contents = TraceCount.of(source, progress, everyOps);
    Exchange exchange = new Exchange();
    Simulation.Builder first = replay(source, true, exchange).progress(progress, everyOps);
    Prediction buffered = first.build().run();
    CheckResult asIfBuffered =
        new CheckResult(
            version,
            trace,
            contents,
            buffered.outcome(),
            exchange.received(),
            exchange.oneSided(),
            exchange.collectiveCalls,
            buffered.deadlock(),
            buffered.problems(),
            false,
            warnings);
    return asIfBuffered.sound()
            && contents.sent().messages() > 0
            && reliesOnBuffers(replay(source, false, new Exchange()).progress(progress, everyOps))
        ? asIfBuffered.relyingOnBuffers()
        : asIfBuffered;
  }

  private static boolean reliesOnBuffers(Simulation.Builder unbuffered) {
    return unbuffered.build().run().outcome() == Prediction.Outcome.DEADLOCKED;
  }

  /**
   * A replay in which nothing takes time.
   *
   * @param buffered whether standard sends return at once
   */
  public static Simulation.Builder replay(
      TraceSource source, boolean buffered, SimObserver observer) {
    return replay(source, buffered ? Long.MAX_VALUE : NO_BUFFERS, observer);
  }

  /**
   * A replay in which nothing takes time.
   *
   * @param eagerBytes the largest message whose standard send returns at once, or {@link
   *     #NO_BUFFERS}
   */
  static Simulation.Builder replay(TraceSource source, long eagerBytes, SimObserver observer) {
    return Simulation.builder()
        .trace(source)
        .placement(Placements.oneRankPerNode(source.info().ranks()))
        .communication(UntimedModel.of(eagerBytes))
        .compute((rank, burst, marker) -> 0)
        .fileSystem(new FileSystem(1, LinkSpeed.INSTANT, LinkSpeed.INSTANT, 0, 1, 1))
        .observer(observer);
  }

  /** What ranks took. */
  private static final class Exchange implements SimObserver {
    private long received;
    private Total receivedBytes = Total.ZERO;
    private long oneSided;
    private Total oneSidedBytes = Total.ZERO;
    private long collectiveCalls;

    MessageVolume received() {
      return new MessageVolume(received, receivedBytes);
    }

    MessageVolume oneSided() {
      return new MessageVolume(oneSided, oneSidedBytes);
    }

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
        collectiveCalls++;
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
