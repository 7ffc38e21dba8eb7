package org.foretell;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import java.io.FilterWriter;
import java.io.IOException;
import java.io.StringWriter;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.foretell.observe.MessageVolume;
import org.foretell.observe.Total;
import org.foretell.report.CheckResult;
import org.foretell.report.InfoResult;
import org.foretell.report.RunResult;
import org.foretell.report.TraceContents;
import org.foretell.result.Prediction;
import org.foretell.result.Problem;
import org.foretell.trace.Capability;
import org.foretell.trace.OpCode;
import org.foretell.trace.TraceSource;
import org.foretell.trace.store.TraceStoreReader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a program learns of a trace without a machine. */
class InspectionTest {
  private static final Path EXAMPLE = Path.of("../examples/mg.S.64.bin");

  @TempDir private Path folder;

  private Path file(String name, String... lines) throws IOException {
    return Files.writeString(folder.resolve(name), String.join("\n", lines) + "\n");
  }

  @Test
  void theExampleMatchesItsPage() {
    InfoResult info = Foretell.info(EXAMPLE);
    assertThat(info.version()).isEqualTo(Version.text());
    assertThat(info.trace().sha256()).hasSize(64);
    assertThat(info.trace().info().ranks()).isEqualTo(64);
    assertThat(info.contents().operations()).isEqualTo(105_683);
    assertThat(info.contents().sent().messages()).isEqualTo(26_016);
    assertThat(info.contents().kinds())
        .filteredOn(kind -> kind.code() == OpCode.COMPUTE)
        .singleElement()
        .extracting(TraceContents.Kind::count)
        .isEqualTo(21_043L);
    assertThat(info.warnings()).isEmpty();
  }

  @Test
  void totalsAreExactBeyondWhatALongHolds() throws IOException {
    Path trace =
        file(
            "sum.txt",
            "foretell-trace 1",
            "ranks 1",
            "program 0 {",
            "  repeat 3 {",
            "    send peer=0 bytes=9223372036854775807",
            "  }",
            "}");
    assertThat(Foretell.info(trace).contents().kinds().get(0).bytes())
        .hasToString("27670116110564327421");
  }

  @Test
  void countingReportsItsProgress() {
    List<Long> told = new ArrayList<>();
    Foretell.info()
        .trace(EXAMPLE)
        .progress(
            (timePs, operations, totalOperations) -> {
              assertThat(totalOperations).isEqualTo(105_683);
              told.add(operations);
            },
            50_000)
        .run();
    assertThat(told).containsExactly(50_000L, 100_000L);
  }

  @Test
  void jsonIsTheSameAsATextAndPieceByPiece() throws IOException {
    InfoResult info = Foretell.info(EXAMPLE);
    StringWriter pieces = new StringWriter();
    info.writeJson(pieces);
    assertThat(pieces).hasToString(info.json());
  }

  @Test
  void aDiskThatIsFullIsAFailureOfTheOutput() {
    Writer failing =
        new FilterWriter(new StringWriter()) {
          @Override
          public void write(char[] text, int offset, int length) throws IOException {
            throw new IOException("no space left");
          }
        };
    RunResult result = Foretell.predict("jaguar-xt5", EXAMPLE);
    assertThatIOException()
        .isThrownBy(() -> result.writeJson(failing))
        .withMessage("no space left");
  }

  @Test
  void aSoundTraceConservesItsMessages() {
    CheckResult check = Foretell.check(EXAMPLE);
    assertThat(check.sound()).isTrue();
    assertThat(check.sent()).isEqualTo(check.received());
    assertThat(check.oneSided()).isEqualTo(MessageVolume.NONE);
    assertThat(check.collectiveCalls()).isEqualTo(6_464);
    assertThat(check.trace().sha256()).isEqualTo(Foretell.info(EXAMPLE).trace().sha256());
  }

  @Test
  void aTraceInMemoryIsCheckedAndStaysOpen() {
    try (TraceSource trace = TraceStoreReader.open(EXAMPLE)) {
      CheckSetup setup = Foretell.check().trace(trace, "mg in memory");
      CheckResult check = setup.run();
      assertThat(check.sound()).isTrue();
      assertThat(check.trace().name()).isEqualTo("mg in memory");
      assertThat(check.trace().format()).isEqualTo("memory");
      assertThat(setup.run()).isEqualTo(check);
      assertThat(Foretell.info().trace(trace, "mg in memory").run().contents())
          .isEqualTo(check.contents());
    }
  }

  @Test
  void aDeadlockIsAResult() throws IOException {
    CheckResult check =
        Foretell.check(
            file(
                "deadlock.txt",
                "0 init",
                "1 init",
                "0 recv 1 7 8 6",
                "1 recv 0 7 8 6",
                "0 send 1 7 8 6",
                "1 send 0 7 8 6"));
    assertThat(check.sound()).isFalse();
    assertThat(check.outcome()).isEqualTo(Prediction.Outcome.DEADLOCKED);
    assertThat(check.deadlock().orElseThrow().cycle()).containsExactly(0, 1);
    assertThat(check.reliesOnBuffers()).isFalse();
    assertThat(check.json()).contains("\"sound\" : false", "\"outcome\" : \"deadlocked\"");
  }

  @Test
  void aMessageThatNobodyTakesIsNotConserved() throws IOException {
    CheckResult check =
        Foretell.check(file("left.txt", "0 init", "1 init", "0 send 1 3 100 6", "1 compute 5"));
    assertThat(check.completed()).isTrue();
    assertThat(check.conserved()).isFalse();
    assertThat(check.sound()).isFalse();
    assertThat(check.sent()).isEqualTo(new MessageVolume(1, Total.of(100)));
    assertThat(check.received()).isEqualTo(MessageVolume.NONE);
  }

  @Test
  void updatesThatNobodyWaitsForAreAllowed() throws IOException {
    CheckResult check =
        Foretell.check(
            file(
                "updates.txt",
                "foretell-trace 1",
                "ranks 2",
                "program 0 {",
                "init",
                "repeat 3 {",
                "shmem_atomic peer=1 bytes=8 tag=1",
                "}",
                "finalize",
                "}",
                "program 1 {",
                "init",
                "shmem_wait_until tag=1 count=1",
                "finalize",
                "}"));
    assertThat(check.problems())
        .extracting(Problem::kind)
        .containsExactly(Problem.Kind.LEFTOVER_UPDATE);
    assertThat(check.sound()).isTrue();
  }

  @Test
  void relianceOnBuffersIsFound() throws IOException {
    CheckResult check =
        Foretell.check(
            file(
                "buffered.txt",
                "0 init",
                "1 init",
                "0 send 1 3 8 6",
                "1 send 0 3 8 6",
                "0 recv 1 3 8 6",
                "1 recv 0 3 8 6"));
    assertThat(check.sound()).isTrue();
    assertThat(check.reliesOnBuffers()).isTrue();
    assertThat(check.leavesChoices()).isFalse();
  }

  @Test
  void aReceiveFromAnySourceLeavesAChoice() throws IOException {
    CheckResult check =
        Foretell.check(
            file(
                "any.txt",
                "foretell-trace 1",
                "ranks 2",
                "program 0 {",
                "  send peer=1 tag=3 bytes=8",
                "}",
                "program 1 {",
                "  recv peer=any tag=3 receive_bytes=8",
                "}"));
    assertThat(check.trace().capabilities()).contains(Capability.UNRESOLVED_WILDCARDS);
    assertThat(check.leavesChoices()).isTrue();
  }

  @Test
  void anOptionWithoutEffectGetsAWarning() {
    assertThat(Foretell.info().trace(EXAMPLE).baseFlops("2Gflop/s").run().warnings())
        .singleElement()
        .asString()
        .contains("base flops has no effect");
  }
}
