package org.foretell.study.campaign;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.concurrent.CancellationException;
import java.util.concurrent.atomic.AtomicLong;
import org.foretell.Foretell;
import org.foretell.failure.ForetellException;
import org.foretell.runner.Runner;
import org.foretell.scenario.Change;
import org.foretell.study.decision.Doubt;
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
import org.foretell.study.description.WhatIf;
import org.foretell.study.evaluation.Figures;
import org.foretell.study.evaluation.RunTimes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CampaignTest {
  private static final Path EXAMPLES = Path.of("../examples").toAbsolutePath();
  private static final Estimate NOTHING = Estimate.exactly(0);

  @TempDir private Path folder;

  private static Estimate factor(double from, double to) {
    return new Estimate(1, from, to, Distribution.UNIFORM, Optional.empty());
  }

  private static Offer offer(String name, String machine, Change... changes) {
    return new Offer(
        name,
        machine,
        List.of(changes),
        100,
        Estimate.exactly(1e6),
        NOTHING,
        NOTHING,
        NOTHING,
        NOTHING,
        NOTHING,
        NOTHING,
        Polling.NONE);
  }

  private static Program program(String name, String trace, Map<String, Estimate> coreRatios) {
    return new Program(
        name,
        ProgramTraces.of(Path.of(trace)),
        List.of(2, 4),
        Estimate.exactly(1),
        Estimate.exactly(1),
        OptionalDouble.empty(),
        Estimate.exactly(1),
        Optional.empty(),
        coreRatios,
        Optional.empty(),
        Optional.empty(),
        OptionalDouble.empty(),
        Map.of(),
        Optional.empty());
  }

  private static StudyDescription study(Offer... offers) {
    return study(program("ring", "ring.4.goal", Map.of("slow", factor(0.8, 1.5))), offers);
  }

  private static StudyDescription study(Program program, Offer... offers) {
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
        "test",
        "Test",
        "EUR",
        site,
        List.of(program),
        List.of(offers),
        List.of(new WhatIf("fast network", List.of(Change.parse("network=x2")))),
        List.of(
            Variable.factor(
                "latency", List.of("network.latency"), factor(0.5, 2), List.of("fast"))),
        List.of(),
        List.of("loggops", "max-rate"),
        RankBy.COST_PER_DEMAND,
        Optional.empty(),
        Optional.empty(),
        new SampleSettings(100, 1, 0.95, 0.01, 60));
  }

  private static StudyDescription study() {
    return study(
        offer("slow", "jaguar-xt5", Change.parse("network.latency=x3")),
        offer("fast", "jaguar-xt5"));
  }

  private CampaignResult run(StudyDescription study, String results) {
    return new Campaign(
            study,
            EXAMPLES,
            folder.resolve(results),
            CampaignSettings.whole(Runner.builder().threads(2), CampaignProgress.NONE))
        .run();
  }

  private byte[] bytes(String results) throws IOException {
    return Files.readAllBytes(folder.resolve(results).resolve(ReplayLog.FILE));
  }

  @Test
  void timesAreThoseOfTheCommand() {
    StudyDescription study =
        study(
            program("mg", "mg.S.16.tar.gz", Map.of()),
            offer("slow", "jaguar-xt5", Change.parse("network.latency=x3")));
    CampaignResult result = run(study, "a");
    assertThat(result.failures()).isEmpty();
    Program mg = study.programs().get(0);
    Offer slow = study.offers().get(0);
    double seconds =
        Foretell.prediction()
                .trace(EXAMPLES.resolve("mg.S.16.tar.gz"))
                .machine("jaguar-xt5")
                .set("network.latency", "x3")
                .model("max-rate")
                .ranksPerNode(4)
                .run()
                .prediction()
                .makespanPs()
            / 1e12;
    List<RunTimes.Run> runs = result.times().of(mg, slow, Figures.stated("max-rate"));
    assertThat(runs).extracting(RunTimes.Run::ranksPerNode).containsExactly(2, 4);
    assertThat(runs).extracting(RunTimes.Run::nodes).containsExactly(8L, 4L);
    assertThat(runs.get(1).seconds()).isEqualTo(seconds, within(1e-12));
    assertThat(runs.get(1).busyShare()).isBetween(0.01, 1.0);
    assertThat(result.otherWorlds()).containsOnlyKeys("fast network");
    assertThat(
            result.otherWorlds().get("fast network").of(mg, slow, Figures.stated("loggops")).get(0))
        .satisfies(
            run ->
                assertThat(run.seconds())
                    .isLessThan(
                        result.times().of(mg, slow, Figures.stated("loggops")).get(0).seconds()));
  }

  @Test
  void secondRunMakesNoReplayAndLeavesTheFileAsItIs() throws IOException {
    CampaignResult first = run(study(), "a");
    byte[] before = bytes("a");
    CampaignResult second = run(study(), "a");
    assertThat(first.made()).isEqualTo(first.replays().size()).isPositive();
    assertThat(second.made()).isZero();
    assertThat(bytes("a")).isEqualTo(before);
    assertThat(second.largestError()).isEqualTo(first.largestError());
  }

  @Test
  void campaignThatIsStoppedGoesOnWhereItWas() throws IOException {
    run(study(), "whole");
    AtomicLong done = new AtomicLong();
    Campaign stopped =
        new Campaign(
            study(),
            EXAMPLES,
            folder.resolve("stopped"),
            CampaignSettings.whole(
                Runner.builder().threads(2).cancelWhen(() -> done.get() > 20),
                new CampaignProgress() {
                  @Override
                  public void planned(long replays) {}

                  @Override
                  public void done(long replays) {
                    done.set(replays);
                  }
                }));
    assertThatThrownBy(stopped::run).isInstanceOf(CancellationException.class);
    long kept = Files.readAllLines(folder.resolve("stopped").resolve(ReplayLog.FILE)).size() - 1L;
    assertThat(kept).isGreaterThan(20);
    // Killed while it wrote a line.
    Files.writeString(
        folder.resolve("stopped").resolve(ReplayLog.FILE),
        "{\"key\":\"abc",
        StandardOpenOption.APPEND);
    CampaignResult rest = run(study(), "stopped");
    assertThat(rest.made()).isEqualTo(rest.replays().size() - kept);
    assertThat(bytes("stopped")).isEqualTo(bytes("whole"));
  }

  @Test
  void changedOfferAloneIsReplayedAgain() {
    run(study(), "a");
    CampaignResult changed =
        run(
            study(
                offer("slow", "jaguar-xt5", Change.parse("network.latency=x2")),
                offer("fast", "jaguar-xt5")),
            "a");
    assertThat(changed.made()).isPositive().isLessThan(changed.replays().size());
    assertThat(changed.replays().stream().filter(replay -> replay.offer().equals("slow")).count())
        .isEqualTo(changed.made());
  }

  @Test
  void offersThatAreOneMachineAreNoticed() {
    CampaignResult result = run(study(offer("a", "jaguar-xt5"), offer("b", "jaguar-xt5")), "a");
    assertThat(result.doubts()).extracting(Doubt::kind).contains(Doubt.Kind.SAME_MACHINE);
    assertThat(result.doubts())
        .extracting(Doubt::text)
        .contains("a and b are the same machine: only nodes, prices and power distinguish them");
  }

  @Test
  void shardsTogetherAreTheWhole() throws IOException {
    run(study(), "whole");
    for (int shard = 1; shard <= 3; shard++) {
      new Campaign(
              study(),
              EXAMPLES,
              folder.resolve("shard" + shard),
              new CampaignSettings(Runner.builder().threads(2), shard, 3, CampaignProgress.NONE))
          .run();
    }
    ReplayFolders.merge(
        List.of(folder.resolve("shard1"), folder.resolve("shard2"), folder.resolve("shard3")),
        folder.resolve("merged"));
    CampaignResult merged = run(study(), "merged");
    assertThat(merged.made()).isZero();
    assertThat(bytes("merged")).isEqualTo(bytes("whole"));
  }

  private ReplayGathering gathering(String results) {
    return ReplayGathering.open(
        study(),
        EXAMPLES,
        folder.resolve(results),
        CampaignSettings.whole(Runner.builder().threads(2), CampaignProgress.NONE));
  }

  @Test
  void replaysThatAreMadeElsewhereGiveTheSameFile() throws IOException {
    run(study(), "whole");
    List<String> lines = Files.readAllLines(folder.resolve("whole").resolve(ReplayLog.FILE));
    Files.createDirectories(folder.resolve("gathered"));
    Files.write(folder.resolve("gathered").resolve(ReplayLog.FILE), lines.subList(0, 25));
    List<OpenCase> open;
    int made = 0;
    try (ReplayGathering gathering = gathering("gathered");
        CaseReplays elsewhere = new CaseReplays(study(), EXAMPLES, Runner.builder().threads(1))) {
      open = new ArrayList<>(gathering.openCases());
      Collections.reverse(open);
      for (OpenCase one : open) {
        List<String> now = elsewhere.of(one);
        made += now.size();
        gathering.add(one.index(), now, "a test");
      }
      assertThat(gathering.openCases()).isEmpty();
    }
    assertThat(made).isEqualTo(lines.size() - 25);
    assertThat(open.stream().mapToInt(one -> one.known().size()).sum()).isPositive();
    assertThat(run(study(), "gathered").made()).isZero();
    assertThat(bytes("gathered")).isEqualTo(bytes("whole"));
    try (ReplayGathering again = gathering("gathered")) {
      assertThat(again.openCases()).isEmpty();
    }
  }

  @Test
  void replaysOfOtherFilesAreNotGathered() {
    StudyDescription other =
        study(
            offer("slow", "jaguar-xt5", Change.parse("network.latency=x4")),
            offer("fast", "jaguar-xt5"));
    try (ReplayGathering gathering = gathering("gathered");
        CaseReplays elsewhere = new CaseReplays(other, EXAMPLES, Runner.builder().threads(1))) {
      OpenCase first = gathering.openCases().get(0);
      assertThatThrownBy(() -> gathering.add(first.index(), elsewhere.of(first), "host n7"))
          .isInstanceOf(ForetellException.class)
          .hasMessageStartingWith("ring on slow with 2 ranks per node under loggops: host n7")
          .hasMessageContaining("is not the same as here");
      assertThat(gathering.openCases())
          .hasSize(12)
          .extracting(OpenCase::index)
          .contains(first.index());
    }
  }

  @Test
  void twoCampaignsDoNotWriteToOneFolder() {
    try (ReplayLog other = ReplayLog.open(folder.resolve("a"))) {
      assertThat(other.all()).isEmpty();
      assertThatThrownBy(() -> run(study(), "a"))
          .isInstanceOf(ForetellException.class)
          .hasMessageContaining("another study is writing its results here");
    }
  }

  @Test
  void damagedResultsAreNamedByLine() throws IOException {
    run(study(), "a");
    Path file = folder.resolve("a").resolve(ReplayLog.FILE);
    String text = Files.readString(file);
    int third = text.indexOf('\n', text.indexOf('\n') + 1) + 1;
    Files.writeString(file, text.substring(0, third) + "{]\n" + text.substring(third));
    assertThatThrownBy(() -> run(study(), "a"))
        .isInstanceOf(ForetellException.class)
        .hasMessageContaining("replays.jsonl, line 3: expected a replay");
    Files.writeString(
        file, "{\"format\":\"foretell-study-replays\",\"version\":9}\n", StandardCharsets.UTF_8);
    assertThatThrownBy(() -> run(study(), "a"))
        .isInstanceOf(ForetellException.class)
        .hasMessageContaining("another version");
  }

  @Test
  void tooManyCombinationsAreRefusedWithTheirNumber() {
    StudyDescription study = study();
    List<Offer> many = new ArrayList<>();
    for (int i = 0; i < 20_000; i++) {
      many.add(offer("offer" + i, "jaguar-xt5"));
    }
    StudyDescription large = study(many.toArray(Offer[]::new));
    assertThat(study.offers()).hasSize(2);
    assertThatThrownBy(() -> run(large, "a"))
        .isInstanceOf(ForetellException.class)
        .hasMessageContaining("120000 combinations");
  }
}
