package org.foretell.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import org.foretell.engine.reference.LinearModel;
import org.foretell.engine.reference.Scenario;
import org.foretell.engine.reference.Scenario.Kind;
import org.foretell.engine.reference.Scenario.Threads;
import org.foretell.model.CommunicationModel;
import org.foretell.model.ComputeModel;
import org.foretell.model.DirectModel;
import org.foretell.result.Prediction;
import org.foretell.trace.OpView;
import org.foretell.trace.TraceSource;
import org.foretell.trace.store.MemoryTrace;
import org.junit.jupiter.api.Test;

/** Simulations that are run at once predict what each of them does alone. */
class BatchTest {
  private static final int MOST = 9;
  private static final long[] TIMES = {0, 0, 1, 5, 10, 10, 100, 1000};

  @Provide
  Arbitrary<Long> seeds() {
    return Arbitraries.longs().dontShrink();
  }

  @Property(tries = 400)
  void tracesThatComplete(@ForAll("seeds") long seed, @ForAll @IntRange(max = 50) int events) {
    compare(Kind.COOPERATIVE, seed, events);
  }

  @Property(tries = 200)
  void damagedTraces(@ForAll("seeds") long seed, @ForAll @IntRange(max = 50) int events) {
    compare(Kind.DAMAGED, seed, events);
    compare(Kind.ARBITRARY, seed, events / 3);
  }

  @Property(tries = 20)
  void tracesOfManyMessages(
      @ForAll("seeds") long seed, @ForAll @IntRange(min = 1, max = 8) int events) {
    compare(Kind.CROWDED, seed, events);
  }

  @Test
  void mostSimulationsAreRunAtOnce() {
    int all = 0;
    int atOnce = 0;
    for (long seed = 0; seed < 400; seed++) {
      List<Optional<Prediction>> predictions = compare(Kind.COOPERATIVE, seed, 20);
      all += predictions.size();
      atOnce += (int) predictions.stream().filter(Optional::isPresent).count();
    }
    assertThat((double) atOnce / all).isBetween(0.3, 0.9);
  }

  private static List<Optional<Prediction>> compare(Kind kind, long seed, int events) {
    Scenario scenario = Scenario.of(kind, seed, events, Threads.RUNNING_AHEAD);
    Random random = new Random(seed + 4);
    int count = 1 + random.nextInt(MOST);
    TraceSource trace =
        kind == Kind.COOPERATIVE && random.nextBoolean()
            ? MemoryTrace.copyOf(scenario.trace())
            : scenario.trace();
    List<Simulation> simulations = new ArrayList<>();
    for (int place = 0; place < count; place++) {
      simulations.add(simulation(scenario, trace, seed, place));
    }
    List<Optional<Prediction>> predictions = Batch.run(simulations);
    for (int place = 0; place < count; place++) {
      Optional<Prediction> atOnce = predictions.get(place);
      if (atOnce.isPresent()) {
        Prediction alone = simulation(scenario, trace, seed, place).run();
        assertThat(atOnce.get()).as("%d of %d: %s", place, count, scenario.text()).isEqualTo(alone);
      }
    }
    return predictions;
  }

  private static Simulation simulation(Scenario scenario, TraceSource trace, long seed, int place) {
    Random same = new Random(seed + 5);
    Random own = new Random(seed + 6 + place);
    long eagerBytes = same.nextBoolean() ? 64 : same.nextBoolean() ? -1 : 1000;
    boolean bySize = same.nextBoolean();
    DirectModel model =
        new LinearModel(
            time(own),
            own.nextInt(3),
            own.nextInt(20) > 0 ? eagerBytes : 100,
            bySize ? 0 : own.nextInt(2),
            own.nextInt(3) * 20L,
            time(own),
            time(own),
            own.nextBoolean());
    CommunicationModel given = scenario.communication().get();
    long factor = own.nextInt(4);
    long most = own.nextInt(20) > 0 ? 1 : Long.MAX_VALUE / 3;
    return Simulation.builder()
        .trace(trace)
        .placement(scenario.placement())
        .communication(
            new CommunicationModel(
                "test",
                model,
                call -> factor * given.collectives().durationPs(call),
                given.expanded(),
                given.calls()))
        .compute(new Bursts(scenario.compute(), own.nextInt(3), most))
        .fileSystem(scenario.files())
        .shmem(scenario.shmem())
        .build();
  }

  private static long time(Random random) {
    return TIMES[random.nextInt(TIMES.length)];
  }

  /** Bursts that depend on what the bursts of a scenario do, and may exceed the range of time. */
  private record Bursts(ComputeModel usual, long factor, long least) implements ComputeModel {
    @Override
    public long durationPs(int rank, OpView burst, int marker) {
      return Math.max(least, factor * usual.durationPs(rank, burst, marker));
    }

    @Override
    public long durationPs(int rank, OpView burst, int marker, long startPs) {
      return Math.max(least, factor * usual.durationPs(rank, burst, marker, startPs));
    }
  }
}
