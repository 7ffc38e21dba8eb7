package org.foretell.parsers.scalatrace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.foretell.parsers.TraceFormatReader;
import org.foretell.parsers.TraceFormats;
import org.foretell.trace.DurationHistogram;
import org.foretell.trace.OpCode;
import org.foretell.trace.OpView;
import org.foretell.trace.RankCursor;
import org.foretell.trace.TraceSource;
import org.foretell.trace.store.TraceStoreReader;
import org.foretell.trace.store.TraceStoreWriter;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Real traces, of NPB LU and CG, against what they are known to expand to and against the slow
 * expander, call by call. They are looked for in {@code foretell.scalatrace}.
 */
class ScalaTraceDataTest {
  private static final Path DATA =
      Path.of(System.getProperty("foretell.scalatrace", "../../shared/data/scalatrace"));

  /** Longer traces take seconds each: only when asked for. */
  private static final long MOST_EVENTS =
      Boolean.getBoolean("foretell.long") ? Long.MAX_VALUE : 400_000;

  private static final Pattern BIN =
      Pattern.compile("\\{(\\S+) (\\S+) (\\S+) (\\S+) (\\S+) (\\d+)\\}");

  @TempDir private Path folder;

  /** A line of the table: a file and its figures. */
  record Expected(String file, Map<String, Long> figures) {
    @Override
    public String toString() {
      return file;
    }
  }

  static Stream<Expected> files() throws IOException {
    if (!Files.isDirectory(DATA)) {
      return Stream.of(new Expected("", Map.of()));
    }
    List<String> lines = Files.readAllLines(DATA.resolve("expected.tsv"));
    String[] names = lines.get(0).split("\t", -1);
    return lines.stream()
        .skip(1)
        .map(
            line -> {
              String[] fields = line.split("\t", -1);
              Map<String, Long> figures = new HashMap<>();
              for (int i = 1; i < fields.length; i++) {
                figures.put(names[i], Long.valueOf(fields[i]));
              }
              return new Expected(fields[0], figures);
            })
        .filter(file -> file.figures().get("expanded_events") <= MOST_EVENTS);
  }

  @ParameterizedTest
  @MethodSource("files")
  void meetsTheFiguresCallByCall(Expected expected) throws IOException {
    assumeTrue(!expected.file().isEmpty(), "no traces of ScalaTrace beside the checkout");
    Path file = DATA.resolve(expected.file());
    assertThat(TraceFormats.installed().of(file).map(TraceFormatReader::id)).contains("scalatrace");
    Path bin = folder.resolve("trace.bin");
    try (TraceStoreWriter sink = TraceStoreWriter.create(bin)) {
      ScalaTraceReader.read(file, ScalaTraceOptions.DEFAULT, sink);
    }
    assertThat(Files.size(bin)).isLessThan(Files.size(file));
    SlowExpander slow = new SlowExpander(file);
    assertThat(slow.items).hasSize(expected.figures().get("items").intValue());
    Totals totals = new Totals();
    try (TraceSource trace = TraceStoreReader.open(bin)) {
      assertThat(trace.info().ranks()).isEqualTo(expected.figures().get("ranks").intValue());
      for (int rank = 0; rank < trace.info().ranks(); rank++) {
        totals.rank(trace, slow, rank);
      }
    }
    assertThat(expected.figures()).containsAllEntriesOf(totals.figures());
  }

  private static final class Totals {
    private final List<Long> calls = new ArrayList<>();
    private long sends;
    private long wildcards;
    private long bytes;
    private final Map<String, List<DurationHistogram.Bin>> bins = new HashMap<>();

    void rank(TraceSource trace, SlowExpander slow, int rank) {
      long[] count = {0};
      OpView op = new OpView();
      try (RankCursor cursor = trace.open(rank)) {
        slow.expand(
            rank,
            expected -> {
              count[0]++;
              assertThat(cursor.next(op)).isTrue();
              if (op.code() == OpCode.COMPUTE) {
                String line = burstBefore(expected);
                assertThat(line).isNotNull();
                DurationHistogram histogram = trace.tables().histograms().get(op.histogram());
                if (!histogram.bins().equals(bins.computeIfAbsent(line, Totals::bins))) {
                  assertThat(histogram.bins()).isEqualTo(bins.get(line));
                }
                assertThat(cursor.next(op)).isTrue();
              } else {
                assertThat(burstBefore(expected)).isNull();
              }
              call(trace, expected, op, rank);
            });
        assertThat(cursor.next(op)).isFalse();
      }
      calls.add(count[0]);
    }

    private static String burstBefore(SlowExpander.Execution expected) {
      SlowExpander.Item item = expected.item();
      return (item.bursts.isEmpty() ? item.instructions : item.bursts).get(expected.before());
    }

    private static List<DurationHistogram.Bin> bins(String line) {
      double unitPs = line.startsWith("COMP 4c") ? 1e6 * 1e3 / 1e3 : 1e6;
      List<DurationHistogram.Bin> bins = new ArrayList<>();
      Matcher matcher = BIN.matcher(line);
      while (matcher.find()) {
        if (Long.parseLong(matcher.group(6)) > 0) {
          bins.add(
              new DurationHistogram.Bin(
                  Long.parseLong(matcher.group(6)),
                  Math.round(Double.parseDouble(matcher.group(2)) * unitPs),
                  Math.round(Double.parseDouble(matcher.group(3)) * unitPs),
                  Math.round(Double.parseDouble(matcher.group(4)) * unitPs)));
        }
      }
      return bins;
    }

    private void call(TraceSource trace, SlowExpander.Execution expected, OpView op, int rank) {
      SlowExpander.Item item = expected.item();
      check(trace.tables().callSites().get(op.callSite()).equals(item.signature), expected, op);
      int size = 0;
      if (item.parameters.containsKey("12")) {
        size = expected.value("12") * (expected.value("14") == 16 ? 8 : 4);
      }
      switch (item.op) {
        case 1113 -> {
          sends++;
          bytes += size;
          check(op.code() == OpCode.SEND && op.bytes() == size, expected, op);
          check(op.peer() == (expected.value("1a") + rank) % trace.info().ranks(), expected, op);
        }
        case 1090, 1102 -> {
          boolean isAny = expected.value("2b") == Integer.MAX_VALUE;
          wildcards += isAny ? 1 : 0;
          check(op.code() == (item.op == 1090 ? OpCode.IRECV : OpCode.RECV), expected, op);
          check(op.receiveBytes() == size, expected, op);
          int source = (expected.value("2b") + rank) % trace.info().ranks();
          check(op.peer() == (isAny ? OpView.ANY : source), expected, op);
          check(op.code() != OpCode.IRECV || op.request() == 0, expected, op);
        }
        case 1148 -> check(op.code() == OpCode.WAIT && op.request() == 0, expected, op);
        case 1004 -> check(op.code() == OpCode.ALLREDUCE && op.bytes() == size, expected, op);
        case 1011 -> check(op.code() == OpCode.BCAST && op.bytes() == size, expected, op);
        case 1104 -> check(op.code() == OpCode.REDUCE && op.bytes() == size, expected, op);
        case 1010 -> check(op.code() == OpCode.BARRIER, expected, op);
        case 1027 -> check(op.code() == OpCode.COMM_DUP, expected, op);
        case 1084 -> check(op.code() == OpCode.INIT, expected, op);
        case 1045 -> check(op.code() == OpCode.FINALIZE, expected, op);
        default -> throw new AssertionError("op " + item.op);
      }
    }

    private static void check(boolean holds, SlowExpander.Execution expected, OpView op) {
      if (!holds) {
        throw new AssertionError(op + " is not " + expected.item().op + " " + expected.values());
      }
    }

    Map<String, Long> figures() {
      return Map.of(
          "expanded_events",
          calls.stream().mapToLong(i -> i).sum(),
          "min_per_rank",
          calls.stream().mapToLong(i -> i).min().orElseThrow(),
          "max_per_rank",
          calls.stream().mapToLong(i -> i).max().orElseThrow(),
          "sends",
          sends,
          "wildcard_recvs",
          wildcards,
          "payload_bytes",
          bytes);
    }
  }
}
