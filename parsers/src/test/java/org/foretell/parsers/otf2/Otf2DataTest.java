package org.foretell.parsers.otf2;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import org.foretell.parsers.ReadingOptions;
import org.foretell.trace.store.MemoryTrace;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Archives against what {@code otf2-print} says of them, event by event. They are looked for in
 * {@code foretell.otf2}.
 */
class Otf2DataTest {
  private static final Path DATA =
      Path.of(System.getProperty("foretell.otf2", "../../shared/data/otf2"));

  private static final Pattern LINE = Pattern.compile("([A-Z_0-9]+) +(\\d+) +(\\d+)  (.*)");

  private static final Map<Integer, String> NAMES =
      Map.of(
          12, "ENTER",
          13, "LEAVE",
          14, "MPI_SEND",
          15, "MPI_ISEND",
          17, "MPI_IRECV_REQUEST",
          18, "MPI_RECV",
          19, "MPI_IRECV",
          22, "MPI_COLLECTIVE_BEGIN",
          23, "MPI_COLLECTIVE_END");

  static List<String> archives() throws IOException {
    if (!Files.isDirectory(DATA)) {
      return List.of("");
    }
    try (Stream<Path> folders = Files.list(DATA)) {
      return folders.map(folder -> folder.getFileName().toString()).sorted().toList();
    }
  }

  @ParameterizedTest
  @MethodSource("archives")
  void readsWhatIsPrinted(String name) throws IOException {
    assumeTrue(!name.isEmpty(), "no archives of OTF2 beside the checkout");
    Archive archive = Archive.of(DATA.resolve(name));
    Definitions definitions = Definitions.of(archive);
    Map<Long, Iterator<String>> printed = new HashMap<>();
    for (Map.Entry<Long, List<String>> one : printed(name).entrySet()) {
      printed.put(one.getKey(), one.getValue().iterator());
    }
    assertThat(definitions.ranks()).hasSameSizeAs(printed.keySet());
    for (Definitions.Location location : definitions.ranks()) {
      Iterator<String> expected = printed.get(location.id());
      try (EventCursor events = EventCursor.open(archive, location.id(), definitions)) {
        while (events.next()) {
          if (NAMES.containsKey(events.type)) {
            assertThat(text(events)).isEqualTo(expected.next());
          }
        }
      }
      assertThat(expected).isExhausted();
    }
    try (MemoryTrace.Builder sink = MemoryTrace.builder()) {
      new Otf2Format().read(DATA.resolve(name), ReadingOptions.DEFAULT, sink);
      assertThat(sink.build().info().ranks()).isEqualTo(printed.size());
    }
  }

  private static String text(EventCursor event) {
    String start = event.timePs / 1000 + " " + NAMES.get(event.type);
    String message = " " + event.peer + " " + event.comm + " " + event.tag + " " + event.bytes;
    return start
        + switch (event.type) {
          case EventType.ENTER, EventType.LEAVE -> " " + event.region;
          case EventType.SEND, EventType.RECV -> message;
          case EventType.ISEND, EventType.IRECV -> message + " " + event.request;
          case EventType.IRECV_REQUEST -> " " + event.request;
          case EventType.COLLECTIVE_END ->
              " "
                  + Collective.of(event.operation)
                  + " "
                  + event.comm
                  + (event.peer == BinaryInput.UNDEFINED ? "" : " " + event.peer)
                  + " "
                  + event.bytes
                  + " "
                  + event.received;
          default -> "";
        };
  }

  private static Map<Long, List<String>> printed(String name) throws IOException {
    Map<Long, List<String>> lines = new LinkedHashMap<>();
    try (BufferedReader in =
        new BufferedReader(
            new InputStreamReader(
                new GZIPInputStream(Files.newInputStream(DATA.resolve(name + "/print.txt.gz"))),
                StandardCharsets.UTF_8))) {
      for (String line = in.readLine(); line != null; line = in.readLine()) {
        Matcher matcher = LINE.matcher(line);
        if (matcher.matches() && NAMES.containsValue(matcher.group(1))) {
          lines
              .computeIfAbsent(Long.valueOf(matcher.group(2)), key -> new ArrayList<>())
              .add(matcher.group(3) + " " + matcher.group(1) + values(matcher.group(4)));
        }
      }
    }
    return lines;
  }

  private static String values(String attributes) {
    StringBuilder values = new StringBuilder();
    for (String attribute : attributes.split(", (?=[A-Z])", -1)) {
      String value = attribute.replaceFirst("^[A-Za-z]+: ", "");
      if (value.startsWith("\"")) {
        values.append(' ').append(value.replaceAll(".*<(\\d+)>$", "$1"));
      } else if (!value.isEmpty() && !value.equals("NONE")) {
        values.append(' ').append(value.replaceAll(" .*", ""));
      }
    }
    return values.toString();
  }
}
