package org.foretell.parsers.dumpi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every record of real traces against what DUMPI's own tool prints: calls, times, arguments. */
class DumpiTextTest {
  private static final Pattern ENTERING =
      Pattern.compile(
          "(\\w+) entering at walltime ([\\d.]+), cputime ([\\d.]+) seconds in thread (\\d+)\\.");
  private static final Pattern RETURNING =
      Pattern.compile(
          "(\\w+) returning at walltime ([\\d.]+), cputime ([\\d.]+) seconds in thread \\d+\\.");
  private static final Pattern ARGUMENT = Pattern.compile("\\w+ ([\\w.]+)(?:\\[\\d+\\])?=(.*)");
  private static final Pattern STATUS =
      Pattern.compile(
          "\\{bytes=(-?\\d+), cancelled=(-?\\d+), source=(-?\\d+), tag=(-?\\d+),"
              + " error=(-?\\d+)\\}");

  static Stream<Path> runs() throws java.io.IOException {
    return DumpiData.runs();
  }

  @ParameterizedTest
  @MethodSource("runs")
  void readsWhatTheToolPrints(Path run) {
    assumeTrue(Files.isDirectory(run), "no traces of DUMPI beside the checkout");
    int records = 0;
    for (Path path : DumpiRun.of(run).files()) {
      try (DumpiFile file = DumpiFile.open(path)) {
        RecordReader reader = file.records();
        Iterator<String> text = DumpiData.text(path).iterator();
        String line = next(text);
        while (reader.next()) {
          line = compare(reader.record(), line, text);
          records++;
        }
        assertThat(ENTERING.matcher(line).matches()).as("nothing follows in " + path).isFalse();
      }
    }
    assertThat(records).isGreaterThan(50);
  }

  private static String next(Iterator<String> text) {
    while (text.hasNext()) {
      String line = text.next();
      if (ENTERING.matcher(line).matches()) {
        return line;
      }
    }
    return "";
  }

  private static String compare(DumpiRecord call, String first, Iterator<String> text) {
    Matcher entering = ENTERING.matcher(first);
    assertThat(entering.matches()).as(call.call + " in " + first).isTrue();
    assertThat(call.call.name()).isEqualTo(entering.group(1));
    assertThat(seconds(call.wallStartNs)).isEqualTo(entering.group(2));
    assertThat(seconds(call.cpuStartNs)).isEqualTo(entering.group(3));
    assertThat(call.thread).isEqualTo(Integer.parseInt(entering.group(4)));
    String line = text.next();
    Matcher returning = RETURNING.matcher(line);
    while (!returning.matches()) {
      Matcher argument = ARGUMENT.matcher(line);
      assertThat(argument.matches()).as(line).isTrue();
      argument(call, argument.group(1).replace('.', '_'), argument.group(2), line);
      line = text.next();
      returning = RETURNING.matcher(line);
    }
    assertThat(seconds(call.wallStopNs)).isEqualTo(returning.group(2));
    assertThat(seconds(call.cpuStopNs)).isEqualTo(returning.group(3));
    return next(text);
  }

  private static void argument(DumpiRecord call, String name, String value, String line) {
    List<CallLayout.Field> fields = call.call.fields();
    for (int i = 0; i < fields.size(); i++) {
      CallLayout.Field field = fields.get(i);
      if (field.name().equals(name)) {
        switch (field.kind()) {
          case INT, LONG, HANDLE, BYTE ->
              assertThat(call.valueAt(i)).as(line).isEqualTo(numbers(value).get(0));
          case INTS, HANDLES, BYTES -> {
            List<Long> found = new ArrayList<>();
            for (int k = 0; k < call.lengthAt(i); k++) {
              found.add((long) call.elementAt(i, k));
            }
            assertThat(found).as(line).isEqualTo(numbers(value));
          }
          case STATUSES -> assertThat(statuses(call, i)).as(line).isEqualTo(statuses(value));
          case ROWS, TEXT, TEXTS, LISTS -> {} // Not kept.
        }
        return;
      }
    }
    assertThat(name).as(line).isIn("argc", "argv");
  }

  private static List<Long> numbers(String value) {
    String plain = value.replaceAll("\\(.*?\\)", "").replaceAll("[\\[\\]\\s]", "");
    return plain.isEmpty()
        ? List.of()
        : Stream.of(plain.split(",", -1)).map(Long::parseLong).toList();
  }

  private static List<List<Integer>> statuses(DumpiRecord call, int field) {
    List<List<Integer>> found = new ArrayList<>();
    for (int k = 0; k < call.lengthAt(field); k += DumpiRecord.STATUS_WIDTH) {
      found.add(
          List.of(
              call.elementAt(field, k),
              call.elementAt(field, k + 2),
              call.elementAt(field, k + 1),
              call.elementAt(field, k + 4),
              (int) (byte) call.elementAt(field, k + 3)));
    }
    return found;
  }

  private static List<List<Integer>> statuses(String value) {
    List<List<Integer>> found = new ArrayList<>();
    Matcher status = STATUS.matcher(value);
    while (status.find()) {
      List<Integer> one = new ArrayList<>();
      for (int group = 1; group <= status.groupCount(); group++) {
        one.add(Integer.parseInt(status.group(group)));
      }
      found.add(one);
    }
    return found;
  }

  private static String seconds(long nanoseconds) {
    return String.format(
        Locale.ROOT, "%d.%09d", nanoseconds / 1_000_000_000L, nanoseconds % 1_000_000_000L);
  }
}
