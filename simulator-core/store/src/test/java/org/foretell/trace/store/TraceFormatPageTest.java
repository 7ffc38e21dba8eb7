package org.foretell.trace.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.StringReader;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Collectors;
import org.foretell.trace.OpCode;
import org.foretell.trace.OpField;
import org.foretell.trace.text.TraceTextReader;
import org.foretell.trace.text.TraceTextWriter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The page that describes the format is true. */
class TraceFormatPageTest {
  private static final Path PAGE = Path.of("..", "..", "docs", "trace-format.md");

  @TempDir Path folder;

  @Test
  void theExampleIsReadAndComesOutOfAFileAsItWent() throws IOException {
    MemoryTrace example = parse(blocks().get(0));
    assertThat(example.operations()).hasValue(4L * (10 * 4 + 2 + 5));
    assertThat(example.info().name()).isEqualTo("halo example");
    String text = text(example);
    assertThat(text(parse(text))).isEqualTo(text);
  }

  @Test
  void theFileByteByByteIsWhatIsWritten() throws IOException {
    Path file = folder.resolve("ring.bin");
    try (TraceStoreWriter writer = TraceStoreWriter.createUncompressed(file)) {
      parse(blocks().get(3)).describe(writer);
    }
    byte[] page =
        HexFormat.of()
            .parseHex(
                blocks()
                    .get(4)
                    .lines()
                    .map(line -> line.substring(4).replace(" ", ""))
                    .collect(Collectors.joining()));
    assertThat(Files.readAllBytes(file)).isEqualTo(page);
    try (TraceStoreReader reader = TraceStoreReader.open(file)) {
      assertThat(text(reader)).isEqualTo(blocks().get(3));
    }
  }

  @Test
  void theGraphByteByByteIsWhatIsWritten() throws IOException {
    MemoryTrace example = parse(blocks().get(1));
    assertThat(text(example)).isEqualTo(blocks().get(1));
    Block block = new Block();
    example.loadProgram(1, example.contents().programs().get(0), "page", block);
    byte[] records = Arrays.copyOf(block.bytes, block.length);
    assertThat(HexFormat.ofDelimiter(" ").formatHex(records)).isEqualTo(blocks().get(2).strip());
  }

  @Test
  void theTablesNameEveryFieldAndEveryOp() throws IOException {
    String page = Files.readString(PAGE);
    for (OpField field : OpField.values()) {
      String absent = field.isList() ? "list" : field.absent() == -3 ? "none" : "" + field.absent();
      assertThat(page)
          .contains("\n| " + field.id() + " | `" + name(field) + "` | " + absent + " |");
    }
    for (OpCode code : OpCode.values()) {
      String fields =
          Arrays.stream(Words.fields(code.id()))
              .map(TraceFormatPageTest::name)
              .collect(Collectors.joining(" "));
      String name = code.name().toLowerCase(java.util.Locale.ROOT);
      assertThat(page).contains("\n| " + code.id() + " | `" + name + "` | " + fields + " |\n");
    }
  }

  private static String name(OpField field) {
    return field == OpField.DURATION_PS
        ? "duration"
        : field.name().toLowerCase(java.util.Locale.ROOT);
  }

  /** The page's code blocks: the examples, the graph's bytes, the small trace, its bytes. */
  private static List<String> blocks() throws IOException {
    List<String> blocks = new ArrayList<>();
    String[] parts = Files.readString(PAGE).split("(?m)^```\\n", -1);
    for (int i = 1; i < parts.length; i += 2) {
      blocks.add(parts[i]);
    }
    assertThat(blocks).hasSize(5);
    return blocks;
  }

  private static MemoryTrace parse(String text) {
    MemoryTrace.Builder builder = MemoryTrace.builder();
    TraceTextReader.read(new StringReader(text), "page", builder);
    return builder.build();
  }

  private static String text(org.foretell.trace.TraceSource trace) {
    StringWriter out = new StringWriter();
    trace.describe(TraceTextWriter.to(out));
    return out.toString();
  }
}
