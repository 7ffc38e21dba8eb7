package org.foretell.benchmarks;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Map;
import java.util.OptionalInt;
import java.util.concurrent.TimeUnit;
import org.foretell.Foretell;
import org.foretell.engine.Simulation;
import org.foretell.machine.Machine;
import org.foretell.machine.Oversubscription;
import org.foretell.machine.Placement;
import org.foretell.machine.Placements;
import org.foretell.machines.Catalogue;
import org.foretell.model.CommunicationModel;
import org.foretell.model.ExpandedCollectives;
import org.foretell.model.ModelContext;
import org.foretell.models.collectives.CollectiveProfiles;
import org.foretell.models.maxrate.MaxRateModelProvider;
import org.foretell.observe.Statistics;
import org.foretell.report.RunResult;
import org.foretell.result.Prediction;
import org.foretell.trace.OpView;
import org.foretell.trace.RankCursor;
import org.foretell.trace.TraceSource;
import org.foretell.trace.store.TraceStoreReader;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * A whole prediction of a small recorded trace on a machine whose ranks share interfaces, and what
 * it is made of. Collectives are executed in steps, as they are where nobody says otherwise.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Fork(value = 2, jvmArgsAppend = "-XX:+UseSerialGC")
@Warmup(iterations = 5, time = 2)
@Measurement(iterations = 5, time = 2)
public class PredictionBenchmark {
  private static final String MACHINE = "jaguar-xt5";

  /** The trace, from the folder of the checkout. */
  @Param("examples/mg.S.64.bin")
  public String trace;

  private Path file;
  private TraceSource source;
  private Placement placement;
  private CommunicationModel model;
  private RunResult result;

  /** Opens the trace and makes the model. */
  @Setup
  public void open() {
    file = Path.of(trace);
    source = TraceStoreReader.open(file);
    Machine machine = Catalogue.load(MACHINE).machine();
    placement =
        Placements.block(
            machine, source.info().ranks(), OptionalInt.empty(), Oversubscription.REFUSE);
    CommunicationModel maxRate =
        new MaxRateModelProvider().create(new ModelContext(machine, placement, Map.of()));
    model =
        maxRate.with(
            new ExpandedCollectives(
                CollectiveProfiles.parse("mpich3"),
                maxRate.collectives().reducePsPerByte(),
                ExpandedCollectives.DEFAULT_EXACT_UP_TO));
    result = Foretell.prediction().machine(MACHINE).trace(file).interval(false).run();
  }

  /** Closes the trace. */
  @TearDown
  public void close() {
    source.close();
  }

  /** All of it but the interval. */
  @Benchmark
  public RunResult predict() {
    return Foretell.prediction().machine(MACHINE).trace(file).interval(false).run();
  }

  /** The replay with the statistics of a report. */
  @Benchmark
  public Statistics replayWithStatistics() {
    Statistics statistics = new Statistics(placement);
    simulation().observer(statistics).build().run();
    return statistics;
  }

  /** The replay alone. */
  @Benchmark
  public Prediction replay() {
    return simulation().build().run();
  }

  private Simulation.Builder simulation() {
    return Simulation.builder()
        .trace(source)
        .placement(placement)
        .communication(model)
        .compute((rank, burst, marker) -> burst.durationPs());
  }

  /** The machine from the catalogue. */
  @Benchmark
  public Machine machine() {
    return Catalogue.load(MACHINE).machine();
  }

  /** The hash of the trace's file. */
  @Benchmark
  public byte[] hash() throws IOException, NoSuchAlgorithmException {
    return MessageDigest.getInstance("SHA-256").digest(Files.readAllBytes(file));
  }

  /** Opening the trace and reading all its ops. */
  @Benchmark
  public long read() {
    OpView op = new OpView();
    long sum = 0;
    try (TraceSource opened = TraceStoreReader.open(file)) {
      for (int rank = 0; rank < opened.info().ranks(); rank++) {
        try (RankCursor cursor = opened.open(rank)) {
          while (cursor.next(op)) {
            sum += op.peer() + op.durationPs();
          }
        }
      }
    }
    return sum;
  }

  /** The result as JSON. */
  @Benchmark
  public String report() {
    return result.json();
  }
}
