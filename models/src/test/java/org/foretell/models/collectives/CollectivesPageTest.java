package org.foretell.models.collectives;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.foretell.model.CollectiveSchedule;
import org.foretell.model.CollectiveSchedules;
import org.foretell.models.collectives.algorithm.Algorithm;
import org.foretell.models.collectives.algorithm.Algorithms;
import org.foretell.models.collectives.algorithm.Ops;
import org.foretell.models.collectives.pattern.Fold;
import org.foretell.models.collectives.pattern.Segments;
import org.foretell.trace.OpCode;
import org.junit.jupiter.api.Test;

/**
 * Holds the tables of {@code docs/collectives.md} equal to the code; the text before them is
 * written by hand. After a change run the test with {@code -Dupdate.docs=true}, which writes the
 * tables.
 */
class CollectivesPageTest {
  private static final Path PAGE = Path.of("../docs/collectives.md");
  private static final String MARK = "<!-- From here on written by CollectivesPageTest. -->\n";
  private static final int[] RANKS = {2, 6, 16, 48, 128, 1000, 4096};
  private static final long LARGEST = 1L << 26;

  @Test
  void thePageMatchesTheCode() throws IOException {
    String text = Files.readString(PAGE);
    int end = text.indexOf(MARK);
    assertThat(end).as("the mark is in the page").isNotNegative();
    String expected = text.substring(0, end) + MARK + tables();
    if (Boolean.getBoolean("update.docs")) {
      Files.writeString(PAGE, expected);
    }
    assertThat(PAGE).as("written by this test with -Dupdate.docs=true").hasContent(expected);
  }

  private static String tables() {
    StringBuilder page = new StringBuilder("\n## Algorithms\n");
    for (OpCode op : Ops.all()) {
      page.append("\n### ").append(Ops.text(op)).append("\n\n");
      page.append("| algorithm | parameters | cost | exact for | profiles |\n");
      page.append("|---|---|---|---|---|\n");
      for (Algorithm algorithm : Algorithms.of(op)) {
        page.append(
            String.format(
                "| `%s` | %s | %s | %s | %s |%n",
                algorithm.name(),
                parameters(algorithm),
                algorithm.formula(),
                algorithm.exactFor(),
                String.join(", ", profilesThatUse(op, algorithm))));
      }
    }
    page.append("\n## Decisions\n\n");
    page.append(
        "Below the stated size the algorithm before it is taken; one member on each node, operators"
            + " that commute, elements\nof 8 bytes.\n");
    for (String profile : CollectiveProfiles.names()) {
      page.append("\n### ").append(profile).append("\n\n");
      page.append(CollectiveProfiles.summary(profile)).append(".\n");
      decisions(CollectiveProfiles.parse(profile), page);
    }
    return page.toString().replace(System.lineSeparator(), "\n");
  }

  private static void decisions(CollectiveSchedules profile, StringBuilder page) {
    Map<OpCode, List<String>> lines = new TreeMap<>();
    for (OpCode op : Ops.all()) {
      List<String> bands = new ArrayList<>();
      for (int p : RANKS) {
        bands.add(bands(profile, op, p));
      }
      if (bands.stream().anyMatch(band -> !band.isEmpty())) {
        lines.put(op, bands);
      }
    }
    if (lines.isEmpty()) {
      return;
    }
    page.append("\n| collective | p | algorithm |\n|---|---|---|\n");
    lines.forEach(
        (op, bands) -> {
          for (int i = 0; i < RANKS.length; i++) {
            int from = i;
            while (i + 1 < RANKS.length && bands.get(i + 1).equals(bands.get(from))) {
              i++;
            }
            String ranks = from == i ? "" + RANKS[i] : RANKS[from] + " to " + RANKS[i];
            page.append(String.format("| %s | %s | %s |%n", Ops.text(op), ranks, bands.get(from)));
          }
        });
  }

  /** The algorithms for growing sizes, with the sizes at which they change. */
  private static String bands(CollectiveSchedules profile, OpCode op, int p) {
    StringBuilder text = new StringBuilder();
    long from = 0;
    String current = name(profile, op, p, 0);
    for (long size = 1; size <= LARGEST; size *= 2) {
      while (!name(profile, op, p, size).equals(current)) {
        long change = firstOther(profile, op, p, from, size, current);
        text.append(current).append(" < ").append(size(change)).append(", ");
        from = change;
        current = name(profile, op, p, change);
      }
      from = size;
    }
    return text.append(current).toString();
  }

  private static String size(long bytes) {
    return bytes % 1024 == 0 ? bytes / 1024 + " KiB" : bytes + " B";
  }

  private static long firstOther(
      CollectiveSchedules profile, OpCode op, int p, long same, long other, String current) {
    long low = same;
    long high = other;
    while (high - low > 1) {
      long middle = (low + high) / 2;
      if (name(profile, op, p, middle).equals(current)) {
        low = middle;
      } else {
        high = middle;
      }
    }
    return high;
  }

  private static String name(CollectiveSchedules profile, OpCode op, int p, long size) {
    boolean total = op == OpCode.REDUCE_SCATTER || op == OpCode.REDUCE_SCATTER_BLOCK;
    long first = total ? size / p + size % p : size;
    long stated = total && op == OpCode.REDUCE_SCATTER_BLOCK ? size / p : size;
    TestCall call =
        TestCall.of(op, p, 0, 0, stated)
            .lists((from, to) -> total && from > 0 ? size / p : first)
            .reducing(size / 8, true);
    CollectiveSchedule chosen = profile.choose(call);
    return chosen == null ? "formula" : chosen.name();
  }

  private static List<String> profilesThatUse(OpCode op, Algorithm algorithm) {
    List<String> using = new ArrayList<>();
    for (String name : CollectiveProfiles.names()) {
      CollectiveSchedules profile = CollectiveProfiles.parse(name);
      boolean uses = false;
      for (int p = 2; p <= 4096 && !uses; p += 1 + p / 3) {
        for (long size = 1; size <= LARGEST && !uses; size *= 2) {
          uses =
              name(profile, op, p, size - 1).equals(algorithm.name())
                  || name(profile, op, Fold.staying(p), size).equals(algorithm.name());
        }
      }
      if (uses) {
        using.add(name);
      }
    }
    return using;
  }

  private static String parameters(Algorithm algorithm) {
    return switch (algorithm.parameters()) {
      case NONE -> "";
      case SEGMENT -> segment(algorithm);
      case RADIX -> "k" + algorithm.radix();
      case BATCH -> algorithm.radix() == 0 ? "k, all" : "k" + algorithm.radix();
      case SEGMENT_AND_RADIX, SEGMENT_AND_CHAINS ->
          String.format(Locale.ROOT, "%s, k%d", segment(algorithm), algorithm.radix());
    };
  }

  private static String segment(Algorithm algorithm) {
    return algorithm.segmentBytes() == Segments.NONE
        ? "segment, none"
        : "segment, " + size(algorithm.segmentBytes());
  }
}
