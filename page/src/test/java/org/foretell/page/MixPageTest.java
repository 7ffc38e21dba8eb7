package org.foretell.page;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.regex.Pattern;
import org.foretell.machine.LinkSpeed;
import org.foretell.machine.Machine;
import org.foretell.machine.NodeGroup;
import org.foretell.report.RunResult;
import org.foretell.workload.job.BatchJob;
import org.foretell.workload.job.JobWork;
import org.foretell.workload.report.JobRecord;
import org.foretell.workload.report.MixResult;
import org.foretell.workload.report.MixSummary;
import org.junit.jupiter.api.Test;

class MixPageTest {
  private static final long S = 1_000_000_000L;

  private static String page(int kinds) throws IOException {
    List<JobRecord> records = new ArrayList<>();
    for (int i = 0; i < 30; i++) {
      BatchJob job =
          new BatchJob(
              i + 1,
              "<b>kind " + i % kinds,
              i * S,
              2,
              OptionalLong.empty(),
              0,
              new JobWork.Delay(20 * S));
      records.add(
          new JobRecord(job, (i + 5L) * S, (i + 25L) * S, 20 * S, List.of(0, 2), i == 3, 0, 0));
    }
    Machine machine =
        Machine.builder("m")
            .network(LinkSpeed.INSTANT)
            .eagerThresholdBytes(0)
            .nodes(NodeGroup.builder("group").nodes(4).coresPerNode(2).build())
            .build();
    MixResult result =
        new MixResult(
            "1",
            "jobs.json",
            "jobs",
            new RunResult.MachineChoice(machine, null, List.of()),
            4,
            Map.of("queue", "EASY backfill"),
            1,
            records,
            MixSummary.of(records, 4),
            0.5,
            0.25,
            Optional.empty(),
            OptionalDouble.of(7),
            Optional.empty(),
            List.of("a note"));
    StringWriter text = new StringWriter();
    MixPage.write(result, text);
    return text.toString();
  }

  @Test
  void eachJobIsABarOnEachRunOfItsNodes() throws IOException {
    String page = page(3);
    assertThat(Pattern.compile("<rect class=\"job c[0-2]\"").matcher(page).results()).hasSize(60);
    assertThat(page)
        .contains("30 jobs in", "ended early", "mean wait in the log", "a note", "EASY backfill")
        .contains("waits 5 s, runs 20 s on 2 nodes");
    assertThat(page).as("the same bytes").isEqualTo(page(3));
  }

  @Test
  void namesAreTextAndNothingIsLoaded() throws IOException {
    String page = page(3);
    assertThat(page).contains("&lt;b&gt;kind").doesNotContain("<b>kind", "<script", "http:");
    assertThat(page).contains("default-src 'none'");
  }

  /** Colours with several meanings have no legend. */
  @Test
  void manyKindsHaveNoLegend() throws IOException {
    assertThat(page(3)).contains("<p class=\"legend\">");
    assertThat(page(9)).doesNotContain("<p class=\"legend\">");
  }
}
