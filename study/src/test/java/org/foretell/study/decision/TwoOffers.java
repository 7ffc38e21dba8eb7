package org.foretell.study.decision;

import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
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
import org.foretell.study.evaluation.RunTimes;

/** Studies that can be checked by hand: one program of 100 s on one of 100 nodes, two offers. */
final class TwoOffers {
  static final RunTimes HUNDRED_SECONDS =
      (program, offer, figures) -> List.of(new RunTimes.Run(1, 1, 100, 1));

  private TwoOffers() {}

  static Estimate between(double from, double value, double to) {
    return new Estimate(value, from, to, Distribution.UNIFORM, Optional.of("by hand"));
  }

  static Offer offer(String name, Estimate price) {
    Estimate nothing = Estimate.exactly(0);
    return new Offer(
        name,
        "jaguar-xt5",
        List.of(),
        100,
        price,
        nothing,
        nothing,
        nothing,
        nothing,
        nothing,
        nothing,
        Polling.NONE);
  }

  static Program program(String name) {
    return new Program(
        name,
        ProgramTraces.of(Path.of(name + ".bin")),
        List.of(),
        Estimate.exactly(1),
        Estimate.exactly(1000),
        OptionalDouble.empty(),
        Estimate.exactly(1),
        Optional.empty(),
        Map.of(),
        Optional.empty(),
        Optional.empty(),
        OptionalDouble.empty(),
        Map.of(),
        Optional.empty());
  }

  static Site site(Estimate electricity) {
    Estimate nothing = Estimate.exactly(0);
    return new Site(
        Estimate.exactly(1),
        Collections.nCopies(5, electricity),
        5,
        nothing,
        Estimate.exactly(1),
        Estimate.exactly(1),
        nothing,
        OptionalDouble.empty(),
        OptionalDouble.empty());
  }

  static StudyDescription study(RankBy by, Site site, List<Variable> variables, Offer... offers) {
    return study(by, site, variables, SampleSettings.USUAL.draws(), offers);
  }

  static StudyDescription study(
      RankBy by, Site site, List<Variable> variables, int draws, Offer... offers) {
    return new StudyDescription(
        "by-hand",
        "By hand",
        "EUR",
        site,
        List.of(program("p")),
        List.of(offers),
        List.of(),
        variables,
        List.of(),
        List.of("simple"),
        by,
        Optional.empty(),
        Optional.empty(),
        new SampleSettings(draws, 1, 0.95, 0.01, 100));
  }
}
