package org.foretell.compression;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.foretell.Foretell;
import org.foretell.report.CompressionResult;
import org.foretell.trace.store.TraceStoreWriter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/**
 * Structure does not grow with iterations, and hardly with ranks. The build holds a few cases;
 * {@code -Dupdate.docs=true} measures all those of {@code docs/compression.md} and writes its
 * tables, some minutes.
 */
class CompressionPageTest {
  private static final Path PAGE = Path.of("..", "docs", "compression.md");
  private static final Path TRACES = Path.of("..", "..", "shared", "data", "ti");
  private static final Path SCALATRACE = Path.of("..", "..", "shared", "data", "scalatrace");
  private static final String BEGIN = "<!-- Written by CompressionPageTest: %s. -->\n";
  private static final String END = "<!-- End of what is written. -->\n";

  private static final List<String> PROGRAMS =
      List.of(
          "cg.S.16", "cg.W.64", "mg.S.16", "mg.W.16", "mg.S.64", "lu.W.16", "lu.A.64", "is.S.16",
          "is.W.16", "is.S.64", "ft.S.16", "ft.W.16", "ft.S.64", "ft.W.64", "bt.S.16", "sp.S.16");

  private static final List<FlatHalo> HALOS =
      List.of(
          new FlatHalo(4, 2, 2, 10),
          new FlatHalo(4, 2, 2, 100),
          new FlatHalo(4, 2, 2, 1_000),
          new FlatHalo(4, 2, 2, 10_000),
          new FlatHalo(8, 8, 4, 10),
          new FlatHalo(8, 8, 4, 100),
          new FlatHalo(8, 8, 4, 1_000),
          new FlatHalo(16, 16, 16, 10),
          new FlatHalo(16, 16, 16, 100),
          new FlatHalo(64, 32, 32, 10));

  @TempDir private Path folder;

  private Path plain(FlatHalo halo) {
    Path file = folder.resolve("halo.bin");
    try (TraceStoreWriter writer = TraceStoreWriter.createUncompressed(file)) {
      halo.describe(writer);
    }
    return file;
  }

  private long programBytes(FlatHalo halo) {
    return Sizes.compress(plain(halo), null, folder.resolve("c.bin")).programBytes();
  }

  @Test
  void structureDoesNotGrowWithIterations() {
    long few = programBytes(new FlatHalo(4, 3, 3, 10));
    assertThat(programBytes(new FlatHalo(4, 3, 3, 120)) - few).isBetween(-4L, 4L);
  }

  @Test
  void structureDoesNotGrowWithRanks() {
    long few = programBytes(new FlatHalo(4, 4, 4, 10));
    assertThat(programBytes(new FlatHalo(16, 8, 8, 10))).isLessThan(few + few / 4);
  }

  @Test
  @EnabledIfSystemProperty(named = "update.docs", matches = "true")
  void tablesAreWritten() throws IOException {
    write("programs", programs());
    write("halos", halos());
    write("durations", durations());
    write("scalatrace", scalaTrace());
  }

  private static void write(String part, String table) throws IOException {
    String text = Files.readString(PAGE);
    String begin = BEGIN.formatted(part);
    int start = text.indexOf(begin) + begin.length();
    assertThat(start).as(part).isGreaterThan(begin.length());
    int end = text.indexOf(END, start);
    Files.writeString(PAGE, text.substring(0, start) + "\n" + table + "\n" + text.substring(end));
  }

  private static String row(String name, Sizes sizes) {
    CompressionResult result = sizes.result();
    return String.format(
        Locale.US,
        "| %s | %,d | %,d | %,d | %,d | %,d | %,d |%n",
        name,
        result.operations(),
        sizes.plain(),
        sizes.zstd(),
        result.bytesAfter(),
        result.programBytes(),
        result.programsAfter());
  }

  private static String head(String what) {
    return "| "
        + what
        + " | ops | `.bin` as it is | `zstd -19` of it | compressed | of that programs | number |\n"
        + "|---|---|---|---|---|---|---|\n";
  }

  private String programs() throws IOException {
    StringBuilder table = new StringBuilder(head("trace"));
    for (String name : PROGRAMS) {
      Sizes sizes = Sizes.of(TRACES.resolve(name + ".tar.gz"), folder);
      table.append(row("`" + name + "`", sizes));
    }
    return table.toString();
  }

  private String halos() throws IOException {
    StringBuilder table = new StringBuilder(head("ranks x iterations"));
    for (FlatHalo halo : HALOS) {
      String name = String.format(Locale.US, "%,d x %,d", halo.ranks(), halo.iterations());
      table.append(row(name, Sizes.ofPlain(plain(halo), folder)));
    }
    return table.toString();
  }

  private String durations() {
    StringBuilder table = new StringBuilder("| trace | rule | bytes | predicted | difference |\n");
    table.append("|---|---|---|---|---|\n");
    for (String name : List.of("cg.W.64", "mg.S.64", "lu.W.16", "bt.S.16")) {
      Path file = folder.resolve(name + ".bin");
      double exact = 0;
      for (String rule : List.of("exact", "quantise=1%", "quantise=5%", "histogram")) {
        Path trace = TRACES.resolve(name + ".tar.gz");
        long bytes = Sizes.compress(trace, rule, file).bytesAfter();
        double seconds = predictedSeconds(file, "mean");
        exact = rule.equals("exact") ? seconds : exact;
        table.append(durationRow(name, "`" + rule + "`", bytes, seconds, exact));
        if (rule.equals("histogram")) {
          String sampled = "`histogram`, replayed with `--compute sampled`";
          double drawn = predictedSeconds(file, "sampled");
          table.append(durationRow(name, sampled, bytes, drawn, exact));
        }
      }
    }
    return table.toString();
  }

  private static double predictedSeconds(Path trace, String compute) {
    return Foretell.prediction()
        .machine("summit")
        .trace(trace)
        .model("loggops")
        .compute(compute)
        .run()
        .predictedSeconds();
  }

  private static String durationRow(
      String name, String rule, long bytes, double seconds, double exact) {
    return String.format(
        Locale.US,
        "| `%s` | %s | %,d | %.3f ms | %+.2f %% |%n",
        name,
        rule,
        bytes,
        1000 * seconds,
        100 * (seconds / exact - 1));
  }

  private String scalaTrace() throws IOException {
    StringBuilder table = new StringBuilder();
    table.append("| program | its file | our trace | programs | with histograms, whole file |\n");
    table.append("|---|---|---|---|---|\n");
    for (List<String> pair :
        List.of(
            List.of("td.lu.A.16.I.scalatrace", "lu.W.16"),
            List.of("ti.cg.A.16.I.scalatrace", "cg.S.16"))) {
      CompressionResult result =
          Sizes.compress(
              TRACES.resolve(pair.get(1) + ".tar.gz"), "histogram", folder.resolve("h.bin"));
      table.append(
          String.format(
              Locale.US,
              "| `%s` | %,d | `%s` | %,d | %,d |%n",
              pair.get(0),
              Files.size(SCALATRACE.resolve(pair.get(0))),
              pair.get(1),
              result.programBytes(),
              result.bytesAfter()));
    }
    return table.toString();
  }
}
