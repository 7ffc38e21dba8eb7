package org.foretell.study.campaign;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.atomic.AtomicLong;
import org.foretell.runner.Runner;
import org.foretell.runner.RunnerBuilder;
import org.foretell.study.decision.Decision;
import org.foretell.study.decision.FlipPoint;
import org.foretell.study.decision.StudyAnswer;
import org.foretell.study.description.Estimate;
import org.foretell.study.description.Estimate.Distribution;
import org.foretell.study.description.Offer;
import org.foretell.study.description.Polling;
import org.foretell.study.description.Program;
import org.foretell.study.description.ProgramTraces;
import org.foretell.study.description.RankBy;
import org.foretell.study.description.SampleSettings;
import org.foretell.study.description.Site;
import org.foretell.study.description.StudyDescription;
import org.foretell.study.description.Variable;
import org.foretell.study.evaluation.Evaluation;
import org.foretell.study.surface.Axis;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Campaigns with enough variables that slopes are worth their while, and with close offers. */
class SlopedCampaignTest {
  private static final Path EXAMPLES = Path.of("../examples").toAbsolutePath();
  private static final Estimate NOTHING = Estimate.exactly(0);
  private static final CampaignProgress SILENT = CampaignProgress.NONE;

  @TempDir private Path folder;

  private static Estimate factor(double from, double to) {
    return new Estimate(1, from, to, Distribution.UNIFORM, Optional.empty());
  }

  private static Offer offer(String name, String machine, double price) {
    return new Offer(
        name,
        machine,
        List.of(),
        100,
        Estimate.exactly(price),
        NOTHING,
        NOTHING,
        NOTHING,
        NOTHING,
        NOTHING,
        NOTHING,
        Polling.NONE);
  }

  private static Variable variable(String name, String figure, String... offers) {
    return Variable.factor(name, List.of(figure), factor(0.7, 1.4), List.of(offers));
  }

  /** The figure of the shared memory moves nothing, since there is one rank on a node. */
  private static StudyDescription study(double price, int nearFlips) {
    Program program =
        new Program(
            "mg",
            ProgramTraces.of(Path.of("mg.S.16.tar.gz")),
            List.of(1),
            Estimate.exactly(1),
            Estimate.exactly(1),
            OptionalDouble.empty(),
            Estimate.exactly(1),
            Optional.empty(),
            Map.of("cray", factor(0.8, 1.5)),
            Optional.empty(),
            Optional.empty(),
            OptionalDouble.empty(),
            Map.of(),
            Optional.empty());
    Site site =
        new Site(
            Estimate.exactly(1),
            List.of(Estimate.exactly(0.2)),
            1,
            NOTHING,
            Estimate.exactly(1),
            Estimate.exactly(1),
            NOTHING,
            OptionalDouble.empty(),
            OptionalDouble.empty());
    return new StudyDescription(
        "sloped",
        "Sloped",
        "EUR",
        site,
        List.of(program),
        List.of(offer("cray", "jaguar-xt5", price), offer("other", "hopper", 1e6)),
        List.of(),
        List.of(
            variable("latency", "network.latency"),
            variable("bandwidth", "network.bandwidth", "cray"),
            variable("inside", "nodeGroups.0.intraNode.latency", "cray")),
        List.of(),
        List.of("max-rate"),
        RankBy.COST_PER_DEMAND,
        Optional.empty(),
        Optional.empty(),
        new SampleSettings(100, 1, 0.95, 0.01, 60, nearFlips));
  }

  private Campaign campaign(String results, RunnerBuilder threads, CampaignProgress progress) {
    return new Campaign(
        study(1e6, 20),
        EXAMPLES,
        folder.resolve(results),
        CampaignSettings.whole(threads, progress));
  }

  private CampaignResult run(String results, int threads) {
    return campaign(results, Runner.builder().threads(threads), SILENT).run();
  }

  private byte[] bytes(String results) throws IOException {
    return Files.readAllBytes(folder.resolve(results).resolve(ReplayLog.FILE));
  }

  private static StudyAnswer answer(StudyDescription study, CampaignResult result) {
    return Decision.of(new Evaluation(study, result.times()), Map.of(), result.doubts());
  }

  @Test
  void slopesAreKeptAndVariablesThatMoveNothingAreLeftOut() {
    CampaignResult result = run("a", 2);
    assertThat(result.failures()).isEmpty();
    assertThat(result.largestError()).isPositive().isLessThanOrEqualTo(0.01);
    List<Replay> sloped = result.replays().stream().filter(one -> one.slopesPs() != null).toList();
    assertThat(sloped).singleElement().satisfies(one -> assertThat(one.offer()).isEqualTo("cray"));
    assertThat(sloped.get(0).slopes())
        .hasEntrySatisfying("variables.latency", slope -> assertThat(slope).isPositive())
        .hasEntrySatisfying("variables.bandwidth", slope -> assertThat(slope).isNegative())
        .hasEntrySatisfying("variables.inside", slope -> assertThat(slope).isZero());
    CaseTimes cray =
        result.cases().stream().filter(one -> one.offer().equals("cray")).findFirst().orElseThrow();
    assertThat(cray.surface().axes())
        .extracting(Axis::name)
        .hasSize(3)
        .doesNotContain("variables.inside");
  }

  @Test
  void resultsDependNeitherOnThreadsNorOnInterruptions() throws IOException {
    CampaignResult whole = run("one", 1);
    run("two", 2);
    assertThat(bytes("two")).isEqualTo(bytes("one"));
    assertThat(run("two", 2).made()).isZero();
    for (int limit : List.of(0, (int) whole.made() - 12)) {
      AtomicLong done = new AtomicLong(-1);
      String results = "stopped" + limit;
      assertThatThrownBy(
              campaign(
                      results,
                      Runner.builder().threads(2).cancelWhen(() -> done.get() > limit),
                      new CampaignProgress() {
                        @Override
                        public void planned(long replays) {}

                        @Override
                        public void done(long replays) {
                          done.set(replays);
                        }
                      })
                  ::run)
          .isInstanceOf(CancellationException.class);
      assertThat(run(results, 1).made()).isPositive().isLessThan(whole.made());
      assertThat(bytes(results)).isEqualTo(bytes("one"));
    }
  }

  @Test
  void shardsAndReplaysOfElsewhereGiveTheSame() throws IOException {
    run("whole", 2);
    for (int shard = 1; shard <= 2; shard++) {
      new Campaign(
              study(1e6, 20),
              EXAMPLES,
              folder.resolve("shard" + shard),
              new CampaignSettings(Runner.builder().threads(2), shard, 2, SILENT))
          .run();
    }
    ReplayFolders.merge(
        List.of(folder.resolve("shard1"), folder.resolve("shard2")), folder.resolve("merged"));
    run("merged", 2);
    assertThat(bytes("merged")).isEqualTo(bytes("whole"));
    try (ReplayGathering gathering =
            ReplayGathering.open(
                study(1e6, 20),
                EXAMPLES,
                folder.resolve("gathered"),
                CampaignSettings.whole(Runner.builder().threads(1), SILENT));
        CaseReplays elsewhere =
            new CaseReplays(study(1e6, 20), EXAMPLES, Runner.builder().threads(1))) {
      for (OpenCase one : gathering.openCases()) {
        gathering.add(one.index(), elsewhere.of(one), "a test");
      }
      assertThat(gathering.openCases()).isEmpty();
    }
    run("gathered", 1);
    assertThat(bytes("gathered")).isEqualTo(bytes("whole"));
  }

  @Test
  void replaysWithSlopesAreVerified() throws IOException {
    CampaignResult result = run("a", 2);
    Verification verified =
        campaign("a", Runner.builder().threads(1), SILENT).verify(result.replays().size());
    assertThat(verified.replayed()).isEqualTo(result.replays().size());
    assertThat(verified.differences()).isEmpty();
    Path file = folder.resolve("a").resolve(ReplayLog.FILE);
    String text = Files.readString(file);
    String changed = text.replaceFirst("(\"slopesPs\":\\{\"[^\"]*\":-?)", "$1" + 9);
    assertThat(changed).isNotEqualTo(text);
    Files.writeString(file, changed);
    assertThat(
            campaign("a", Runner.builder().threads(1), SILENT)
                .verify(result.replays().size())
                .differences())
        .hasSize(1);
  }

  /** The price is such that the two offers are nearly equal where all figures are as stated. */
  @Test
  void flipsOfMachinesAreConfirmedByReplays() {
    CampaignResult first = run("a", 2);
    StudyAnswer rough = answer(study(1e6, 0), first);
    double ratio = rough.places().get(0).metric().value() / rough.places().get(1).metric().value();
    double price = rough.places().get(0).offer().equals("cray") ? 0.99e6 / ratio : 0.99e6 * ratio;
    StudyDescription close = study(price, 40);
    StudyDescription without = study(price, 0);
    CampaignResult plain =
        new Campaign(
                without,
                EXAMPLES,
                folder.resolve("without"),
                CampaignSettings.whole(Runner.builder().threads(2), SILENT))
            .run();
    CampaignResult result =
        new Campaign(
                close,
                EXAMPLES,
                folder.resolve("b"),
                CampaignSettings.whole(Runner.builder().threads(2), SILENT))
            .run();
    assertThat(machineFlips(answer(without, plain)))
        .isNotEmpty()
        .anySatisfy(flip -> assertThat(flip.isConfirmed()).contains(false));
    List<FlipPoint> flips = machineFlips(answer(close, result));
    assertThat(flips)
        .isNotEmpty()
        .allSatisfy(flip -> assertThat(flip.isConfirmed()).contains(true))
        .allSatisfy(flip -> assertThat(flip.fromReplay().orElseThrow()).isLessThan(1e-3));
    Set<String> further = keys(result);
    further.removeAll(keys(plain));
    assertThat(further).isNotEmpty();
  }

  private static Set<String> keys(CampaignResult result) {
    Set<String> keys = new LinkedHashSet<>();
    result.replays().forEach(one -> keys.add(one.key()));
    return keys;
  }

  private static List<FlipPoint> machineFlips(StudyAnswer answer) {
    return new ArrayList<>(
        answer.flips().stream().filter(flip -> flip.isConfirmed().isPresent()).toList());
  }
}
