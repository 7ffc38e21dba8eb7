package org.foretell.trace.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.StringReader;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.foretell.trace.OpCode;
import org.foretell.trace.OpField;
import org.foretell.trace.OpListTrace;
import org.foretell.trace.OpView;
import org.foretell.trace.RandomStructuredTraces;
import org.foretell.trace.StructuredTrace;
import org.foretell.trace.TraceException;
import org.foretell.trace.TraceInfo;
import org.foretell.trace.TraceSource;
import org.foretell.trace.TraceSourceContract;
import org.foretell.trace.store.MemoryTrace;
import org.foretell.trace.store.TraceStoreReader;
import org.foretell.trace.store.TraceStoreWriter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A random trace, written as text and read again, keeps the contract. */
class TraceTextTest extends TraceSourceContract {
  @TempDir Path folder;

  private final StructuredTrace example = RandomStructuredTraces.of(20);

  @Override
  protected TraceSource open() {
    return parse(text(example));
  }

  @Override
  protected OpListTrace expected() {
    return example.expansion();
  }

  @Property(tries = 500)
  void expandsLikeTheNaiveExpansion(@ForAll long seed) {
    StructuredTrace trace = RandomStructuredTraces.of(seed);
    assertSameOps(parse(text(trace)), trace.expansion());
  }

  @Property(tries = 300)
  void textToStoreToTextIsIdentical(@ForAll long seed) {
    StructuredTrace trace = RandomStructuredTraces.of(seed);
    MemoryTrace stored = parse(text(trace));
    String first = text(stored);
    assertThat(text(parse(first))).isEqualTo(first);
  }

  @Test
  void tablesComeInOneOrderWhateverThatOfTheFileIs() {
    String text =
        """
        foretell-trace 1
        ranks 2
        note "of a program"
        histogram 0 count=1 min=1us mean=1us max=1us
        communicator 2 0-1
        marker 0 "one"
        call_site 0 "a.c:1"
        program 0-1 {
          compute histogram=0 call_site=0
          barrier communicator=2
        }
        """;
    StringWriter written = new StringWriter();
    try (TraceTextWriter writer = TraceTextWriter.to(written)) {
      TraceTextReader.read(new StringReader(text), "a.trace", writer);
    }
    assertThat(written.toString()).isEqualTo(text(parse(text)));
    assertThat(written.toString().lines().skip(2).limit(5))
        .extracting(line -> line.substring(0, line.indexOf(' ')))
        .containsExactly("note", "call_site", "marker", "communicator", "histogram");
  }

  @Test
  void textToFileToTextIsIdentical() throws Exception {
    Path text = folder.resolve("a.trace");
    Path bin = folder.resolve("a.bin");
    Path again = folder.resolve("b.trace");
    try (TraceTextWriter writer = TraceTextWriter.create(text)) {
      parse(text(example)).describe(writer);
    }
    try (TraceStoreWriter writer = TraceStoreWriter.create(bin)) {
      TraceTextReader.read(text, writer);
    }
    try (TraceStoreReader reader = TraceStoreReader.open(bin);
        TraceTextWriter writer = TraceTextWriter.create(again)) {
      reader.describe(writer);
    }
    assertThat(Files.readString(again)).isEqualTo(Files.readString(text));
    assertThat(TraceTextReader.recognizes(text)).isTrue();
    assertThat(TraceTextReader.recognizes(bin)).isFalse();
    assertThat(TraceStoreReader.recognizes(bin)).isTrue();
    assertThat(TraceStoreReader.recognizes(text)).isFalse();
  }

  @Test
  void readsWhatPeopleWrite() {
    MemoryTrace trace =
        parse(
            """
            foretell-trace 1   # the version of this form
            ranks 4
            call_site 0 "halo.c:10"

            program 0-3 {
              repeat cycle(1, 2) {
                isend peer=+1 bytes=8KiB request=0 call_site=0
                recv peer=any matched_peer=-1 receive_bytes=unknown
              }
              waitall requests=[0,
                                none]
              compute duration=1.5us
              compute duration=by(0: 1ns; 1-3: cycle(2ns, 3ns))
            }
            """);
    OpView view = new OpView();
    var cursor = trace.open(3);
    assertThat(cursor.next(view)).isTrue();
    assertThat(view.toString()).isEqualTo("isend peer=0 bytes=8192 request=0 call_site=0");
    assertThat(cursor.next(view)).isTrue();
    assertThat(view.toString()).isEqualTo("recv peer=-1 receive_bytes=-1 matched_peer=2");
    assertThat(cursor.next(view)).isTrue();
    assertThat(view.toString()).isEqualTo("waitall requests=[0,-3]");
    assertThat(cursor.next(view)).isTrue();
    assertThat(view.durationPs()).isEqualTo(1_500_000);
    assertThat(cursor.next(view)).isTrue();
    assertThat(view.durationPs()).isEqualTo(2_000);
    assertThat(cursor.next(view)).isFalse();
  }

  @Test
  void blocksThatNobodyStatesAreReceivedAsTheyAreSent() {
    MemoryTrace trace =
        parse(
            """
            foretell-trace 1
            ranks 2
            program 0-1 {
              alltoall bytes=64KiB
              iallgather bytes=cycle(8,16) request=0
              gather bytes=8 receive_bytes=0
              recv peer=0
            }
            """);
    OpView view = new OpView();
    var cursor = trace.open(1);
    assertThat(cursor.next(view)).isTrue();
    assertThat(view.receiveBytes()).isEqualTo(65_536);
    assertThat(cursor.next(view)).isTrue();
    assertThat(view.receiveBytes()).isEqualTo(8);
    assertThat(cursor.next(view)).isTrue();
    assertThat(view.toString()).isEqualTo("gather bytes=8");
    assertThat(cursor.next(view)).isTrue();
    assertThat(view.receiveBytes()).isZero();
    assertThat(text(trace)).contains("gather bytes=8 receive_bytes=0\n", "recv peer=0\n");
  }

  @Test
  void saysWhatIsWrongAndWhere() {
    String head = "foretell-trace 1\nranks 2\n";
    assertWrong("", "trace:1:1: expected \"foretell-trace 1\" as the first line");
    assertWrong("foretell-trace 2\n", "trace:1:16: expected version 1, found \"2\"");
    assertWrong("foretell-trace 1\nprogram 0 {\n}\n", "trace:2:1: expected a line \"ranks N\"");
    assertWrong(head + "progam 0-1 {\n", "trace:3:1:", "found \"progam\"; did you mean program?");
    assertWrong(head + "send peer=1\n", "trace:3:1:", "ops stand between the braces");
    assertWrong(
        head + "program 0-1 {\n  isnd peer=1\n}\n",
        "trace:4:3: expected the name of an op, found \"isnd\"; did you mean isend");
    assertWrong(
        head + "program 0-1 {\n  send per=1\n}\n",
        "trace:4:8: expected a field of send (peer, tag, bytes, communicator, call_site, flags)",
        "did you mean peer?");
    assertWrong(
        head + "program 0-1 {\n  send peer=1 peer=1\n}\n", "trace:4:15: peer is given twice");
    assertWrong(
        head + "program 0-1 {\n  send peer=2\n}\n",
        "trace:4:3:",
        "any, nobody, or 0 to 1 in peer, found 2");
    assertWrong(
        head + "program 0-1 {\n  send tag=x\n}\n", "trace:4:12: \"x\" is not a whole number");
    assertWrong(
        head + "program 0-1 {\n  compute duration=5\n}\n", "trace:4:20: \"5\" is not a time");
    assertWrong(
        head + "program 0-1 {\n  send peer=cycle(1,+1)\n}\n", "hold either distances, all with");
    assertWrong(head + "program 0-1 {\n  repeat 3 {\n}\n", "trace:6:1: expected an op");
    assertWrong(head + "program 0-1 {\n  repeat -1 {\n  }\n}\n", "trace:4:3:", "at least 0");
    assertWrong(head + "program 0-1 {\n}\nprogram 1 {\n}\n", "trace:5:1:", "has a program already");
    assertWrong(head + "program 1 {\n}\n", "rank 0 is in none");
    assertWrong(head + "program 1-0 {\n}\n", "trace:3:9:", "goes down");
    assertWrong(head + "program 0-9 {\n}\n", "trace:3:1:", "rank 2 is not among the 2 ranks");
    assertWrong(head + "call_site 1 \"x\"\n", "trace:3:1:", "must have id 0");
    assertWrong(
        head + "marker 0\n",
        "trace:3:9: expected a text in double quotes, as in marker 3 \"solve\"");
    assertWrong(head + "call_site 0 # none\nnote \"\"\n", "trace:3:19:", "the end of the line");
    assertWrong(head + "call_site 0 \"x\n", "trace:3:13: expected a closing double quote");
    assertWrong(
        head + "ranks 4\nprogram 0-3 {\n}\nranks 5\n", "trace:6:1: ranks must stand before");
    assertWrong(
        head + "program 0-1 {\n compute duration=column\n}\ndurations 0 1us\n",
        "rank 1 takes 1 durations from its column, but has 0");
    assertWrong(
        head + "program 0-1 {\n  startall requests=cycle([1],[1,2])\n}\n", "must be of one length");
  }

  @Test
  void timesKeepEveryDigit() {
    for (long ps : new long[] {0, 1, 999, 1000, 1001, 1_234_567, 10_000_000, Long.MAX_VALUE}) {
      assertThat(TextNumbers.parseTime(TextNumbers.time(ps))).isEqualTo(ps);
    }
    assertThat(TextNumbers.time(1_234_567)).isEqualTo("1.234567us");
    assertThat(TextNumbers.time(1_500_000_000_000L)).isEqualTo("1.5s");
  }

  @Test
  void aTextThatDoesNotEndLeavesNoFile() throws Exception {
    Path file = folder.resolve("half.trace");
    try (TraceTextWriter writer = TraceTextWriter.create(file)) {
      writer.begin(TraceInfo.ofRanks(1));
      writer.beginProgram(org.foretell.trace.RankSet.of(0));
      writer.op(new OpView().reset(OpCode.COMPUTE).set(OpField.DURATION_PS, 5));
    }
    try (Stream<Path> files = Files.list(folder)) {
      assertThat(files).isEmpty();
    }
  }

  @Test
  void aMissingFileIsOneMessage() {
    assertThatThrownBy(() -> TraceTextReader.read(folder.resolve("none"), MemoryTrace.builder()))
        .isInstanceOf(TraceException.class)
        .hasMessageContaining("none: cannot read: there is no such file");
  }

  private static void assertWrong(String text, String... parts) {
    assertThatThrownBy(() -> parse(text))
        .as(text)
        .isInstanceOf(TraceException.class)
        .hasMessageContainingAll(List.of(parts).toArray(new String[0]));
  }

  private static MemoryTrace parse(String text) {
    MemoryTrace.Builder builder = MemoryTrace.builder();
    TraceTextReader.read(new StringReader(text), "trace", builder);
    return builder.build();
  }

  private static String text(StructuredTrace trace) {
    StringWriter out = new StringWriter();
    trace.describe(TraceTextWriter.to(out));
    return out.toString();
  }

  private static String text(TraceSource trace) {
    StringWriter out = new StringWriter();
    trace.describe(TraceTextWriter.to(out));
    return out.toString();
  }
}
