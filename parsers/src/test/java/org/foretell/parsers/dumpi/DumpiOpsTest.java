package org.foretell.parsers.dumpi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
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

/**
 * The ops of real traces against those that a short reader of the printed text expects. Requests
 * are compared by the calls that made them.
 */
class DumpiOpsTest {
  private static final Pattern CALL = Pattern.compile("MPI_(\\w+) (entering|returning) at .*");
  private static final Pattern ARGUMENT = Pattern.compile("\\w+ ([\\w.]+)(?:\\[\\d+\\])?=(.*)");
  private static final List<String> LOCAL =
      List.of("Comm_rank", "Comm_size", "Wtime", "Initialized");

  static Stream<Path> runs() throws IOException {
    return DumpiData.runs();
  }

  @ParameterizedTest
  @MethodSource("runs")
  void areThoseOfTheText(Path run) {
    assumeTrue(Files.isDirectory(run), "no traces of DUMPI beside the checkout");
    MemoryTrace.Builder builder = MemoryTrace.builder();
    assertThat(DumpiReader.read(run, ReadingOptions.DEFAULT, builder)).isEmpty();
    MemoryTrace trace = builder.build();
    List<Path> files = DumpiRun.of(run).files();
    for (int rank = 0; rank < files.size(); rank++) {
      assertThat(ops(trace, rank)).isEqualTo(expected(files.get(rank)));
    }
  }

  private static List<String> ops(MemoryTrace trace, int rank) {
    List<String> ops = new ArrayList<>();
    Map<Long, Integer> madeBy = new HashMap<>();
    OpView op = new OpView();
    try (RankCursor cursor = trace.open(rank)) {
      while (cursor.next(op)) {
        if (op.code().family() == OpCode.Family.COMPUTE) {
          continue;
        }
        StringBuilder text = new StringBuilder(op.code().name().toLowerCase(Locale.ROOT));
        for (OpField field : List.of(OpField.PEER, OpField.TAG, OpField.ROOT)) {
          if (op.code().has(field)) {
            text.append(' ').append(op.get(field));
          }
        }
        if (op.code().has(OpField.COMMUNICATOR)) {
          text.append(" in ").append(op.communicator());
        }
        long bytes = op.code().has(OpField.BYTES) ? op.bytes() : op.get(OpField.RECEIVE_BYTES);
        text.append(" of ").append(bytes);
        if (op.listLength(OpField.SEND_BYTES_BY_RANK) > 0) {
          text.append(' ').append(Arrays.toString(op.list(OpField.SEND_BYTES_BY_RANK)));
        }
        if (op.code() == OpCode.ISEND || op.code() == OpCode.IRECV) {
          madeBy.put((long) op.request(), ops.size());
        } else if (op.code() == OpCode.WAIT) {
          text.append(" for ").append(madeBy.get((long) op.request()));
        } else if (op.code() == OpCode.WAITALL) {
          for (long slot : op.list(OpField.REQUESTS)) {
            text.append(" for ").append(madeBy.get(slot));
          }
        }
        ops.add(text.toString());
      }
    }
    return ops;
  }

  /** Sizes of datatypes, which the text does not have: from where the last words locate them. */
  private static Map<String, Long> sizes(Path file) {
    try {
      ByteBuffer bytes = ByteBuffer.wrap(Files.readAllBytes(file));
      int table = (int) bytes.getLong(bytes.limit() - 7 * Long.BYTES);
      Map<String, Long> sizes = new HashMap<>();
      for (int type = 0; type < bytes.getInt(table); type++) {
        sizes.put("" + type, (long) bytes.getInt(table + (type + 1) * Integer.BYTES));
      }
      return sizes;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static List<String> expected(Path file) {
    List<String> lines = DumpiData.text(file);
    Map<String, Long> sizes = sizes(file);
    List<String> ops = new ArrayList<>();
    Map<String, ArrayDeque<Integer>> open = new HashMap<>();
    Map<String, String> arguments = new HashMap<>();
    for (String line : lines) {
      Matcher call = CALL.matcher(line);
      Matcher argument = ARGUMENT.matcher(line);
      if (call.matches() && call.group(2).equals("entering")) {
        arguments.clear();
      } else if (call.matches() && !LOCAL.contains(call.group(1))) {
        ops.add(expected(call.group(1), arguments, sizes, open, ops.size()));
      } else if (argument.matches()) {
        String value = argument.group(2).replaceAll(" \\(.*\\)", "");
        arguments.put(argument.group(1), value.replaceAll("[\\[\\] ]", ""));
      }
    }
    return ops;
  }

  private static String expected(
      String call,
      Map<String, String> arguments,
      Map<String, Long> sizes,
      Map<String, ArrayDeque<Integer>> open,
      int number) {
    StringBuilder text = new StringBuilder(call.toLowerCase(Locale.ROOT));
    for (String name : List.of("dest", "source")) {
      if (arguments.containsKey(name)) {
        text.append(' ').append(arguments.get(name));
        text.append(' ').append(arguments.get("tag"));
      }
    }
    if (arguments.containsKey("root")) {
      text.append(' ').append(arguments.get("root"));
    }
    String communicator = arguments.getOrDefault("comm", arguments.get("oldcomm"));
    if (communicator != null) {
      text.append(" in ").append(Integer.parseInt(communicator) - 2);
    }
    String count = arguments.getOrDefault("count", arguments.get("sendcount"));
    String type = arguments.getOrDefault("datatype", arguments.get("sendtype"));
    boolean isSized = count != null && type != null;
    text.append(" of ").append(isSized ? Long.parseLong(count) * sizes.get(type) : 0);
    if (arguments.containsKey("sendcounts")) {
      long each = sizes.get(arguments.get("sendtype"));
      List<Long> list =
          Stream.of(arguments.get("sendcounts").split(",", -1))
              .map(one -> Long.parseLong(one) * each)
              .toList();
      text.append(' ').append(list);
    }
    String requests = arguments.getOrDefault("requests", arguments.get("request"));
    if (requests != null) {
      for (String request : requests.split(",", -1)) {
        ArrayDeque<Integer> made = open.computeIfAbsent(request, key -> new ArrayDeque<>());
        if (call.startsWith("Wait") && !request.equals("1")) {
          text.append(" for ").append(made.remove());
        } else if (!call.startsWith("Wait")) {
          made.add(number);
        }
      }
    }
    return text.toString();
  }
}
