package org.foretell.page;

import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import org.foretell.runner.Runner;
import org.foretell.scenario.Change;
import org.foretell.study.Study;
import org.foretell.study.StudyResult;
import org.foretell.study.campaign.CampaignProgress;
import org.foretell.study.campaign.CampaignSettings;
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

/** A study and its page. */
record Studied(StudyResult result, String page) {
  /** Would be markup if it were not escaped, in HTML and in a script. */
  static final String HOSTILE = "</script><img src=x onerror=hostile()>";

  private static final Path EXAMPLES = Path.of("../examples").toAbsolutePath();
  private static final Estimate NOTHING = Estimate.exactly(0);
  private static final Map<RankBy, Studied> OF_THREE = new EnumMap<>(RankBy.class);

  static Studied of(StudyDescription study, Path folder) throws IOException {
    return of(Study.of(study, EXAMPLES), folder);
  }

  /**
   * The study {@link #three} and its page; run once per virtual machine, since it takes seconds.
   */
  static Studied ofThree(RankBy by, Path folder) throws IOException {
    Studied known = OF_THREE.get(by);
    if (known != null) {
      return known;
    }
    Studied made = of(three(by), folder);
    OF_THREE.put(by, made);
    return made;
  }

  static Studied of(Study study, Path folder) throws IOException {
    StudyResult result =
        study.run(folder, CampaignSettings.whole(Runner.builder(), CampaignProgress.NONE));
    StringWriter page = new StringWriter();
    StudyPage.write(result, page);
    return new Studied(result, page.toString());
  }

  /** The example with a mix and a workflow. */
  static Studied centre(Path folder) throws IOException {
    return of(Study.read(EXAMPLES.resolve("centre/centre.json")), folder);
  }

  static Estimate between(double from, double value, double to) {
    return new Estimate(value, from, to, Distribution.TRIANGULAR, Optional.of("by hand"));
  }

  private static Offer offer(String name, String machine, long nodes, double price) {
    return new Offer(
        name,
        machine,
        List.of(),
        nodes,
        between(0.9 * price, price, 1.2 * price),
        Estimate.exactly(0.05 * price),
        NOTHING,
        Estimate.exactly(0.1 * price),
        between(200, 250, 300),
        Estimate.exactly(600),
        Estimate.exactly(1000),
        Polling.NONE);
  }

  private static Program program(
      String name, String trace, List<Integer> ranks, Map<String, Estimate> coreRatios) {
    return new Program(
        name,
        ProgramTraces.of(Path.of(trace)),
        ranks,
        Estimate.exactly(2),
        between(1e5, 2e5, 4e5),
        OptionalDouble.of(1),
        Estimate.exactly(10),
        Optional.of(
            new Program.Reference(
                4, Estimate.exactly(100), OptionalDouble.empty(), OptionalDouble.of(1e9), 2)),
        coreRatios,
        Optional.empty(),
        Optional.empty(),
        OptionalDouble.empty(),
        Map.of(),
        Optional.empty());
  }

  private static Site site() {
    return new Site(
        between(1.1, 1.2, 1.5),
        List.of(between(0.1, 0.2, 0.4), between(0.1, 0.3, 0.5)),
        2,
        Estimate.exactly(0.03),
        between(0.7, 0.85, 0.9),
        Estimate.exactly(0.95),
        Estimate.exactly(1e4),
        OptionalDouble.of(2.6e6),
        OptionalDouble.of(1e6));
  }

  private static StudyDescription study(
      List<Program> programs, List<Offer> offers, RankBy by, String title, int draws) {
    Estimate factor = new Estimate(1, 0.5, 2, Distribution.UNIFORM, Optional.of(HOSTILE));
    return new StudyDescription(
        "test",
        title,
        "EUR",
        site(),
        programs,
        offers,
        List.of(new WhatIf("fast network", List.of(Change.parse("network=x2")))),
        List.of(
            Variable.factor("latency of networks", List.of("network.latency"), factor, List.of()),
            Variable.factor(
                "bandwidth of first", List.of("network.bandwidth"), factor, List.of("first"))),
        List.of(),
        List.of("loggops", "max-rate"),
        by,
        Optional.of(50L),
        Optional.empty(),
        new SampleSettings(draws, 1, 0.95, 0.01, 40));
  }

  /** Three offers, of which no one is always first, two programs, figures of every sort. */
  static StudyDescription three(RankBy by) {
    return study(
        List.of(
            program("ring", "ring.4.goal", List.of(1, 2), Map.of("second", between(0.8, 1, 1.5))),
            // On the first offer it has three variables, so that slopes are found.
            program("halo", "halo.64.txt", List.of(4), Map.of("first", between(0.8, 1, 1.5)))),
        List.of(
            offer("first", "jaguar-xt5", 100, 1e6),
            offer("second", "hopper", 110, 2.1e6),
            offer("third", "jaguar-xt5", 90, 0.95e6)),
        by,
        "A " + HOSTILE + " study",
        400);
  }

  /** Five offers, eight programs, 1,000 draws. */
  static StudyDescription large() {
    List<Program> programs = new ArrayList<>();
    for (int i = 1; i <= 8; i++) {
      programs.add(
          program(
              "program " + i,
              "ring.4.goal",
              List.of(1, 2),
              Map.of("offer 1", between(0.8, 1, 1.5), "offer 2", between(0.7, 1, 1.1))));
    }
    List<Offer> offers = new ArrayList<>();
    List<String> machines = List.of("jaguar-xt5", "hopper", "frontier", "lumi-c", "jaguar-xt5");
    for (int i = 1; i <= 5; i++) {
      offers.add(offer("offer " + i, machines.get(i - 1), 100, 1e6 + 1e4 * i));
    }
    return study(programs, offers, RankBy.COST_PER_DEMAND, "A large study", 1000);
  }

  /** One program with 16 and with 64 ranks, and others whose numbers are no ranks. */
  static StudyDescription sizes() {
    return study(
        List.of(
            program("multigrid-16", "mg.S.16.tar.gz", List.of(8), Map.of()),
            program("multigrid-64", "mg.S.64.bin", List.of(8, 16), Map.of()),
            program("halo-64", "halo.64.txt", List.of(4), Map.of()),
            program("halo-2", "halo.64.txt", List.of(8), Map.of())),
        List.of(offer("first", "jaguar-xt5", 100, 1e6), offer("second", "hopper", 2, 2e6)),
        RankBy.COST_PER_DEMAND,
        "Several sizes",
        50);
  }

  /** Nobody can run a program that takes more nodes than there are. */
  static StudyDescription impossible() {
    return study(
        List.of(program("halo", "halo.64.txt", List.of(1), Map.of())),
        List.of(offer("first", "jaguar-xt5", 10, 1e6)),
        RankBy.TOTAL_COST,
        "An impossible study",
        50);
  }
}
