package org.foretell.timelines;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.google.protobuf.CodedInputStream;
import com.google.protobuf.WireFormat;
import java.io.IOException;
import java.math.BigDecimal;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * What a timeline contains, read back by the plainest means.
 *
 * @param ops how many of each name
 * @param opPicoseconds how long those of each name take together
 * @param flows messages that have both ends, by their category
 * @param bytes of those messages together
 * @param phases how many begin, by name; as many end
 * @param rows names of tracks or rows
 * @param callSites how often each is named
 */
record ReadTimeline(
    Map<String, Long> ops,
    Map<String, Long> opPicoseconds,
    Map<String, Long> flows,
    long bytes,
    Map<String, Long> phases,
    List<String> rows,
    Map<String, Long> callSites) {

  private ReadTimeline() {
    this(0);
  }

  /** Nothing yet. */
  static ReadTimeline empty() {
    return new ReadTimeline();
  }

  private ReadTimeline(long bytes) {
    this(
        new TreeMap<>(),
        new TreeMap<>(),
        new TreeMap<>(),
        bytes,
        new TreeMap<>(),
        new ArrayList<>(),
        new TreeMap<>());
  }

  ReadTimeline withBytes(long sum) {
    return new ReadTimeline(ops, opPicoseconds, flows, sum, phases, rows, callSites);
  }

  private static void count(Map<String, Long> counts, String name) {
    counts.merge(name, 1L, Long::sum);
  }

  static ReadTimeline chrome(byte[] file) {
    ReadTimeline read = new ReadTimeline();
    JsonNode events =
        JsonMapper.builder()
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .build()
            .readTree(new String(file, UTF_8))
            .required("traceEvents");
    Map<String, String> open = new HashMap<>();
    Map<String, JsonNode> sent = new HashMap<>();
    Map<Integer, Deque<String>> inPhase = new HashMap<>();
    long bytes = 0;
    for (JsonNode event : events) {
      String name = event.required("name").asString();
      switch (event.required("ph").asString()) {
        case "M" -> {
          if (name.equals("thread_name")) {
            read.rows.add(event.required("args").required("name").asString());
          }
        }
        case "B" -> {
          count(read.phases, name);
          inPhase
              .computeIfAbsent(event.required("tid").asInt(), t -> new ArrayDeque<>())
              .push(name);
        }
        case "E" -> {
          if (!inPhase.get(event.required("tid").asInt()).pop().equals(name)) {
            throw new AssertionError(event);
          }
        }
        case "X" -> {
          if (event.has("flow_out")) {
            open.put(event.required("bind_id").asString(), event.required("cat").asString());
            JsonNode said = event.required("args");
            bytes += said.required("bytes").asLong();
            sent.put(event.required("bind_id").asString(), said);
          } else if (event.has("flow_in")) {
            count(read.flows, open.remove(event.required("bind_id").asString()));
            // What a viewer merges is named apart at both ends.
            JsonNode said = event.required("args");
            JsonNode atSender = sent.remove(event.required("bind_id").asString());
            if (said.has("bytes")
                || said.has("tag")
                || !said.required("received bytes").equals(atSender.required("bytes"))
                || !said.required("received tag").equals(atSender.required("tag"))) {
              throw new AssertionError(atSender + " and " + said);
            }
          } else {
            count(read.ops, name);
            BigDecimal microseconds = event.required("dur").decimalValue();
            read.opPicoseconds.merge(
                name, microseconds.movePointRight(6).longValueExact(), Long::sum);
            if (event.path("args").has("call site")) {
              count(read.callSites, event.required("args").required("call site").asString());
            }
          }
        }
        default -> throw new AssertionError(event);
      }
    }
    if (!open.isEmpty() || inPhase.values().stream().anyMatch(stack -> !stack.isEmpty())) {
      throw new AssertionError("without an end: " + open + inPhase);
    }
    return read.withBytes(bytes);
  }

  /** A message of protocol buffers: the values of each field. */
  private static final class Fields extends HashMap<Integer, List<Object>> {
    private static final long serialVersionUID = 1L;

    static Fields of(Object bytes) {
      try {
        CodedInputStream in = CodedInputStream.newInstance((byte[]) bytes);
        Fields fields = new Fields();
        for (int tag = in.readTag(); tag != 0; tag = in.readTag()) {
          fields
              .computeIfAbsent(WireFormat.getTagFieldNumber(tag), f -> new ArrayList<>())
              .add(
                  switch (WireFormat.getTagWireType(tag)) {
                    case WireFormat.WIRETYPE_VARINT -> in.readRawVarint64();
                    case WireFormat.WIRETYPE_FIXED64 -> in.readFixed64();
                    case WireFormat.WIRETYPE_LENGTH_DELIMITED -> in.readByteArray();
                    default -> throw new AssertionError(tag);
                  });
        }
        return fields;
      } catch (IOException e) {
        throw new AssertionError(e);
      }
    }

    List<Fields> messages(int field) {
      return getOrDefault(field, List.of()).stream().map(Fields::of).toList();
    }

    long number(int field) {
      return (long) get(field).get(0);
    }

    String text(int field) {
      return new String((byte[]) get(field).get(0), UTF_8);
    }
  }

  /** Fields by their numbers in the definitions of Perfetto. */
  static ReadTimeline perfetto(byte[] file) {
    ReadTimeline read = new ReadTimeline();
    Map<Long, String> categories = new HashMap<>();
    Map<Long, String> names = new HashMap<>();
    Map<Long, String> notes = new HashMap<>();
    Map<Long, String> tracks = new HashMap<>();
    Map<Long, Deque<Fields>> slices = new HashMap<>();
    Map<Long, String> flows = new HashMap<>();
    long bytes = 0;
    for (Fields packet : Fields.of(file).messages(1)) {
      for (Fields data : packet.messages(12)) {
        data.messages(1).forEach(each -> categories.put(each.number(1), each.text(2)));
        data.messages(2).forEach(each -> names.put(each.number(1), each.text(2)));
        data.messages(3).forEach(each -> notes.put(each.number(1), each.text(2)));
      }
      for (Fields track : packet.messages(60)) {
        tracks.put(track.number(1), track.text(2));
        read.rows.add(track.text(2));
      }
      for (Fields event : packet.messages(11)) {
        long track = event.number(11);
        if (!tracks.containsKey(track)) {
          throw new AssertionError("no track " + track);
        }
        event.put(0, List.of(packet.number(8)));
        switch ((int) event.number(9)) {
          case 1 -> slices.computeIfAbsent(track, t -> new ArrayDeque<>()).push(event);
          case 2 -> {
            Fields begin = slices.get(track).pop();
            String name = names.get(begin.number(10));
            if (categories.get(begin.number(3)).equals("phase")) {
              count(read.phases, name);
            } else {
              count(read.ops, name);
              read.opPicoseconds.merge(name, (event.number(0) - begin.number(0)) * 1000, Long::sum);
              for (Fields note : begin.messages(4)) {
                if (notes.get(note.number(1)).equals("call site")) {
                  count(read.callSites, note.text(6));
                }
              }
            }
          }
          case 3 -> {
            if (event.containsKey(47)) {
              flows.put(event.number(47), categories.get(event.number(3)));
              for (Fields note : event.messages(4)) {
                bytes += notes.get(note.number(1)).equals("bytes") ? note.number(4) : 0;
              }
            } else {
              count(read.flows, flows.remove(event.number(48)));
            }
          }
          default -> throw new AssertionError(event);
        }
      }
    }
    if (!flows.isEmpty() || slices.values().stream().anyMatch(stack -> !stack.isEmpty())) {
      throw new AssertionError("without an end: " + flows + slices);
    }
    return read.withBytes(bytes);
  }

  /** Records, names of values, names of rows. */
  static ReadTimeline paraver(String records, String names, String rows) {
    ReadTimeline read = new ReadTimeline();
    Map<String, String> values = new HashMap<>();
    String type = "";
    for (String line : names.lines().toList()) {
      String[] words = line.strip().split("\\s+", 3);
      if (words[0].equals("STATES")) {
        type = "state";
      } else if (words[0].equals("STATES_COLOR")) {
        type = "colour";
      } else if (words[0].equals("0") && line.matches("0 +\\d{8} .*")) {
        type = words[1];
      } else if (line.matches("\\d+ +\\S.*")) {
        values.put(type + ":" + words[0], line.strip().split("\\s+", 2)[1]);
      }
    }
    rows.lines().filter(line -> line.startsWith("rank")).distinct().forEach(read.rows::add);
    long bytes = 0;
    long last = 0;
    Map<String, String> calls = new HashMap<>();
    Map<String, Long> since = new HashMap<>();
    List<String> lines = records.lines().toList();
    if (!lines.get(0).matches("#Paraver \\(.*\\):\\d+_ns:\\d+\\([\\d,]+\\):1:\\d+\\(.*\\),\\d+")) {
      throw new AssertionError(lines.get(0));
    }
    for (String line : lines.stream().skip(1).filter(each -> !each.startsWith("c:")).toList()) {
      String[] parts = line.split(":", -1);
      String row = parts[3] + ":" + parts[4];
      if (parts[0].equals("1") && !values.containsKey("colour:" + parts[7])) {
        throw new AssertionError("a state without a colour: " + line);
      }
      long time = Long.parseLong(parts[5]);
      if (time < last) {
        throw new AssertionError("before the one above: " + line);
      }
      last = time;
      switch (parts[0]) {
        case "1" -> {
          if (values.get("state:" + parts[7]).equals("Running")) {
            count(read.ops, "compute");
            read.opPicoseconds.merge(
                "compute", (Long.parseLong(parts[6]) - time) * 1000, Long::sum);
          }
        }
        case "2" -> {
          for (int i = 6; i < parts.length; i += 2) {
            if (parts[i].startsWith("501")) {
              // Sizes and the like of collectives, whose values are numbers.
              continue;
            }
            String name = values.get(parts[i] + ":" + parts[i + 1]);
            if (name == null) {
              throw new AssertionError("without a name: " + line);
            }
            if (parts[i].equals("60000019")) {
              if (!parts[i + 1].equals("0")) {
                count(read.phases, name);
              }
            } else if (parts[i].equals("70000001")) {
              if (!parts[i + 1].equals("0")) {
                count(read.callSites, name);
              }
            } else if (parts[i].startsWith("5")) {
              if (parts[i + 1].equals("0")) {
                String call = calls.remove(row);
                read.opPicoseconds.merge(call, (time - since.get(row)) * 1000, Long::sum);
              } else {
                count(read.ops, name);
                if (calls.put(row, name) != null) {
                  throw new AssertionError("in another call: " + line);
                }
                since.put(row, time);
              }
            }
          }
        }
        case "3" -> {
          count(read.flows, "");
          bytes += Long.parseLong(parts[13]);
        }
        default -> throw new AssertionError(line);
      }
    }
    if (!calls.isEmpty()) {
      throw new AssertionError("without an end: " + calls);
    }
    return read.withBytes(bytes);
  }
}
