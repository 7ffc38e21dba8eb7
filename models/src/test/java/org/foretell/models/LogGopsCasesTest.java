package org.foretell.models;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.foretell.engine.Prediction;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** LogGOPSim's own answers, to the nanosecond, where a sequence can express the schedule. */
class LogGopsCasesTest {
  private static final Pattern SETTING = Pattern.compile("(?m)^([LogGOS])=(\\d+)$");
  private static final Pattern RANK = Pattern.compile("(?m)^rank (\\d+) (\\d+)$");

  @ParameterizedTest
  @ValueSource(
      strings = {
        "01-eager-preposted-8B",
        "02-eager-preposted-1B",
        "04-eager-late-receiver",
        "05-eager-late-sender",
        "06-unexpected-during-idle",
        "07-eager-threshold-S",
        "08-rendezvous-threshold-S+1",
        "09-rendezvous-preposted",
        "11-rendezvous-late-sender",
        "12-rendezvous-small-S",
        "15-any-source",
        "16-any-tag",
        "17-tag-selectivity",
        "19-back-to-back-o-bound",
        "20-back-to-back-g-bound",
        "22-dependent-sends-chain",
        "24-overlap-irecv-calc",
        "25-overlap-isend-calc",
        "30-O-smaller-than-G",
        "32-pingpong-3",
        "33-self-message",
        "34-zero-params",
        "36-bcast-binomial-8-8B",
        "38-bcast-binary-8-1KB",
        "39-reduce-binomial-8-1KB",
        "40-reduce-binomial-16-8B",
        "41-dissemination-8-1B",
        "43-alltoall-linear-4-64B",
        "44-alltoall-linear-8-4KB",
        "46-allreduce-recdoub-8-8KB",
        "48-gather-8-1KB",
        "50-linbarrier-8",
        "53-nwaydissemination-9-n2",
      })
  void ranksFinishWhenLogGopSimSaysTheyDo(String name) throws IOException {
    String expected = resource(name + ".expect");
    Prediction prediction =
        Replayed.without(
            new LogGopsModelProvider(),
            parameters(expected),
            GoalProgram.parse(resource(name + ".goal")));
    Matcher rank = RANK.matcher(expected);
    int ranks = 0;
    while (rank.find()) {
      assertThat(prediction.finishPs()[Integer.parseInt(rank.group(1))])
          .as("rank %s", rank.group(1))
          .isEqualTo(Long.parseLong(rank.group(2)) * 1000);
      ranks++;
    }
    assertThat(prediction.finishPs()).hasSize(ranks);
  }

  private static Map<String, String> parameters(String expected) {
    Map<String, String> parameters = new HashMap<>();
    Matcher setting = SETTING.matcher(expected);
    while (setting.find()) {
      String unit =
          switch (setting.group(1)) {
            case "S" -> "B";
            case "G", "O" -> "ns/B";
            default -> "ns";
          };
      parameters.put(setting.group(1), setting.group(2) + unit);
    }
    return parameters;
  }

  private static String resource(String name) throws IOException {
    try (InputStream stream =
        Objects.requireNonNull(LogGopsCasesTest.class.getResourceAsStream("/loggopsim/" + name))) {
      return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}
