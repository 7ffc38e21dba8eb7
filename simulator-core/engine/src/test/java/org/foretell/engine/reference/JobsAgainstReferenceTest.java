package org.foretell.engine.reference;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Assume;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import org.foretell.engine.Simulation;
import org.foretell.machine.FileSystem;
import org.foretell.machine.LinkSpeed;
import org.foretell.machine.Placement;
import org.foretell.machine.Placements;
import org.foretell.model.CommunicationModel;
import org.foretell.observe.JobObserver;
import org.foretell.observe.SimObserver;
import org.foretell.result.Prediction;
import org.foretell.result.Prediction.Outcome;
import org.foretell.result.ReplayOrder;
import org.foretell.trace.Capability;
import org.foretell.trace.OpListTrace;
import org.foretell.trace.TraceSource;
import org.foretell.trace.jobs.Job;
import org.foretell.trace.jobs.JoinedTrace;

/** Jobs together: the engine and its twin agree, and a job that meets nobody is as alone. */
class JobsAgainstReferenceTest {
  private static final FileSystem FILES =
      new FileSystem(2, new LinkSpeed(5, 1e12), new LinkSpeed(3, 1e12), 1, 10, 1);

  @Provide
  Arbitrary<Long> seeds() {
    return Arbitraries.longs().dontShrink();
  }

  private static Job job(OpListTrace trace, long startPs) {
    return new Job("job", trace, startPs, Job.Kind.PROGRAM);
  }

  private static Scenario made(long seed, int events) {
    return Scenario.of(Scenario.Kind.COOPERATIVE, seed, events);
  }

  private static Prediction engine(Scenario scenario, JoinedTrace trace, SimObserver observer) {
    return EngineAgainstReferenceTest.replayed(scenario, trace, ReplayOrder.STRICT)
        .observer(observer)
        .build()
        .run();
  }

  /** Two jobs that may share nodes, links, interfaces and files. */
  @Property(tries = 400)
  void theEngineAndItsTwinAgree(
      @ForAll("seeds") long seed,
      @ForAll @IntRange(max = 30) int events,
      @ForAll @IntRange(max = 300) int startPs) {
    OpListTrace first = made(seed, events).trace();
    OpListTrace second = made(seed + 1, events).trace();
    List<Job> jobs = List.of(job(first, 0), job(second, startPs));
    int ranks = first.info().ranks() + second.info().ranks();
    int[] nodes = new Random(seed).ints(ranks, 0, 1 + ranks / 2).toArray();
    Scenario scenario =
        Scenario.around(
            "jobs of seed " + seed + ", " + events + " events, second at " + startPs,
            first,
            new Placement("made up", nodes, new int[ranks]),
            seed,
            Scenario.Kind.COOPERATIVE);
    Recording expected = new Recording();
    Prediction twin =
        ReferenceEngine.run(
            new JoinedTrace(jobs),
            scenario.placement(),
            scenario.communication().get(),
            scenario.compute(),
            scenario.files(),
            scenario.shmem(),
            expected);
    assertThat(twin.outcome()).as(scenario::description).isEqualTo(Outcome.COMPLETED);
    Recording actual = new Recording();
    Prediction engine = engine(scenario, new JoinedTrace(jobs), actual);
    assertThat(withoutStarts(engine)).as(scenario::description).isEqualTo(withoutStarts(twin));
    assertThat(actual.entries()).as(scenario::description).isEqualTo(expected.entries());
  }

  /** Its communicators, locks and ranks have other names, which changes no time. */
  @Property(tries = 400)
  void aJobThatIsTheOnlyOneIsAsAlone(
      @ForAll("seeds") long seed, @ForAll @IntRange(max = 50) int events) {
    Scenario scenario = made(seed, events);
    Prediction alone =
        EngineAgainstReferenceTest.replayed(scenario, scenario.trace(), ReplayOrder.STRICT)
            .observer(new SimObserver() {})
            .build()
            .run();
    JoinedTrace joined = new JoinedTrace(List.of(job(scenario.trace(), 0)));
    Prediction together =
        engine(scenario, joined, new JobObserver(joined.names(0), 0, new SimObserver() {}));
    assertThat(EngineAgainstReferenceTest.summary(together))
        .as(scenario::text)
        .isEqualTo(EngineAgainstReferenceTest.summary(alone));
  }

  /**
   * On nodes of its own, without files, in a model of interfaces only, a job neither sees the other
   * nor the time at which it starts. (The server at which a file begins follows from the rank.)
   */
  @Property(tries = 400)
  void jobsThatShareNothingAreAsAlone(
      @ForAll("seeds") long seed,
      @ForAll @IntRange(max = 30) int events,
      @ForAll @IntRange(max = 300) int startPs) {
    Random random = new Random(seed);
    LogGopsModel model =
        new LogGopsModel(random.nextInt(50), random.nextInt(9), random.nextInt(9), 1, 0, 64, 1);
    OpListTrace first = made(seed, events).trace();
    OpListTrace second = made(seed + 1, events).trace();
    Assume.that(
        !first.capabilities().contains(Capability.FILE_IO)
            && !second.capabilities().contains(Capability.FILE_IO));
    long[] expected = Arrays.stream(finishPs(second, model)).map(time -> time + startPs).toArray();
    int shift = first.info().ranks();
    JoinedTrace joined = new JoinedTrace(List.of(job(first, 0), job(second, startPs)));
    long[] together = finishPs(joined, model);
    assertThat(Arrays.copyOfRange(together, shift, together.length)).isEqualTo(expected);
    assertThat(Arrays.copyOf(together, shift)).isEqualTo(finishPs(first, model));
  }

  /** A node for each rank. */
  private static long[] finishPs(TraceSource trace, LogGopsModel model) {
    Prediction prediction =
        Simulation.builder()
            .trace(trace)
            .placement(Placements.oneRankPerNode(trace.info().ranks()))
            .communication(
                new CommunicationModel("test", model, call -> call.participants() + call.nodes()))
            .compute((rank, burst, marker) -> burst.durationPs())
            .fileSystem(FILES)
            .build()
            .run();
    assertThat(prediction.outcome()).isEqualTo(Outcome.COMPLETED);
    return prediction.finishPs();
  }

  /** The engine does not count the time until a job starts as an op of the trace. */
  private static Map<String, Object> withoutStarts(Prediction prediction) {
    Map<String, Object> summary = EngineAgainstReferenceTest.summary(prediction);
    summary.remove("operations");
    return summary;
  }
}
