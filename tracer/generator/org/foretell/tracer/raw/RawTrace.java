package org.foretell.tracer.raw;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * A raw trace of one process, as {@code docs/design/raw-trace.md} has it. For the tests of the
 * tracer.
 */
final class RawTrace {
  private static final int HEADER = 4096;
  private static final byte[] MAGIC = {(byte) 0x89, 'F', 'T', 'W', '\r', '\n', 0x1a, '\n'};

  /** A function. */
  record Function(String name, String op, List<String> fields) {}

  /** A record: its name, its times, its call site and its values, of which lists are lists. */
  record Record(String name, long gap, long duration, long site, Map<String, Object> values) {}

  final ByteBuffer file;
  final Map<Long, Function> functions = new TreeMap<>();
  /** The frames of each call site, innermost first, as texts. */
  final List<List<String>> sites = new ArrayList<>();
  /** Places in source files, as texts. */
  final List<String> places = new ArrayList<>();
  final List<String> modules = new ArrayList<>();
  final List<String> names = new ArrayList<>();
  /** The module of each, -1 for the symmetric heap. */
  final List<Long> segments = new ArrayList<>();
  final List<String> notes = new ArrayList<>();
  final List<RawLoops.Shape> shapes = new ArrayList<>();
  final Map<Integer, List<Record>> streams = new TreeMap<>();
  /** What is used of the windows. */
  long usedBytes;

  /** Streams of threads that recorded loops. */
  final Map<Integer, RawLoops> looped = new TreeMap<>();
  /** Of each stream of a thread: the ticks from which its first gap counts. */
  final Map<Integer, Long> firstTicks = new TreeMap<>();

  RawTrace(Path path) throws IOException {
    file = ByteBuffer.wrap(Files.readAllBytes(path)).order(ByteOrder.LITTLE_ENDIAN);
    for (int i = 0; i < MAGIC.length; i++) {
      expect(file.get(i) == MAGIC[i], "the magic number");
    }
    Map<Integer, Integer> windows = new TreeMap<>();
    int bytes = file.getInt(12);
    List<Integer> ofThreads = new ArrayList<>();
    for (int start = HEADER; start + 64 <= file.limit(); start += bytes) {
      if (file.getInt(start) != 0) {
        int kind = RawLoops.KINDS.indexOf(file.getInt(start));
        expect(kind >= 0, "a window at " + start);
        int stream = file.getInt(start + 4);
        usedBytes += file.getInt(start + 12);
        expect(
            windows.merge(stream * 3 + kind, 1, Integer::sum) == file.getInt(start + 8) + 1,
            "windows in order");
        if (stream == 0) {
          readDefinitions(window(start));
        } else if (kind == 0) {
          ofThreads.add(start);
        } else {
          firstTicks.putIfAbsent(stream, file.getLong(start + 32));
          looped
              .computeIfAbsent(stream, key -> new RawLoops(shapes))
              .add(window(start), kind == RawLoops.COLUMN);
        }
      }
    }
    looped.forEach(
        (stream, loops) ->
            readRecords(
                loops.unfolded(), streams.computeIfAbsent(stream, key -> new ArrayList<>())));
    for (int start : ofThreads) {
      firstTicks.putIfAbsent(file.getInt(start + 4), file.getLong(start + 32));
      readRecords(
          window(start),
          streams.computeIfAbsent(file.getInt(start + 4), stream -> new ArrayList<>()));
    }
  }

  int flags() {
    return file.getInt(40);
  }

  String text(int offset, int most) {
    int end = offset;
    while (end < offset + most && file.get(end) != 0) {
      end++;
    }
    return new String(file.array(), offset, end - offset, StandardCharsets.UTF_8);
  }

  private ByteBuffer window(int start) {
    return file.slice(start + 64, file.getInt(start + 12)).order(ByteOrder.LITTLE_ENDIAN);
  }

  static void expect(boolean holds, String what) {
    if (!holds) {
      throw new IllegalStateException("expected " + what);
    }
  }

  static long number(ByteBuffer in) {
    long value = 0;
    for (int shift = 0; ; shift += 7) {
      byte b = in.get();
      value |= (long) (b & 0x7f) << shift;
      if (b >= 0) {
        return value;
      }
    }
  }

  private static long signed(ByteBuffer in) {
    long value = number(in);
    return value >>> 1 ^ -(value & 1);
  }

  private static String text(ByteBuffer in) {
    byte[] bytes = new byte[(int) number(in)];
    in.get(bytes);
    return new String(bytes, StandardCharsets.UTF_8);
  }

  private void readDefinitions(ByteBuffer in) {
    while (in.hasRemaining()) {
      int kind = in.get();
      switch (kind) {
        case 1 -> {
          long id = number(in);
          String name = text(in);
          String op = text(in);
          List<String> fields = new ArrayList<>();
          for (long left = number(in); left > 0; left--) {
            fields.add(text(in));
          }
          expect(
              functions.put(id, new Function(name, op, fields)) == null,
              "one definition of " + name);
        }
        case 2 -> {
          expect(number(in) == sites.size(), "call sites in order");
          List<String> frames = new ArrayList<>();
          for (long left = number(in); left > 0; left--) {
            int module = (int) number(in);
            long offset = number(in);
            frames.add(
                module == 0
                    ? "?"
                    : modules.get(module - 1).replaceFirst(".*/", "") + "+0x" + Long.toHexString(offset));
          }
          sites.add(frames);
        }
        case 3 -> {
          expect(number(in) == modules.size(), "modules in order");
          modules.add(text(in));
          text(in);
        }
        case 4 -> {
          expect(number(in) == names.size(), "names in order");
          names.add(text(in));
        }
        case 5 -> notes.add(text(in));
        case 6 -> {
          expect(number(in) == segments.size(), "segments in order");
          segments.add(signed(in));
          number(in);
        }
        case 7 -> {
          expect(number(in) == shapes.size() + 1, "shapes in order");
          shapes.add(RawLoops.shape(in));
        }
        case 8 -> {
          expect(number(in) == places.size(), "places in order");
          String function = text(in);
          places.add(function + " " + text(in).replaceFirst(".*/", "") + ":" + number(in));
        }
        case 9 -> {
          expect(number(in) == sites.size(), "call sites in order");
          List<String> frames = new ArrayList<>();
          for (long left = number(in); left > 0; left--) {
            frames.add(places.get((int) number(in)));
          }
          sites.add(frames);
        }
        default -> throw new IllegalStateException("expected a definition, found kind " + kind);
      }
    }
  }

  private void readRecords(ByteBuffer in, List<Record> out) {
    while (in.hasRemaining()) {
      long kind = number(in);
      Map<String, Object> values = new java.util.LinkedHashMap<>();
      switch ((int) Math.min(kind, 16)) {
        case 1 -> out.add(new Record("pause", number(in), 0, -1, values));
        case 2, 3 -> {
          long gap = number(in);
          values.put("name", names.get((int) number(in)));
          out.add(new Record(kind == 2 ? "marker_begin" : "marker_end", gap, 0, -1, values));
        }
        case 4 -> out.add(new Record("off", number(in), 0, -1, values));
        case 5 -> out.add(new Record("on", number(in), 0, -1, values));
        case 6 -> read(in, values, out, "counters", List.of("instructions", "cycles", "misses"));
        case 12 -> read(in, values, out, "counters", List.of("flops"));
        case 8 -> read(in, values, out, "value", List.of("comparison", "operand", "before", "after"));
        case 9 -> {
          List<Long> words = new ArrayList<>();
          for (long left = number(in); left > 0; left--) {
            words.add(number(in));
            words.add(number(in));
            words.add(signed(in));
          }
          values.put("words", words);
          out.add(new Record("update", 0, 0, -1, values));
        }
        case 11 -> {
          values.put("flops", number(in));
          values.put("bytes", number(in));
          out.add(new Record("work", 0, 0, -1, values));
        }
        case 7 -> read(in, values, out, "matched", List.of("slot", "source", "tag", "bytes"));
        case 16 -> call(kind - 16, in, out);
        default -> throw new IllegalStateException("expected a record, found kind " + kind);
      }
    }
  }

  private static void read(
      ByteBuffer in,
      Map<String, Object> values,
      List<Record> out,
      String name,
      List<String> fields) {
    fields.forEach(field -> values.put(field, signed(in)));
    out.add(new Record(name, 0, 0, -1, values));
  }

  private void call(long id, ByteBuffer in, List<Record> out) {
    Function function = functions.get(id);
    expect(function != null, "function " + id + " among the definitions");
    Map<String, Object> values = new java.util.LinkedHashMap<>();
    long gap = number(in);
    long duration = number(in);
    long site = number(in) - 1;
    for (String field : function.fields()) {
      if (field.endsWith("s")
              && !List.of("bytes", "receive_bytes", "stride_bytes", "flags", "polls")
                  .contains(field)
          || field.endsWith("_by_rank")) {
        List<Long> items = new ArrayList<>();
        for (long left = number(in); left > 0; left--) {
          items.add(signed(in));
        }
        values.put(field, items);
      } else {
        values.put(field, signed(in));
      }
    }
    out.add(
        new Record(
            function.op().isEmpty() ? function.name() + "?" : function.name(),
            gap,
            duration,
            site,
            values));
  }
}
