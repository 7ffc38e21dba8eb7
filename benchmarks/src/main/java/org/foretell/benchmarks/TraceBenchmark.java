package org.foretell.benchmarks;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.foretell.benchmarks.SyntheticTraces.Halo;
import org.foretell.trace.OpView;
import org.foretell.trace.RankCursor;
import org.foretell.trace.TraceSource;
import org.foretell.trace.store.TraceStoreReader;
import org.foretell.trace.store.TraceStoreWriter;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/** Reading and writing traces: a halo of 64 ranks as a shared program, and as recorded. */
@State(Scope.Thread)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
@Fork(value = 1, jvmArgsAppend = "-XX:+UseSerialGC")
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 2)
public class TraceBenchmark {
  private static final int RANKS = 64;
  private static final int ITERATIONS = 4096;
  private static final int OPS = 11 * RANKS * ITERATIONS;

  private TraceSource shared;
  private TraceSource unrolled;
  private Path folder;
  private Path written;
  private Path scratch;

  /** Makes the traces. */
  @Setup
  public void generate() throws IOException {
    Halo halo = Halo.periodic(RANKS, ITERATIONS);
    shared = SyntheticTraces.inMemory(sink -> SyntheticTraces.writeHalo(halo, sink));
    unrolled = SyntheticTraces.inMemory(sink -> SyntheticTraces.writeUnrolled(shared, sink));
    folder = Files.createTempDirectory("foretell");
    written = folder.resolve("halo.bin");
    scratch = folder.resolve("scratch.bin");
    write(written);
  }

  /** Deletes the files. */
  @TearDown
  public void delete() throws IOException {
    Files.deleteIfExists(written);
    Files.deleteIfExists(scratch);
    Files.delete(folder);
  }

  private void write(Path file) {
    try (TraceStoreWriter writer = TraceStoreWriter.create(file)) {
      unrolled.describe(writer);
    }
  }

  private static long read(TraceSource trace) {
    OpView op = new OpView();
    long sum = 0;
    for (int rank = 0; rank < RANKS; rank++) {
      try (RankCursor cursor = trace.open(rank)) {
        while (cursor.next(op)) {
          sum += op.peer() + op.durationPs();
        }
      }
    }
    return sum;
  }

  /** Ops read per second from a shared program in memory. */
  @Benchmark
  @OperationsPerInvocation(OPS)
  public long readShared() {
    return read(shared);
  }

  /** Ops read per second from programs as recorded, in memory. */
  @Benchmark
  @OperationsPerInvocation(OPS)
  public long readUnrolled() {
    return read(unrolled);
  }

  /** Ops read per second from a file of programs as recorded, opening included. */
  @Benchmark
  @OperationsPerInvocation(OPS)
  public long readFile() {
    try (TraceSource trace = TraceStoreReader.open(written)) {
      return read(trace);
    }
  }

  /** Ops written per second to a file of programs as recorded. */
  @Benchmark
  @OperationsPerInvocation(OPS)
  public Path writeFile() {
    write(scratch);
    return scratch;
  }
}
