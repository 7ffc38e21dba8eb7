package org.foretell.study.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.nio.file.Path;
import java.util.List;
import org.foretell.study.build.Figure;
import org.foretell.study.build.OfferBuilder;
import org.foretell.study.build.ProgramBuilder;
import org.foretell.study.build.SiteBuilder;
import org.foretell.study.build.StudyBuilder;
import org.foretell.study.description.StudyDescription;
import org.foretell.study.evaluation.Evaluation;
import org.foretell.study.evaluation.Figures;
import org.foretell.study.evaluation.RunTimes;
import org.foretell.study.report.RankChoices.Other;
import org.junit.jupiter.api.Test;

/** Ranks per node by hand; runs are ten times as long as the traced ones. */
class RankChoicesTest {
  private static final RunTimes TIMES =
      (program, offer, figures) ->
          List.of(
              new RunTimes.Run(1, 16, 20, 1),
              new RunTimes.Run(2, 8, 36, 1),
              new RunTimes.Run(4, 4, 75, 1),
              new RunTimes.Run(8, 2, 120, 1));

  private static StudyDescription study(String limit, int nodes) {
    return StudyBuilder.study("by-hand", "EUR")
        .site(
            SiteBuilder.site()
                .pue(Figure.of(1))
                .electricity(Figure.of(0))
                .utilisation(Figure.of(1))
                .availability(Figure.of(1)))
        .program(
            ProgramBuilder.program("p", Path.of("p.bin"))
                .ranksPerNode(1, 2, 4, 8)
                .scale(Figure.of(10))
                .timeLimit(limit))
        .offer(OfferBuilder.offer("A", "hopper", nodes).price(Figure.of(1e6)))
        .build();
  }

  private static RankChoices choices(String limit, int nodes) {
    StudyDescription study = study(limit, nodes);
    Figures stated = Figures.stated(study.models().get(0));
    int taken =
        new Evaluation(study, TIMES)
            .ranksPerNode(study.programs().get(0), study.offers().get(0))
            .orElseThrow();
    return RankChoices.of(study.programs().get(0), study.offers().get(0), taken, TIMES, stated);
  }

  @Test
  void othersStandByNodeHours() {
    RankChoices all = choices("1h", 100);
    assertThat(all.taken()).isEqualTo(8);
    assertThat(all.others()).extracting(Other::ranksPerNode).containsExactly(2, 4, 1);
    Other next = all.next().orElseThrow();
    assertThat(next.seconds()).isEqualTo(360);
    assertThat(next.nodeHours()).isEqualTo(8 * 360 / 3600.0);
    // 8 nodes for 360 s instead of 2 nodes for 1,200 s.
    assertThat(next.moreNodeHours()).isEqualTo(0.2, within(1e-12));
    assertThat(next.meetsTimeLimit()).isTrue();
  }

  @Test
  void lateOnesStandLastAlthoughTheyTakeFewerNodeHours() {
    RankChoices all = choices("500s", 100);
    assertThat(all.taken()).isEqualTo(2);
    assertThat(all.others()).extracting(Other::ranksPerNode).containsExactly(1, 8, 4);
    assertThat(all.others()).extracting(Other::meetsTimeLimit).containsExactly(true, false, false);
    assertThat(all.others().get(1).moreNodeHours()).isEqualTo(240.0 / 288 - 1, within(1e-12));
  }

  @Test
  void waysThatNeedMoreNodesThanOfferedAreLeftOut() {
    assertThat(choices("1h", 8).others()).extracting(Other::ranksPerNode).containsExactly(2, 4);
    assertThat(choices("1h", 2).next()).isEmpty();
  }
}
