package org.foretell.parsers.chakra;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.foretell.parsers.ReadingOptions;
import org.foretell.parsers.lowering.Lowering;
import org.foretell.trace.TraceException;
import org.foretell.trace.store.MemoryTrace;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What no task graph can hold is refused with the file, the node or byte, and what to do. */
class ChakraRefusalsTest {
  private static final byte[] LONGEST_NUMBER = new byte[11];

  static {
    Arrays.fill(LONGEST_NUMBER, (byte) 0xff);
  }

  @TempDir private Path folder;

  private void read() {
    read(ReadingOptions.DEFAULT);
  }

  private void read(ReadingOptions options) {
    ChakraReader.read(folder, options, MemoryTrace.builder());
  }

  private void assertRefused(String... parts) {
    assertThatThrownBy(this::read)
        .isInstanceOf(TraceException.class)
        .hasMessageStartingWith(folder.resolve("step.0.et") + ": ")
        .hasMessageContainingAll(parts);
  }

  private static byte[] joined(byte[]... parts) {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    Arrays.stream(parts).forEach(all::writeBytes);
    return all.toByteArray();
  }

  private void write(byte[]... parts) throws IOException {
    Files.write(folder.resolve("step.0.et"), joined(parts));
  }

  private static EtFile withHeader(Consumer<EtFile.Fields> header) {
    return EtFile.empty().message(header).gpu(1, 5);
  }

  @ParameterizedTest
  @ValueSource(strings = {"0.0.4", "1.0.0", "1.12.0", "1.1.1-chakra.0.0.4", "1.0.2-chakra.1.0.0"})
  void versionsOfTheSchemaThatAreRead(String version) {
    withHeader(header -> header.text(1, version)).write(folder, 0);
    assertThatCode(this::read).doesNotThrowAnyException();
    withHeader(header -> header.inner(2, schema -> schema.text(1, "schema").text(29, version)))
        .write(folder, 0);
    assertThatCode(this::read).doesNotThrowAnyException();
  }

  @ParameterizedTest
  @ValueSource(strings = {"0.0.3", "0.0.40", "2.0.0", "1.1.1-chakra.0.0.3", "10.0.0", "0x4"})
  void otherVersionsOfTheSchema(String version) {
    String[] expected = {
      "message 0 at byte 0: expected Chakra's schema of version 0.0.4 or 1.x, found version '",
      version + "'; convert the original trace again, with Chakra 1.0"
    };
    withHeader(header -> header.text(1, version)).write(folder, 0);
    assertRefused(expected);
    withHeader(header -> header.inner(2, schema -> schema.text(1, "schema").text(29, version)))
        .write(folder, 0);
    assertRefused(expected);
    withHeader(
            header ->
                header
                    .text(1, "1.0.0")
                    .inner(2, schema -> schema.text(1, "schema").text(29, version)))
        .write(folder, 0);
    assertRefused(expected);
  }

  @Test
  void headersOfTheTimeBeforeVersions() {
    Path file =
        withHeader(header -> header.inner(1, old -> old.text(1, "pid").number(2, 3).number(7, 1)))
            .write(folder, 0);
    assertThat(ChakraReader.recognises(file)).isTrue();
    assertRefused("found a header without a version, as before 0.0.4; convert the original");
  }

  @Test
  void headersThatSayNothing() {
    Path file =
        withHeader(header -> header.inner(2, any -> any.text(1, "pid").number(9, 7)))
            .write(folder, 0);
    assertThat(ChakraReader.recognises(file)).isTrue();
    assertThatCode(this::read).doesNotThrowAnyException();
  }

  @Test
  void fieldsOfAnotherKind() throws IOException {
    for (int field : new int[] {1, 3, 6, 7}) {
      new EtFile().message(node -> node.number(20, 1).text(field, "x")).write(folder, 0);
      assertRefused(
          "message 1 at byte 8: expected field " + field + " of a node to be a number of variable",
          "found protobuf's wire type 2; the trace is of a version that is not known, or damaged");
    }
    for (int field : new int[] {2, 8, 10}) {
      new EtFile().message(node -> node.number(field, 1)).write(folder, 0);
      assertRefused("expected field " + field + " of a node to be bytes after their length");
    }
    for (int field : new int[] {4, 5}) {
      byte[] fixed = {(byte) (field << 3 | 5), 1, 0, 0, 0};
      new EtFile().message(node -> node.raw(fixed)).write(folder, 0);
      assertRefused("expected field " + field + " of a node to be", "found protobuf's wire type 5");
    }
  }

  @Test
  void typesThatTheSchemaDoesNotHave() {
    for (long type : new long[] {8, -1, 1L << 32, Long.MIN_VALUE}) {
      new EtFile().message(node -> node.number(1, 6).number(3, type)).write(folder, 0);
      assertRefused("expected a type of node of 0 to 7, found " + type + " in node 6");
    }
    for (long type : new long[] {10, -1, Long.MAX_VALUE}) {
      new EtFile()
          .node(6, EtFile.COLLECTIVE, n -> n.attribute("comm_type", type).attribute("comm_size", 1))
          .write(folder, 0);
      assertRefused("node 6: expected a comm_type of 0 to 9, found " + type);
    }
  }

  @Test
  void messagesOfOtherRanksOrWithWrongNumbers() {
    assertMessageRefused(
        EtFile.SEND,
        n -> n.attribute("comm_src", 1).attribute("comm_dst", 1),
        "expected a send of rank 0, whose file this is, found of 1");
    assertMessageRefused(
        EtFile.RECEIVE,
        n -> n.attribute("comm_src", 1).attribute("comm_dst", 1),
        "expected a receive of rank 0, whose file this is, found of 1");
    assertMessageRefused(
        EtFile.SEND, n -> n.attribute("comm_dst", -1), "expected a partner of 0 to 0, found -1");
    assertMessageRefused(
        EtFile.SEND,
        n -> n.attribute("comm_dst", 0).attribute("comm_tag", -1),
        "expected a tag of 0 to 2147483647, found -1");
    assertMessageRefused(
        EtFile.SEND,
        n -> n.attribute("comm_dst", 0).attribute("comm_tag", 1L << 31),
        "expected a tag of 0 to 2147483647, found 2147483648");
    assertMessageRefused(
        EtFile.RECEIVE,
        n -> n.attribute("comm_src", 0).attribute("comm_size", -1),
        "expected a comm_size of at least 0, found -1");
  }

  private void assertMessageRefused(int type, Consumer<EtFile.Fields> content, String message) {
    new EtFile().node(3, type, content).write(folder, 0);
    assertRefused("node 3: " + message, "; the trace is damaged, or was converted by another tool");
  }

  @Test
  void collectivesOfOtherGroupsOrRoots() throws IOException {
    new EtFile().write(folder, 1);
    Files.writeString(folder.resolve("comm_group.json"), "{\"5\": [1]}");
    new EtFile()
        .node(
            3,
            EtFile.COLLECTIVE,
            n -> n.attribute("comm_type", 0).attribute("comm_size", 4).attribute("pg_name", "5"))
        .write(folder, 0);
    assertRefused("node 3: expected a process group with rank 0, found process group 5");
    for (long root : new long[] {2, -1, Long.MAX_VALUE}) {
      new EtFile()
          .node(
              3,
              EtFile.COLLECTIVE,
              n ->
                  n.attribute("comm_type", 5)
                      .attribute("comm_size", 4)
                      .attribute("comm_root", root))
          .write(folder, 0);
      assertRefused("node 3: expected a root in the group of all ranks, found rank " + root);
    }
  }

  @Test
  void collectivesThatAreTooLarge() {
    for (int rank = 0; rank < 2; rank++) {
      new EtFile().collective(3, 6, Long.MAX_VALUE).write(folder, rank);
    }
    assertThatCode(this::read).doesNotThrowAnyException();
    for (int rank = 0; rank < 3; rank++) {
      new EtFile().collective(3, 2, Long.MAX_VALUE).write(folder, rank);
    }
    assertThatThrownBy(() -> read(ReadingOptions.DEFAULT.withLowering(Lowering.parse("tree"))))
        .isInstanceOf(TraceException.class)
        .hasMessageContaining("step.0.et: node 3: all_gather of 9223372036854775807 bytes")
        .hasMessageContaining("is too large");
  }

  @Test
  void moreStreamsThanARankHas() {
    EtFile file = new EtFile();
    for (int node = 0; node < 4_100; node++) {
      int stream = node;
      file.node(node, EtFile.COMP, n -> n.number(7, 1).attribute("stream", stream));
    }
    file.write(folder, 0);
    assertRefused("expected at most 4096 streams with those of collectives, found more; choose");
  }

  @Test
  void operationsThatTakeTooLong() {
    new EtFile().node(3, EtFile.COMP, n -> n.attribute("num_ops", Long.MAX_VALUE)).write(folder, 0);
    assertThatThrownBy(() -> read(ReadingOptions.DEFAULT.withBaseFlopsPerSecond(1)))
        .isInstanceOf(TraceException.class)
        .hasMessageContaining("step.0.et: node 3: 9223372036854775807 operations take too long")
        .hasMessageContaining("raise --base-flops");
    new EtFile().node(3, EtFile.COMP, n -> n.number(7, -1)).write(folder, 0);
    assertRefused(
        "node 3: expected a duration of at most 9223372036854 microseconds, found"
            + " 18446744073709551615; the file is damaged");
  }

  @Test
  void groupsThatAreNoGroups() throws IOException {
    new EtFile()
        .message(
            node ->
                node.number(1, 1)
                    .text(2, "## process_group:init ##")
                    .inner(8, in -> in.text(1, "['[{\"pg_name\": \"9\", \"ranks\": [x]}]']")))
        .write(folder, 0);
    assertRefused("message 1 at byte 8: expected PyTorch's process groups, found", "convert");
    Files.writeString(folder.resolve("a_comm_group.json"), "{}");
    Files.writeString(folder.resolve("b_comm_group.json"), "{}");
    assertThatThrownBy(this::read)
        .isInstanceOf(TraceException.class)
        .hasMessageStartingWith(folder + ": expected one file with process groups")
        .hasMessageEndingWith("found 2; leave that of this run only");
    Files.delete(folder.resolve("b_comm_group.json"));
    long tooLarge = (1L << 28) + 1;
    try (RandomAccessFile sparse =
        new RandomAccessFile(folder.resolve("a_comm_group.json").toFile(), "rw")) {
      sparse.setLength(tooLarge);
    }
    assertThatThrownBy(this::read)
        .isInstanceOf(TraceException.class)
        .hasMessageContaining("a_comm_group.json: expected at most 268435456 bytes of process");
  }

  @Test
  void aMessageOfMoreThanOneGibibyte() throws IOException {
    byte[] length = {(byte) 0x80, (byte) 0x80, (byte) 0x80, (byte) 0x80, 6}; // 1.5 GiB
    write(new EtFile().bytes(), length);
    try (RandomAccessFile sparse =
        new RandomAccessFile(folder.resolve("step.0.et").toFile(), "rw")) {
      sparse.setLength(1L << 31);
    }
    assertRefused(
        "message 1 at byte 8: expected a message of at most 1 GiB, found one of 1610612736; the"
            + " file is damaged");
  }

  /** Numbers that never end, where a length, a tag, an id or a text's length is expected. */
  @Test
  void numbersThatDoNotEnd() throws IOException {
    byte[] start = new EtFile().bytes();
    write(start, LONGEST_NUMBER);
    assertRefused("message 1 at byte 8: expected a message within the 1 bytes that are left");
    for (int tag :
        new int[] {1 << 3, 3 << 3, 6 << 3, 4 << 3, 2 << 3 | 2, 5 << 3 | 2, 10 << 3 | 2}) {
      byte[] field = joined(new byte[] {(byte) tag}, LONGEST_NUMBER);
      write(start, new byte[] {(byte) field.length}, field);
      assertRefused("message 1 at byte 8: expected ");
    }
    write(start, new byte[] {(byte) LONGEST_NUMBER.length}, LONGEST_NUMBER); // for a tag
    assertRefused("message 1 at byte 8: expected ");
  }

  /** Lengths that are larger than what is around them, at each level of a node. */
  @Test
  void lengthsThatReachOutOfWhatIsAroundThem() throws IOException {
    byte[] sound = new EtFile().collective(1, 0, 512, 2).gpu(2, 4).bytes();
    Path file = folder.resolve("step.0.et");
    Files.write(file, sound);
    assertThatCode(this::read).doesNotThrowAnyException();
    Set<Integer> lengths = lengths(sound, 8, sound.length, 0, new LinkedHashSet<>());
    assertThat(lengths).hasSizeGreaterThan(8);
    for (int at : lengths) {
      byte[] longer = sound.clone();
      longer[at] = 127;
      Files.write(file, longer);
      assertRefused(" at byte ", ": expected ");
    }
  }

  /** Where the lengths are: of messages at depth 0, of fields of messages below. */
  private static Set<Integer> lengths(
      byte[] bytes, int from, int to, int depth, Set<Integer> found) {
    int at = from;
    while (at < to) {
      boolean isMessage = depth == 0;
      int wire = isMessage ? 2 : bytes[at] & 7;
      int field = isMessage ? 0 : (bytes[at] & 0xff) >> 3;
      at += isMessage ? 0 : 1;
      if (wire == 2) {
        int length = bytes[at];
        found.add(at++);
        if (isMessage || (depth == 1 && field == 10)) {
          lengths(bytes, at, at + length, depth + 1, found);
        }
        at += length;
      } else {
        while (bytes[at++] < 0) {
          // the number goes on
        }
      }
    }
    return found;
  }

  /** Only a cut between two nodes leaves a whole file; then others miss the rest. */
  @Test
  void everyCutIsRefused() throws IOException {
    EtFile whole = new EtFile();
    Set<Integer> ends = new LinkedHashSet<>();
    ends.add(whole.bytes().length);
    for (int node = 0; node < 5; node++) {
      whole.collective(node, 0, 300_000L * node);
      ends.add(whole.bytes().length);
    }
    byte[] bytes = whole.bytes();
    whole.write(folder, 1);
    for (int length : IntStream.range(8, bytes.length).toArray()) {
      Files.write(folder.resolve("step.0.et"), Arrays.copyOf(bytes, length));
      if (ends.contains(length)) {
        assertRefused("expected 5 collectives of the group of all ranks, like rank 1, found ");
      } else {
        assertRefused("; the file was cut");
      }
    }
  }
}
