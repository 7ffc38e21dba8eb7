package org.foretell.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.stream.Stream;
import java.util.zip.CRC32C;
import org.foretell.cli.shell.ExitCode;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Whatever a user hands over: one message, an exit code, nothing on standard output. */
class BadInputTest {
  @TempDir private Path folder;

  private static void assertRefused(SimCall call, String... words) {
    assertRefused(ExitCode.BAD_INPUT, call, words);
  }

  private static void assertWrongUsage(SimCall call, String... words) {
    assertRefused(ExitCode.USAGE, call, words);
  }

  private static void assertRefused(int exitCode, SimCall call, String... words) {
    assertThat(call.exitCode()).isEqualTo(exitCode);
    assertThat(call.out()).isEmpty();
    assertThat(call.err()).startsWith("sim: ").contains(words).doesNotContain("\tat ");
  }

  static Stream<Arguments> brokenTraces() {
    return Stream.of(
        Arguments.of("0 fly 3", "fly"),
        Arguments.of("0 send 1 0 -5 6", "-5"),
        Arguments.of("0 send 1 0 1180591620717411303424 6", "1180591620717411303424"),
        Arguments.of("0 send 1 0 8 9999", "9999"),
        Arguments.of("0 compute soon", "soon"),
        Arguments.of("2 compute 5", "rank"));
  }

  @ParameterizedTest
  @MethodSource("brokenTraces")
  void aBrokenLineIsNamedWithItsPlace(String line, String word) {
    Path trace = Scratch.file(folder, "broken.txt", "0 init", line);
    assertRefused(SimCall.of("run", "arc", trace), "broken.txt", word);
  }

  @Test
  void aTraceThatIsNotThere() {
    assertRefused(SimCall.of("run", "arc", folder.resolve("none.bin")), "none.bin", "no such file");
  }

  @Test
  void somethingThatIsNoTrace() throws IOException {
    Path junk = folder.resolve("junk.bin");
    Files.write(junk, new byte[] {0, 1, 2, 3, 0, 0, 0, 77});
    assertRefused(SimCall.of("info", junk), "junk.bin: ", "begins with the bytes 00 01 02 03 00");
  }

  @Test
  void theNameOfAFileDecidesItsFormatIfNothingElseDoes() throws IOException {
    Path binary = folder.resolve("magic.goalbin");
    Files.write(binary, new byte[] {(byte) 0x80, 0x10, 0, 0, 0, 0, 0, 0});
    assertRefused(SimCall.of("info", binary), "at byte 0", "magic number 4223", "found 4224");
    Path dim = Scratch.file(folder, "x.dim", "hello");
    assertRefused(SimCall.of("info", dim), "x.dim:1: ", "#DIMEMAS:", "'hello'");
    Path goal = Scratch.file(folder, "x.goal", "ranks 2");
    assertRefused(SimCall.of("info", goal), "x.goal:1:1: ", "num_ranks", "ranks");
  }

  @Test
  void somethingUnknownIsShownAsItBegins() throws IOException {
    assertRefused(
        SimCall.of("info", Scratch.file(folder, "a", "hello, world", "x")),
        "begins with \"hello, world\"; expected a native trace");
    Path bytes = Files.write(folder.resolve("b"), new byte[] {1, 2, (byte) 0xff});
    assertRefused(SimCall.of("info", bytes), "begins with the bytes 01 02 ff; expected");
  }

  @Test
  void filesThatAreNoTracesAreReportedByTheirKind() throws IOException {
    Path empty = Files.createFile(folder.resolve("empty.goal"));
    assertRefused(SimCall.of("info", empty), "empty.goal: is empty");
    assertRefused(SimCall.of("info", "/dev/null"), "/dev/null: is not a regular file", "save it");
    Path without = Files.createDirectory(folder.resolve("without"));
    Scratch.file(without, "notes", "nothing");
    assertRefused(SimCall.of("info", without), "is a folder without files of Foretell's tracer");
  }

  @Test
  void anUnreadableFolderIsNotReportedAsEmpty() throws IOException {
    Path closed = Files.createDirectory(folder.resolve("closed"));
    Files.setPosixFilePermissions(closed, Set.of());
    // The administrator may list it nevertheless.
    Assumptions.assumeFalse(Files.isReadable(closed));
    assertRefused(SimCall.of("info", closed), "closed: cannot read: ");
  }

  @Test
  void aMachineInThePlaceOfTheTraceAndTheOtherWayRound() {
    Path json = Scratch.file(folder, "m.json", "{\"formatVersion\": 1}");
    assertRefused(SimCall.of("run", "arc", json), "begins like a machine file", "machine first");
    Path xml = Scratch.file(folder, "m.xml", "<?xml version='1.0'?>");
    assertRefused(SimCall.of("run", "arc", xml), "SimGrid platform", "machine first");
    Path cfg = DimemasCase.all().get(0).machine();
    assertRefused(SimCall.of("run", "arc", cfg), "Dimemas configuration", "machine first");
    assertRefused(
        SimCall.of("run", SimCall.EXAMPLE, "arc"), "64.bin: is a trace; expected a machine");
  }

  @Test
  void aFolderIsATraceWhateverElseLiesInIt() throws IOException {
    Path ranks = Files.createDirectory(folder.resolve("ranks"));
    Files.createSymbolicLink(ranks.resolve("a-dangling-link"), folder.resolve("nowhere"));
    Files.createDirectory(ranks.resolve("b-folder"));
    Scratch.exchange(ranks, "8");
    Scratch.file(ranks, "notes", "nothing");
    assertThat(SimCall.of("run", "arc", ranks).exitCode()).isZero();
  }

  @Test
  void aTruncatedNativeTrace() throws IOException {
    byte[] whole = Files.readAllBytes(Path.of(SimCall.EXAMPLE));
    Path cut = folder.resolve("cut.bin");
    Files.write(cut, java.util.Arrays.copyOf(whole, whole.length / 2));
    assertRefused(SimCall.of("run", "arc", cut), "cut.bin", "expected", "found");
  }

  @Test
  void aNativeTraceWithAFlippedBit() throws IOException {
    byte[] bytes = Files.readAllBytes(Path.of(SimCall.EXAMPLE));
    bytes[bytes.length / 3] ^= 4;
    Path flipped = folder.resolve("flipped.bin");
    Files.write(flipped, bytes);
    assertRefused(SimCall.of("run", "arc", flipped), "flipped.bin");
  }

  @Test
  void aNativeTraceOfAVersionToCome() throws IOException {
    ByteBuffer bytes =
        ByteBuffer.wrap(Files.readAllBytes(Path.of(SimCall.EXAMPLE)))
            .order(ByteOrder.LITTLE_ENDIAN);
    // docs/trace-format.md: the version after the magic, a checksum at the end of the header
    bytes.putShort(8, (short) 77);
    CRC32C checksum = new CRC32C();
    checksum.update(bytes.array(), 0, 28);
    bytes.putInt(28, (int) checksum.getValue());
    Path future = folder.resolve("future.bin");
    Files.write(future, bytes.array());
    assertRefused(SimCall.of("run", "arc", future), "future.bin", "77");
  }

  @Test
  void aTraceThatLacksARank() {
    Path trace = Scratch.file(folder, "gap.txt", "0 init", "2 init", "0 compute 1", "2 compute 1");
    assertRefused(SimCall.of("check", trace), "gap.txt", "1");
  }

  @Test
  void aTextTraceWithAMistakeNamesItsLine() {
    Path trace =
        Scratch.file(
            folder, "typo.trace", "foretell-trace 1", "ranks 1", "program 0 {", "  fly", "}");
    assertRefused(SimCall.of("run", "arc", trace), "typo.trace", "4", "fly");
  }

  @Test
  void aMissingLineEndAtTheEndIsNoMistake() throws IOException {
    Path trace = Scratch.exchange(folder, "3000000000");
    String text = Files.readString(trace);
    Files.writeString(trace, text.stripTrailing());
    SimCall check = SimCall.of("check", trace);
    assertThat(check.exitCode()).isZero();
    assertThat(check.out()).contains("1 sent with 3,000,000,000 bytes");
  }

  @Test
  void allMistakesOfAMachineFileInOneMessage() {
    Path broken =
        Scratch.file(
            folder,
            "broken.json",
            "{\"formatVersion\": 1, \"name\": 3, \"nodeGroups\": [],",
            " \"network\": {\"latency\": 6.5}}");
    assertRefused(
        SimCall.of("run", broken, SimCall.EXAMPLE),
        "broken.json",
        "$.name",
        "$.nodeGroups",
        "line 2",
        "\"6.5us\"",
        "$.eagerThreshold");
  }

  @Test
  void aQuantityOfTheWrongKind() {
    assertWrongUsage(SimCall.of("run", "arc", SimCall.EXAMPLE, "-P", "L=5"), "L", "6.5us");
    assertWrongUsage(SimCall.of("run", "arc", SimCall.EXAMPLE, "-P", "L=5GB/s"), "L", "5GB/s");
  }

  @Test
  void aModelWithoutWhatItNeeds() {
    assertWrongUsage(SimCall.of("run", "-", SimCall.EXAMPLE, "--model", "simple"), "latency");
  }

  @Test
  void wordsThatAreUnknown() {
    assertWrongUsage(
        SimCall.of("run", "arc", SimCall.EXAMPLE, "--placement", "best"), "round-robin");
    assertWrongUsage(SimCall.of("run", "arc", SimCall.EXAMPLE, "--compute", "median"), "sampled");
    assertWrongUsage(SimCall.of("run", "arc", SimCall.EXAMPLE, "--unsupported", "skip"), "refuse");
    assertWrongUsage(SimCall.of("run", "arc", SimCall.EXAMPLE, "--scale-phase", "x=2"), "phase");
    assertWrongUsage(
        SimCall.of("info", Scratch.exchange(folder, "8"), "--unknown-actions", "x"), "pass");
  }

  @Test
  void placementFilesThatCannotBeRead() throws IOException {
    Path none = folder.resolve("none.txt");
    assertPlacementRefused(none, "there is no such file");
    assertPlacementRefused(folder, "is not a file");
    Path binary = folder.resolve("binary.txt");
    Files.write(binary, new byte[] {(byte) 0xff, (byte) 0xfe});
    assertPlacementRefused(binary, "UTF-8");
    assertPlacementRefused(Scratch.file(folder, "word.txt", "first"), "first");
    assertPlacementRefused(Scratch.file(folder, "far.txt", "0", "4000000"), "4000000");
    assertPlacementRefused(Scratch.file(folder, "few.txt", "0"), "2");
  }

  private void assertPlacementRefused(Path file, String word) {
    SimCall call =
        SimCall.of("run", "arc", Scratch.exchange(folder, "8"), "--placement", "file:" + file);
    assertRefused(call, file.toString(), word);
  }

  @Test
  void aWrongOptionIsAUsageError() {
    SimCall call = SimCall.of("run", "arc", SimCall.EXAMPLE, "--fast");
    assertThat(call.exitCode()).isEqualTo(ExitCode.USAGE);
    assertThat(call.out()).isEmpty();
    assertThat(call.err()).contains("--fast");
  }

  @Test
  void resultsThatCannotBeWritten() {
    Path nowhere = folder.resolve("nowhere/result.json");
    SimCall call = SimCall.of("run", "arc", SimCall.EXAMPLE, "--json", nowhere);
    assertThat(call.exitCode()).isEqualTo(ExitCode.OUTPUT_FAILED);
    assertThat(call.err()).contains("result.json cannot be written");
    SimCall csv =
        SimCall.of("run", "arc", SimCall.EXAMPLE, "--csv", Scratch.file(folder, "file", "x"));
    assertThat(csv.exitCode()).isEqualTo(ExitCode.OUTPUT_FAILED);
  }

  @Test
  void aConversionThatFailsLeavesNothingBehind() throws IOException {
    Path input = Scratch.file(folder, "broken.txt", "0 init", "0 compute 1", "0 fly 3");
    assertRefused(SimCall.of("convert", input, folder.resolve("out.bin")), "fly");
    assertRefused(SimCall.of("convert", input, folder.resolve("out.trace")), "fly");
    try (Stream<Path> files = Files.list(folder)) {
      assertThat(files).containsExactly(input);
    }
  }
}
