package org.foretell.parsers.otf2;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.foretell.parsers.ReadingOptions;
import org.foretell.trace.OpCode;
import org.foretell.trace.OpField;
import org.foretell.trace.OpView;
import org.foretell.trace.RankCursor;
import org.foretell.trace.store.MemoryTrace;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every event and every op of real archives against what OTF2's own tool prints. */
class Otf2PrintTest {
  private static final Pattern LINE = Pattern.compile("([A-Z_]+) +(\\d+) +(\\d+) +(.*?) *");
  private static final Pattern NUMBER =
      Pattern.compile(
          "(Receiver|Sender|Tag|Length|Request|Sent|Received|Root): (\\d+|NONE)|Region: "
              + "\"[^\"]*\" <(\\d+)>|Communicator: \"[^\"]*\" <(\\d+)>|Operation: (\\w+)");
  private static final Map<String, Integer> TYPES =
      Map.ofEntries(
          Map.entry("MEASUREMENT_ON_OFF", EventReader.MEASUREMENT),
          Map.entry("ENTER", EventReader.ENTER),
          Map.entry("LEAVE", EventReader.LEAVE),
          Map.entry("MPI_SEND", EventReader.SEND),
          Map.entry("MPI_RECV", EventReader.RECV),
          Map.entry("MPI_ISEND", EventReader.ISEND),
          Map.entry("MPI_ISEND_COMPLETE", EventReader.ISEND_COMPLETE),
          Map.entry("MPI_IRECV_REQUEST", EventReader.IRECV_REQUEST),
          Map.entry("MPI_IRECV", EventReader.IRECV),
          Map.entry("MPI_COLLECTIVE_BEGIN", EventReader.COLLECTIVE_BEGIN),
          Map.entry("MPI_COLLECTIVE_END", EventReader.COLLECTIVE_END),
          Map.entry("THREAD_BEGIN", 63),
          Map.entry("THREAD_END", 65));
  private static final List<String> OPERATIONS =
      List.of(
          "BARRIER",
          "BCAST",
          "GATHER",
          "GATHERV",
          "SCATTER",
          "SCATTERV",
          "ALLGATHER",
          "ALLGATHERV",
          "ALLTOALL",
          "ALLTOALLV",
          "ALLTOALLW",
          "ALLREDUCE",
          "REDUCE",
          "REDUCE_SCATTER",
          "SCAN",
          "EXSCAN",
          "REDUCE_SCATTER_BLOCK");

  static Stream<Path> runs() throws IOException {
    return Otf2Data.runs();
  }

  private static Map<Long, List<String>> printed(Path run) throws IOException {
    Map<Long, List<String>> events = new HashMap<>();
    try (BufferedReader text = Otf2Data.text(run)) {
      for (String line = text.readLine(); line != null; line = text.readLine()) {
        Matcher event = LINE.matcher(line);
        if (event.matches()) {
          events
              .computeIfAbsent(Long.parseLong(event.group(2)), location -> new ArrayList<>())
              .add(event.group(3) + " " + event.group(1) + " " + numbers(event.group(4)));
        }
      }
    }
    return events;
  }

  /** Only what the tool prints of the fields that count. */
  private static List<String> numbers(String attributes) {
    List<String> numbers = new ArrayList<>();
    Matcher number = NUMBER.matcher(attributes);
    while (number.find()) {
      for (int group : new int[] {2, 3, 4, 5}) {
        if (number.group(group) != null) {
          numbers.add(number.group(group));
        }
      }
    }
    return numbers;
  }

  private static String text(EventReader event) {
    String name =
        TYPES.entrySet().stream()
            .filter(type -> type.getValue() == event.type)
            .map(Map.Entry::getKey)
            .findFirst()
            .orElse("type " + event.type);
    List<Object> numbers =
        switch (event.type) {
          case EventReader.ENTER, EventReader.LEAVE ->
              List.of(Integer.toUnsignedLong(event.object));
          case EventReader.SEND, EventReader.RECV ->
              List.of(Integer.toUnsignedLong(event.peer), event.object, event.tag, event.bytes);
          case EventReader.ISEND, EventReader.IRECV ->
              List.of(
                  Integer.toUnsignedLong(event.peer),
                  event.object,
                  event.tag,
                  event.bytes,
                  event.request);
          case EventReader.IRECV_REQUEST, EventReader.ISEND_COMPLETE -> List.of(event.request);
          case EventReader.COLLECTIVE_END ->
              List.of(
                  OPERATIONS.get(event.tag),
                  event.object,
                  event.peer < 0 ? "NONE" : event.peer,
                  event.bytes,
                  event.received);
          default -> List.of();
        };
    return event.time + " " + name + " " + numbers;
  }

  @ParameterizedTest
  @MethodSource("runs")
  void readsTheEventsThatTheToolPrints(Path run) throws IOException {
    assumeTrue(Files.isDirectory(run), "no OTF2 archives beside the checkout");
    Archive archive = Archive.of(run);
    int count = 0;
    for (Map.Entry<Long, List<String>> printed : printed(run).entrySet()) {
      List<String> read = new ArrayList<>();
      long location = printed.getKey();
      try (EventReader events =
          EventReader.open(archive, location, LocalDefinitions.of(archive, location))) {
        while (events.next()) {
          read.add(text(events));
        }
      }
      assertThat(read).as("location " + location).isEqualTo(printed.getValue());
      count += read.size();
    }
    assertThat(count).isGreaterThan(100);
  }

  @ParameterizedTest
  @MethodSource("runs")
  void hasTheMessagesAndCollectivesThatTheToolPrints(Path run) throws IOException {
    assumeTrue(Files.isDirectory(run), "no OTF2 archives beside the checkout");
    MemoryTrace.Builder builder = MemoryTrace.builder();
    Otf2Reader.read(run, ReadingOptions.DEFAULT, builder);
    MemoryTrace trace = builder.build();
    Ranks ranks = new Ranks(Archive.of(run), Definitions.of(Archive.of(run)));
    Map<Long, List<String>> printed = printed(run);
    for (int rank = 0; rank < trace.info().ranks(); rank++) {
      List<String> expected = new ArrayList<>();
      for (String line : Objects.requireNonNull(printed.get(ranks.location(rank)))) {
        String[] words = line.replaceAll("[\\[\\],]", "").split(" ", -1);
        switch (words[1]) {
          case "MPI_SEND" -> expected.add("SEND " + words[2] + " " + words[4] + " " + words[5]);
          case "MPI_ISEND" -> expected.add("ISEND " + words[2] + " " + words[4] + " " + words[5]);
          case "MPI_IRECV_REQUEST" -> expected.add("IRECV");
          case "MPI_COLLECTIVE_END" -> expected.add(words[2]);
          default -> {} // The others become no op of their own.
        }
      }
      List<String> read = new ArrayList<>();
      RankCursor cursor = trace.open(rank);
      OpView op = new OpView();
      while (cursor.next(op)) {
        if (op.code() == OpCode.SEND || op.code() == OpCode.ISEND) {
          // EZTrace prints MPI_PROC_NULL as a number of 32 bits without sign.
          long peer = op.peer() == OpView.PROC_NULL ? 0xFFFFFFFEL : op.peer();
          read.add(op.code() + " " + peer + " " + op.tag() + " " + op.bytes());
        } else if (op.code() == OpCode.IRECV || op.code().isCollective()) {
          read.add(op.code().toString());
        }
        if (op.code() == OpCode.IRECV && op.peer() >= 0) {
          assertThat(op.get(OpField.RECEIVE_BYTES)).isGreaterThanOrEqualTo(0);
        }
      }
      assertThat(read).as("rank " + rank).isEqualTo(expected);
    }
  }
}
