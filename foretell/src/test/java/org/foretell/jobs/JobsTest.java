package org.foretell.jobs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.foretell.Foretell;
import org.foretell.JobsSetup;
import org.foretell.failure.ForetellException;
import org.foretell.machine.JobPolicy;
import org.foretell.report.JobsResult;
import org.foretell.report.JobsResult.JobEntry;
import org.foretell.trace.TraceException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Jobs that meet on a link: what they cost each other, by hand. */
class JobsTest {
  private static final long MS = 1_000_000_000L;

  /** 10 MB at 1 GB/s, and 1 us of latency. */
  private static final long ALONE_PS = 10 * MS + 1_000_000;

  @TempDir private Path folder;
  private Path machine;
  private Path message;

  @BeforeEach
  void files() throws IOException {
    machine =
        write(
            "two.json",
            """
            {"formatVersion": 1, "name": "few", "title": "A few nodes", "eagerThreshold": "unlimited",
             "nodeGroups": [{"name": "compute", "nodes": 6, "coresPerNode": 3,
                             "intraNode": {"latency": "0us", "bandwidth": "unlimited"}}],
             "network": {"latency": "1us", "bandwidth": "1GB/s"}}
            """);
    message =
        write(
            "message.txt",
            """
            foretell-trace 1
            ranks 2
            program 0 {
              send peer=1 bytes=10000000
            }
            program 1 {
              recv peer=0 receive_bytes=10000000
            }
            """);
  }

  private Path write(String name, String text) throws IOException {
    return Files.writeString(folder.resolve(name), text);
  }

  private JobsSetup setup(String model) {
    return Foretell.jobs()
        .machine(machine.toString())
        .model(model)
        .ranksPerNode(1)
        .jobPlacement(JobPolicy.SHARED, 1);
  }

  /** Two messages share the bandwidth of a link evenly, or the second waits for the first. */
  @ParameterizedTest
  @CsvSource({
    "flow,     0, 20, 20",
    "flow,     5, 15, 15",
    "flow,    10, 10, 10",
    "max-rate, 0, 10, 20",
    "max-rate, 5, 10, 15",
    "simple,   0, 10, 10"
  })
  void twoJobsOnALinkAgreeWithTheClosedForm(
      String model, long startMs, long firstMs, long secondMs) {
    JobsResult result = setup(model).job(message, 0).job(message, startMs * MS).run();
    // Max-rate, of the LogGP family, takes no time for the first byte.
    assertThat(result.jobs())
        .allSatisfy(job -> assertThat(job.alonePs()).isCloseTo(ALONE_PS, within(1000L)));
    // The messages of two flows overlap by 1 us less where the latency of one is over first.
    assertThat((double) result.jobs().get(0).togetherPs())
        .isCloseTo(firstMs * MS + 1e6, within(1e6));
    assertThat((double) result.jobs().get(1).togetherPs())
        .isCloseTo(secondMs * MS + 1e6, within(1e6));
    assertThat(result.completed()).isTrue();
    assertThat(result.makespanPs())
        .isEqualTo(
            Math.max(
                result.jobs().get(0).togetherPs(),
                startMs * MS + result.jobs().get(1).togetherPs()));
  }

  @Test
  void threeJobsNameTheWorstNeighbour() throws IOException {
    Path small = write("small.txt", Files.readString(message).replace("10000000", "2000000"));
    JobsResult result = setup("flow").job(message, 0).job(small, 0).job(message, 0).run();
    JobEntry first = result.jobs().get(0);
    assertThat(first.worst().orElseThrow().name()).isEqualTo("message.txt");
    assertThat(first.worst().orElseThrow().slowDown()).isCloseTo(2, within(1e-3));
    assertThat(result.jobs().get(1).worst().orElseThrow().slowDown())
        .as("2 MB at half of the bandwidth")
        .isCloseTo(2, within(1e-3));
    // 2 MB each at a third, then 8 MB each at a half.
    assertThat(first.slowDown()).isCloseTo(2.2, within(1e-3));
    assertThat(result.meetings())
        .filteredOn(one -> one.kind() == JobsResult.Meeting.Kind.LINK)
        .hasSize(2)
        .allSatisfy(one -> assertThat(one.bytes()).containsExactly(10e6, 2e6, 10e6));
  }

  @Test
  void jobsOnNodesOfTheirOwnDoNotMeet() {
    JobsResult result =
        Foretell.jobs()
            .machine(machine.toString())
            .ranksPerNode(1)
            .job(message, 0)
            .job(message, 0, List.of(5, 4))
            .run();
    assertThat(result.jobs()).allSatisfy(job -> assertThat(job.slowDown()).isEqualTo(1));
    assertThat(result.meetings()).isEmpty();
  }

  /** A job that is the only one is the run that {@code sim run} makes, to the picosecond. */
  @ParameterizedTest
  @ValueSource(strings = {"simple", "loggops", "max-rate", "flow", "bus-link"})
  void aJobAloneIsARun(String model) {
    Path trace = Path.of("..", "examples", "mg.S.64.bin");
    JobsResult result = Foretell.jobs().machine("stampede").model(model).job(trace, 3 * MS).run();
    long run =
        Foretell.prediction()
            .machine("stampede")
            .model(model)
            .interval(false)
            .trace(trace)
            .run()
            .prediction()
            .makespanPs();
    assertThat(result.jobs().get(0).alonePs()).isEqualTo(run);
    assertThat(result.jobs().get(0).togetherPs()).isEqualTo(run);
  }

  /** What a job draws at random does not depend on the jobs beside it. */
  @Test
  void noiseIsThatOfTheJobAlone() {
    Path trace = Path.of("..", "examples", "mg.S.64.bin");
    JobsResult result =
        Foretell.jobs()
            .machine("stampede")
            .model("simple")
            .computeNoise("lognormal:20%")
            .job(trace, 0)
            .job(trace, MS)
            .run();
    assertThat(result.jobs()).allSatisfy(job -> assertThat(job.slowDown()).isEqualTo(1));
  }

  @Test
  void schedulesOfGoalRunBesideEachOther() throws IOException {
    Path goal =
        write(
            "message.goal",
            """
            num_ranks 2
            rank 0 {
            l1: send 10000000b to 1 tag 1
            }
            rank 1 {
            l1: recv 10000000b from 0 tag 1
            }
            """);
    for (String model : List.of("flow", "loggops", "max-rate")) {
      JobsResult result = setup(model).job(goal, 0).job(goal, 2 * MS).job(goal, 100 * MS).run();
      assertThat(result.jobs().get(1).slowDown()).as(model).isCloseTo(1.8, within(1e-3));
      assertThat(result.jobs().get(2).slowDown()).as(model).isEqualTo(1);
    }
    assertThatThrownBy(() -> setup("flow").job(goal, 0).job(message, 0).run())
        .isInstanceOf(ForetellException.class)
        .hasMessageContaining("sim convert makes GOAL of other traces");
  }

  @Test
  void backgroundTakesItsShareAndEndsWithTheJobs() {
    JobsResult result = setup("flow").job(message, 0).background("permutation:50%").run();
    // Ranks 0 and 1 write to each other at 0.5 GB/s, in pieces that take half of the link each
    // time.
    assertThat(result.jobs().get(0).slowDown()).isBetween(1.3, 2.05);
    assertThat(result.background().orElseThrow().bytesPerSecond()).isEqualTo(0.5e9);
    JobsResult less = setup("flow").job(message, 0).background("permutation:10%").run();
    assertThat(less.jobs().get(0).slowDown()).isBetween(1.02, result.jobs().get(0).slowDown());
    assertThat(setup("flow").job(message, 0).background("incast:100%:3").run().completed())
        .isTrue();
  }

  @Test
  void aJobThatGetsStuckIsAResult() throws IOException {
    Path stuck =
        write("stuck.txt", Files.readString(message).replace("send peer=1 bytes=10000000", ""));
    JobsResult result = setup("flow").job(message, 0).job(stuck, 0).run();
    assertThat(result.completed()).isFalse();
    assertThat(result.jobs()).extracting(JobEntry::completed).containsExactly(true, false);
  }

  @Test
  void tooMuchIsRefused() {
    assertThatThrownBy(
            () ->
                Foretell.jobs()
                    .machine(machine.toString())
                    .ranksPerNode(1)
                    .job(message, 0)
                    .job(message, 0)
                    .job(message, 0)
                    .job(message, 0)
                    .run())
        .isInstanceOf(ForetellException.class)
        .hasMessageContaining("job message.txt has 2 ranks, but the nodes left for it");
    assertThatThrownBy(() -> setup("flow").job(message, 0, List.of(6)).run())
        .isInstanceOf(ForetellException.class)
        .hasMessageContaining("machine few has nodes 0 to 5");
    assertThatThrownBy(() -> setup("flow").job(folder.resolve("none.bin"), 0).run())
        .isInstanceOf(TraceException.class)
        .message()
        .startsWith(folder.resolve("none.bin").toString());
    for (String bad :
        List.of("uniform", "uniform:0%", "uniform:101%", "ring:10%", "uniform:x%:3")) {
      assertThatThrownBy(() -> setup("flow").background(bad)).isInstanceOf(ForetellException.class);
    }
  }
}
