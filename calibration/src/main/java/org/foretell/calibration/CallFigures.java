package org.foretell.calibration;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Function;
import org.foretell.calibration.measurement.Metric;
import org.foretell.calibration.measurement.Sample;

/**
 * What calls of the MPI library cost within a node beside their messages: measured times of two
 * ranks less the time that {@code max-rate} charges for the messages of the call.
 */
final class CallFigures {
  /** Vectors of which what is left is arithmetic. */
  private static final long LARGE_BYTES = 64 << 10;

  private static final long EPOCH_BYTES = 8;

  private final Function<Metric, Optional<SeriesFit>> measured;
  private final WayCosts costs;
  private final Optional<PutCosts> puts;
  private final long eagerBytes;
  private final Map<String, Call> calls = new LinkedHashMap<>();

  /**
   * The cost of one call.
   *
   * @param value of its setting
   * @param from the measurement
   */
  record Call(String value, SeriesFit from) {}

  /**
   * Finds the costs of all calls that were measured.
   *
   * @param measured the fit of a kind within a node
   * @param costs of messages within a node
   * @param puts of one-sided messages, if they were measured
   * @param eagerBytes the largest message without a handshake
   */
  CallFigures(
      Function<Metric, Optional<SeriesFit>> measured,
      WayCosts costs,
      Optional<PutCosts> puts,
      long eagerBytes) {
    this.measured = measured;
    this.costs = costs;
    this.puts = puts;
    this.eagerBytes = eagerBytes;
    collectives();
    accesses();
    epochs();
  }

  /** By the name of the setting; calls whose messages explain their time are left out. */
  Map<String, Call> calls() {
    return calls;
  }

  /** With two ranks each of these is one message, or one in each direction at once. */
  private void collectives() {
    collective("barrier", Metric.MPI_BARRIER, costs::exchangePs);
    collective("bcast", Metric.MPI_BCAST, costs::timePs);
    collective("reduce", Metric.MPI_REDUCE, costs::timePs);
    collective("allreduce", Metric.MPI_ALLREDUCE, costs::exchangePs);
    collective("allgather", Metric.MPI_ALLGATHER, costs::exchangePs);
    collective("alltoall", Metric.MPI_ALLTOALL, costs::exchangePs);
  }

  /**
   * Of eager messages only: what is left of larger ones is how messages of collectives move, and
   * would grow with the number of ranks.
   */
  private void collective(String name, Metric metric, CallTable.Messages messages) {
    add(name, metric, messages, eagerBytes, false);
  }

  private void accesses() {
    add("put", Metric.WIN_PUT, this::putPs, Long.MAX_VALUE, true);
    add("accumulate", Metric.WIN_ACCUMULATE, this::putPs, Long.MAX_VALUE, true);
    add("get", Metric.WIN_GET, bytes -> putPs(0) + putPs(bytes), Long.MAX_VALUE, true);
  }

  /**
   * The messages of a call are those of the semantics of windows. In a ping-pong by epochs these
   * follow one after the other: a put until it has arrived, the message of its completion, and the
   * post, which leaves after that message. What the four calls of an epoch cost is all counted as
   * the cost of its completion.
   */
  private void epochs() {
    double emptyPs = puts.map(PutCosts::emptyCpuPs).orElseGet(costs::emptyCpuPs);
    call("win_complete", Metric.WIN_EPOCH, putPs(EPOCH_BYTES) + putCallPs() + putPs(0) + emptyPs);
    call("win_fence", Metric.WIN_FENCE, costs.timePs(0));
    call("win_lock", Metric.WIN_LOCK, 2 * putPs(0));
    call("win_unlock", Metric.WIN_UNLOCK, emptyPs);
  }

  /** The cost of the put of an epoch beside its message, as it was measured. */
  private double putCallPs() {
    return measured.apply(Metric.WIN_PUT).stream()
        .flatMap(fit -> fit.series().samples().stream())
        .filter(sample -> sample.bytes() == EPOCH_BYTES)
        .mapToDouble(sample -> Math.max(0, sample.timePs() - putPs(EPOCH_BYTES)))
        .findFirst()
        .orElse(0);
  }

  private double putPs(long bytes) {
    return puts.map(put -> put.timePs(bytes)).orElseGet(() -> costs.putPs(bytes));
  }

  private void call(String name, Metric metric, double messagesPs) {
    add(name, metric, bytes -> messagesPs, EPOCH_BYTES, false);
  }

  private void add(
      String name, Metric metric, CallTable.Messages messages, long mostBytes, boolean grows) {
    measured
        .apply(metric)
        .ifPresent(
            fit -> {
              List<Sample> samples = fit.series().samples();
              CallTable table = new CallTable(samples, messages, mostBytes, grows);
              if (!table.isFree()) {
                calls.put("calls." + name, new Call(table.text(), fit));
              }
            });
  }

  /**
   * The arithmetic of a reduction for each byte, picoseconds: what large reductions to one rank
   * take beside a message of their size. 0 if the arithmetic is hidden behind the transfer; empty
   * if it was not measured.
   */
  OptionalDouble reductionPsPerByte() {
    return measured.apply(Metric.MPI_REDUCE).stream()
        .map(fit -> perByte(fit.series().samples()))
        .filter(list -> !list.isEmpty())
        .mapToDouble(list -> list.get((list.size() - 1) / 2))
        .findFirst();
  }

  private List<Double> perByte(List<Sample> samples) {
    List<Double> all = new ArrayList<>();
    for (Sample sample : samples) {
      if (sample.bytes() >= LARGE_BYTES) {
        double restPs = sample.timePs() - costs.timePs(sample.bytes());
        all.add(Math.max(0, restPs / sample.bytes()));
      }
    }
    all.sort(null);
    return all;
  }
}
