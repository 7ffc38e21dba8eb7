package org.foretell.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/**
 * Leads alone beside whole runs. The build holds one; {@code -Dupdate.docs=true} writes the table
 * of {@code docs/clustering.md} from the traces of the shared data.
 */
class LeadsPageTest {
  private static final Path PAGE = Path.of("..", "docs", "clustering.md");
  private static final Path TRACES = Path.of("..", "..", "shared", "data", "ti");
  private static final String BEGIN = "<!-- Written by LeadsPageTest. -->\n";
  private static final String END = "<!-- End of what LeadsPageTest writes. -->\n";
  private static final Pattern TIME = Pattern.compile("Predicted time: ([0-9.]+) (\\S+)");
  private static final Pattern RANKS = Pattern.compile("\\n  trace .*?, ([0-9,]+) ranks");

  @TempDir private Path folder;

  private record Run(String shown, double milliseconds, String ranks) {}

  private static SimCall run(Path trace, String model, boolean leads) {
    List<Object> words =
        new ArrayList<>(
            List.of("run", "jaguar-xt5", trace, "--model", model, "--ranks-per-node", "1"));
    words.addAll(List.of("--collectives", "formula"));
    if (leads) {
      words.add("--leads");
    }
    return SimCall.of(words.toArray());
  }

  private static Run done(SimCall call) {
    assertThat(call.exitCode()).as(call.err()).isZero();
    Matcher time = TIME.matcher(call.out());
    Matcher ranks = RANKS.matcher(call.out());
    assertThat(time.find() && ranks.find()).as(call.out()).isTrue();
    double number = Double.parseDouble(time.group(1));
    double milliseconds =
        switch (time.group(2)) {
          case "s" -> 1e3 * number;
          case "ms" -> number;
          case "us" -> 1e-3 * number;
          default -> throw new IllegalArgumentException(time.group());
        };
    return new Run(time.group(1) + " " + time.group(2), milliseconds, ranks.group(1));
  }

  @Test
  void leadsOfAnExampleTakeAsLongAsAllRanks() {
    Path halo = Path.of("..", "examples", "halo.64.txt");
    for (String model : List.of("simple", "loggops")) {
      Run whole = done(run(halo, model, false));
      Run leads = done(run(halo, model, true));
      assertThat(whole.ranks).isEqualTo("64");
      assertThat(leads.ranks).isEqualTo("2");
      assertThat(leads.shown).isEqualTo(whole.shown);
    }
  }

  @Test
  @EnabledIfSystemProperty(named = "update.docs", matches = "true")
  void tableIsWritten() throws IOException {
    StringBuilder table =
        new StringBuilder(
            "| trace | ranks | simulated | `simple`: whole, leads | `loggops`: whole, leads | error"
                + " of `loggops` |\n"
                + "|---|--:|--:|--:|--:|--:|\n");
    for (String name : List.of("bt.S.16", "cg.S.16", "ft.S.16", "mg.S.64")) {
      Path clustered = folder.resolve(name + ".bin");
      SimCall cluster =
          SimCall.of(
              "cluster",
              TRACES.resolve(name + ".tar.gz"),
              "--method",
              "call-path",
              "--durations",
              "lead",
              "--out",
              clustered);
      assertThat(cluster.exitCode()).as(cluster.err()).isZero();
      table.append(row(name, clustered));
    }
    table.append(row("`halo.64.txt`", Path.of("..", "examples", "halo.64.txt")));
    String text = Files.readString(PAGE);
    int start = text.indexOf(BEGIN) + BEGIN.length();
    assertThat(start).isGreaterThan(BEGIN.length());
    int end = text.indexOf(END, start);
    Files.writeString(PAGE, text.substring(0, start) + table + text.substring(end));
  }

  private static String row(String name, Path trace) {
    Run simple = done(run(trace, "simple", false));
    SimCall tried = run(trace, "simple", true);
    if (tried.exitCode() != 0) {
      Matcher kinds = Pattern.compile("([0-9,]+) kinds").matcher(tried.err());
      assertThat(kinds.find()).as(tried.err()).isTrue();
      return String.format(
          "| %s | %s | refused: %s kinds | | | |%n", name, simple.ranks, kinds.group(1));
    }
    Run simpleLeads = done(tried);
    Run whole = done(run(trace, "loggops", false));
    Run leads = done(run(trace, "loggops", true));
    double percent = 100 * Math.abs(leads.milliseconds - whole.milliseconds) / whole.milliseconds;
    return String.format(
        Locale.ROOT,
        "| %s | %s | %s | %s, %s | %s, %s | %s |%n",
        name,
        simple.ranks,
        simpleLeads.ranks,
        simple.shown,
        simpleLeads.shown,
        whole.shown,
        leads.shown,
        percent == 0 ? "0" : String.format(Locale.ROOT, "%.1f %%", percent));
  }
}
