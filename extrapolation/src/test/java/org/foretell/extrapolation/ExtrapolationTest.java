package org.foretell.extrapolation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.StringJoiner;
import java.util.function.IntFunction;
import org.foretell.Foretell;
import org.foretell.failure.ForetellException;
import org.foretell.input.OpenTrace;
import org.foretell.input.TraceReading;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ExtrapolationTest {
  private static final String SITE = " call_site=0\n";

  @TempDir private Path folder;

  private Path trace(TestProgram program, int ranks) throws IOException {
    return Files.writeString(folder.resolve(program + "." + ranks + ".txt"), program.trace(ranks));
  }

  private List<Path> traces(TestProgram program, int... ranks) throws IOException {
    List<Path> traces = new ArrayList<>();
    for (int count : ranks) {
      traces.add(trace(program, count));
    }
    return traces;
  }

  private Path output() {
    return folder.resolve("out.bin");
  }

  @ParameterizedTest
  @EnumSource
  void callsAreThoseOfTheProgram(TestProgram program) throws IOException {
    List<Integer> ranks = program.sizes();
    List<Path> smaller = traces(program, ranks.get(0), ranks.get(1), ranks.get(2));
    ExtrapolationResult result = Extrapolation.of(smaller).ranks(ranks.get(3)).to(output());
    assertThat(result.open()).isEmpty();
    assertThat(Foretell.check().trace(output()).run().sound()).isTrue();
    Path traced = trace(program, ranks.get(3));
    assertThat(Foretell.check().trace(output()).sameOpsAs(traced).ranksThatDiffer()).isZero();
    assertThat(seconds(output())).isCloseTo(seconds(traced), withinPercent(seconds(traced)));
    assertThat(result.holdOut().possible()).as(result.holdOut().reason()).isTrue();
  }

  private static org.assertj.core.data.Offset<Double> withinPercent(double seconds) {
    return org.assertj.core.data.Offset.offset(seconds * 0.01);
  }

  private static double seconds(Path trace) {
    return Foretell.prediction()
        .machine("perlmutter-cpu")
        .trace(trace)
        .interval(false)
        .run()
        .predictedSeconds();
  }

  @Test
  void theHoldOutTellsHowFarTheLargestTraceIsMissed() throws IOException {
    List<Path> traces = traces(TestProgram.HALO, 4, 16);
    String slower = TestProgram.HALO.trace(64).replace("duration=100us", "duration=125us");
    traces.add(Files.writeString(folder.resolve("slower.txt"), slower));
    HoldOut held = Extrapolation.of(traces).ranks(256).to(output()).holdOut();
    assertThat(held.ranks()).isEqualTo(64);
    assertThat(held.ranksThatDiffer()).isZero();
    assertThat(held.timeError()).isNotNull().isBetween(-0.25, -0.1);
    assertThat(held.summary()).contains("all calls are the same", "%");
    String notes = String.join("\n", notes(output()));
    assertThat(notes).contains("extrapolated from runs of 4, 16, 64 ranks; hold-out of 64 ranks");
  }

  /** A program in which all ranks make the same calls. */
  private List<Path> same(IntFunction<String> calls, int... ranks) throws IOException {
    List<Path> traces = new ArrayList<>();
    for (int count : ranks) {
      String text = "foretell-trace 1\nranks " + count + "\ncall_site 0 \"a.c:1\"\n";
      text += "call_site 1 \"late.c:9\"\n";
      for (int rank = 0; rank < count; rank++) {
        text += "program " + rank + " {\n" + calls.apply(count) + "}\n";
      }
      traces.add(Files.writeString(folder.resolve("same." + count + ".txt"), text));
    }
    return traces;
  }

  @Test
  void aLargestTraceThatTheOthersMissIsRefused() throws IOException {
    // 4 and 5 ranks have 2 rounds, which looks like a constant.
    List<Path> traces =
        same(
            ranks -> "  allreduce bytes=" + (31 - Integer.numberOfLeadingZeros(ranks)) + SITE,
            4,
            5,
            16);
    assertThatThrownBy(() -> Extrapolation.of(traces).ranks(64).to(output()))
        .isInstanceOf(ForetellException.class)
        .hasMessageContaining("the calls of 16 of 16 ranks differ")
        .hasMessageContaining("extrapolated allreduce bytes=2")
        .hasMessageContaining("--approximate");
    assertThat(output()).doesNotExist();
    ExtrapolationResult result = Extrapolation.of(traces).ranks(64).approximate(true).to(output());
    assertThat(result.warnings()).anyMatch(text -> text.startsWith("written though the smaller"));
    assertThat(result.laws()).anyMatch(group -> group.law().equals("floor(lg p)"));
  }

  /** Steps of as many rounds as the logarithm are one loop in the traces; each begins with work. */
  @Test
  void workBeforeRoundsStaysBeforeRounds() throws IOException {
    List<Path> traces = steps(4, 16, 64);
    HoldOut held = Extrapolation.of(traces).ranks(256).to(output()).holdOut();
    assertThat(held.timeError()).isNotNull().isBetween(-0.01, 0.01);
    double wanted = seconds(steps(256).get(0));
    assertThat(seconds(output())).isCloseTo(wanted, within(0.01 * wanted));
  }

  private List<Path> steps(int... ranks) throws IOException {
    List<Path> traces = new ArrayList<>();
    for (int count : ranks) {
      StringBuilder text = new StringBuilder("foretell-trace 1\nranks " + count + "\n");
      text.append("call_site 0 \"steps.c:1\"\n");
      for (int rank = 0; rank < count; rank++) {
        text.append("program " + rank + " {\n");
        for (int step = 0; step < 3; step++) {
          text.append("  compute duration=5us\n");
          for (int distance = 1; distance < count; distance *= 2) {
            text.append("  sendrecv peer=" + (rank + distance) % count + " bytes=8 receive_peer=");
            text.append(Math.floorMod(rank - distance, count) + " receive_bytes=8" + SITE);
          }
        }
        text.append("}\n");
      }
      traces.add(Files.writeString(folder.resolve("steps." + count + ".txt"), text));
    }
    return traces;
  }

  /** The base speed of the traces is that of the hold-out, too. */
  @Test
  void theHoldOutScalesItsComputationAsTheLargestTraceDoes() throws IOException {
    List<Path> traces = traces(TestProgram.HALO, 4, 16, 64);
    for (Path trace : traces) {
      String text = Files.readString(trace);
      Files.writeString(trace, text.replaceFirst("ranks ", "base_flops_per_second 2e9\nranks "));
    }
    HoldOut held = Extrapolation.of(traces).ranks(256).to(output()).holdOut();
    assertThat(held.timeError()).isNotNull().isBetween(-0.01, 0.01);
  }

  @Test
  void halvingGoesOnToNothing() throws IOException {
    IntFunction<String> halves =
        ranks -> {
          StringBuilder calls = new StringBuilder();
          for (int i = 0; i < ranks; i++) {
            calls.append("  bcast bytes=" + (i < 63 ? 1024L >> i : 0) + " root=0" + SITE);
          }
          return calls.toString();
        };
    Extrapolation.of(same(halves, 4, 8, 16)).ranks(128).to(output());
    Path wanted = same(halves, 128).get(0);
    assertThat(Foretell.check().trace(output()).sameOpsAs(wanted).ranksThatDiffer()).isZero();
  }

  /** A sort: each rank has for each other as many keys as chance gives, and both agree. */
  private List<Path> sorts(int... ranks) throws IOException {
    List<Path> traces = new ArrayList<>();
    for (int count : ranks) {
      StringBuilder text = new StringBuilder("foretell-trace 1\nranks " + count + "\n");
      text.append("call_site 0 \"sort.c:1\"\n");
      int[][] keys = new int[count][count];
      Random random = new Random(count);
      for (int key = 0; key < 20_000; key++) {
        keys[random.nextInt(count)][random.nextInt(count)]++;
      }
      for (int rank = 0; rank < count; rank++) {
        StringJoiner sent = new StringJoiner(",");
        StringJoiner received = new StringJoiner(",");
        for (int other = 0; other < count; other++) {
          sent.add("" + 4 * keys[rank][other]);
          received.add("" + 4 * keys[other][rank]);
        }
        text.append("program " + rank + " {\n  alltoallv send_bytes_by_rank=[" + sent);
        text.append("] receive_bytes_by_rank=[" + received + "]" + SITE + "}\n");
      }
      traces.add(Files.writeString(folder.resolve("sort." + count + ".txt"), text));
    }
    return traces;
  }

  @Test
  void sizesThatFollowFromDataAreDrawnOnRequest() throws IOException {
    List<Path> traces = sorts(4, 8, 16);
    assertThatThrownBy(() -> Extrapolation.of(traces).ranks(32).to(output()))
        .isInstanceOf(OpenLawsException.class)
        .hasMessageContaining("drawn for each pair of ranks")
        .hasMessageContaining("around 8.000e+04 bytes p^-2.00, or whatever follows from the data");
    ExtrapolationResult result = Extrapolation.of(traces).ranks(32).approximate(true).to(output());
    // Sizes that two ranks do not agree on are no sound trace.
    assertThat(Foretell.check().trace(output()).run().sound()).isTrue();
    assertThat(result.warnings()).anyMatch(text -> text.startsWith("taken as drawn"));
    assertThat(result.holdOut().timeError()).isNotNull().isBetween(-0.1, 0.1);
    double traced = seconds(sorts(32).get(0));
    assertThat(seconds(output())).isCloseTo(traced, within(0.1 * traced));
  }

  /** A mesh of 36 x 36 points on 2 x 2, 3 x 3 and 4 x 4 ranks, whose halves nobody has seen. */
  @Test
  void partsOfElementsAreNoLaw() throws IOException {
    List<Path> traces = same(ranks -> "  allreduce bytes=" + 8 * 36 * 36 / ranks + SITE, 4, 9, 16);
    assertThatThrownBy(() -> Extrapolation.of(traces).ranks(64).to(output()))
        .isInstanceOf(ForetellException.class)
        .hasMessageContaining("no law gives bytes in whole elements of 8 bytes, as here: 2592");
    ExtrapolationResult result = Extrapolation.of(traces).ranks(36).to(output());
    assertThat(result.laws()).anyMatch(group -> group.law().equals("10368 / p"));
  }

  @Test
  void aMissOfLawsThatAreOpenIsNoEvidence() throws IOException {
    // With 4 and 16 ranks, 2 and 4 bytes are the logarithm or the root; with 64 they are the root.
    List<Path> traces =
        same(ranks -> "  allreduce bytes=" + Math.round(Math.sqrt(ranks)) + SITE, 4, 16, 64);
    ExtrapolationResult result = Extrapolation.of(traces).ranks(256).to(output());
    assertThat(result.laws()).anyMatch(group -> group.law().equals("sqrt p"));
    assertThat(result.holdOut().openLaws()).isEqualTo(1);
    assertThat(result.holdOut().differences())
        .anyMatch(text -> text.contains("extrapolated allreduce bytes=6"));
    assertThat(result.warnings()).noneMatch(text -> text.startsWith("written though"));
  }

  @Test
  void burstsThatShrinkWithTwoTracesAreNotTakenAsConstant() throws IOException {
    List<Path> traces =
        same(ranks -> "  compute duration=" + 200 / ranks + "us\n  barrier call_site=0\n", 2, 4);
    ExtrapolationResult result = Extrapolation.of(traces).ranks(8).approximate(true).to(output());
    assertThat(result.bursts().get(0).meanSeconds()).isCloseTo(25e-6, within(1e-9));
    assertThat(result.warnings()).noneMatch(text -> text.contains("taken as constant"));
  }

  @Test
  void burstsOfCallsThatOneTraceAloneHasAreADoubt() throws IOException {
    List<Path> traces =
        same(
            ranks ->
                "  allreduce bytes=8 call_site=0\n  compute duration="
                    + 200 / ranks
                    + "us\n  barrier call_site="
                    + (ranks == 2 ? 0 : 1)
                    + "\n",
            2,
            4);
    ExtrapolationResult result = Extrapolation.of(traces).ranks(8).approximate(true).to(output());
    assertThat(result.warnings())
        .anyMatch(
            text ->
                text.startsWith("bursts before calls that one trace alone has")
                    && text.contains("2 of 2, the longest with 100.0 us before barrier at a.c:1"));
  }

  @Test
  void callsThatSmallerTracesLackAreNamedInARefusal() throws IOException {
    List<Path> traces =
        same(
            ranks ->
                "  allreduce bytes="
                    + (ranks == 8 ? 1009 : 7)
                    + " call_site=0\n"
                    + (ranks == 16 ? "  barrier call_site=1\n" : ""),
            4,
            8,
            16);
    assertThatThrownBy(() -> Extrapolation.of(traces).ranks(64).to(output()))
        .isInstanceOf(ForetellException.class)
        .hasMessageContaining("no law gives bytes")
        .hasMessageContaining("traces of fewer than 16 ranks lack barrier at late.c:9");
  }

  private static List<String> notes(Path trace) {
    try (OpenTrace opened = new TraceReading().open(trace)) {
      return opened.source().info().notes();
    }
  }

  @Test
  void whatTwoTracesLeaveOpenIsRefusedWithCandidates() throws IOException {
    List<Path> two = traces(TestProgram.DISSEMINATION, 4, 16);
    assertThatThrownBy(() -> Extrapolation.of(two).ranks(256).to(output()))
        .isInstanceOf(ForetellException.class)
        .hasMessageContaining("not determined by these traces")
        .hasMessageContaining("lg p = 8")
        .hasMessageContaining("would decide")
        .hasMessageContaining("--approximate");
    assertThat(output()).doesNotExist();
    ExtrapolationResult result = Extrapolation.of(two).ranks(256).approximate(true).to(output());
    assertThat(result.open()).isNotEmpty();
    assertThat(result.warnings()).anyMatch(text -> text.startsWith("taken as lg p"));
    assertThat(result.holdOut().possible()).isFalse();
    assertThat(
            Foretell.check()
                .trace(output())
                .sameOpsAs(trace(TestProgram.DISSEMINATION, 256))
                .ranksThatDiffer())
        .isZero();
  }

  @Test
  void aNumberThatIsNoMemberOfTheGridIsRefusedWithTheNearestThatAre() throws IOException {
    assertThatThrownBy(
            () -> Extrapolation.of(traces(TestProgram.HALO, 4, 16, 64)).ranks(1000).to(output()))
        .isInstanceOf(ForetellException.class)
        .hasMessageStartingWith(
            "1000 ranks are no member of the grid that the traces fit (a square: 2 x 2, 4 x 4,"
                + " 8 x 8); take a number that is: 961 (31 x 31) or 1024 (32 x 32)");
    assertThat(output()).doesNotExist();
  }

  @Test
  void equalTracesGiveEqualFiles() throws IOException {
    List<Path> traces = traces(TestProgram.HALO, 16, 4, 64);
    Extrapolation.of(traces).ranks(1024).to(output());
    byte[] first = Files.readAllBytes(output());
    Extrapolation.of(traces).ranks(1024).to(output());
    assertThat(Files.readAllBytes(output())).isEqualTo(first);
  }

  @Test
  void allLawsAreInTheJson() throws IOException {
    ExtrapolationResult result =
        Extrapolation.of(traces(TestProgram.HALO, 4, 16, 64)).ranks(256).to(output());
    StringWriter json = new StringWriter();
    result.writeJson(json);
    assertThat(json.toString())
        .contains("\"law\" : \"4096 / n1\"", "receive_bytes of irecv at halo.c:10", "\"holdOut\"")
        .contains("\"grid\" : \"16 x 16\"");
    assertThat(result.bursts()).isNotEmpty();
  }

  @Test
  void aProgramThatDeadlocksIsNotExtrapolated() throws IOException {
    List<Path> traces = new ArrayList<>();
    for (int ranks : new int[] {2, 3, 4}) {
      StringBuilder text = new StringBuilder("foretell-trace 1\nranks " + ranks + "\n");
      for (int rank = 0; rank < ranks; rank++) {
        text.append("program ").append(rank).append(" {\n  recv peer=").append((rank + 1) % ranks);
        text.append(" receive_bytes=8\n}\n");
      }
      traces.add(Files.writeString(folder.resolve(ranks + ".txt"), text));
    }
    assertThatThrownBy(() -> Extrapolation.of(traces).ranks(8).to(output()))
        .hasMessageContaining("this trace itself does not replay");
    assertThat(output()).doesNotExist();
  }

  @Test
  void requestsThatCannotBeFollowedKeepTheirSlots() throws IOException {
    List<Path> traces = new ArrayList<>();
    for (int ranks : new int[] {2, 4, 8}) {
      StringBuilder text = new StringBuilder("foretell-trace 1\nranks " + ranks + "\n");
      for (int rank = 0; rank < ranks; rank++) {
        text.append("program ").append(rank).append(" {\n  irecv peer=");
        text.append((rank + 1) % ranks).append(" receive_bytes=8 request=5\n  send peer=");
        text.append((rank + ranks - 1) % ranks).append(" bytes=8\n");
        text.append("  waitany requests=[5] outcome=0\n}\n");
      }
      traces.add(Files.writeString(folder.resolve(ranks + ".txt"), text));
    }
    Extrapolation.of(traces).ranks(32).to(output());
    assertThat(Foretell.check().trace(output()).run().sound()).isTrue();
  }
}
