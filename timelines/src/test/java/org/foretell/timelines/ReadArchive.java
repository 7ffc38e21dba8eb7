package org.foretell.timelines;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;

/** Reads an archive of OTF2 by the plainest means. */
final class ReadArchive {
  private static final int END_OF_CHUNK = 0;
  private static final int END_OF_FILE = 2;
  private static final int TIMESTAMP = 5;
  private static final int STRING = 10;
  private static final int LOCATION_GROUP = 13;
  private static final int LOCATION = 14;
  private static final int REGION = 15;
  private static final int ENTER = 12;
  private static final int LEAVE = 13;
  private static final int SEND = 14;
  private static final int RECEIVE = 18;
  private static final int COLLECTIVE_END = 23;
  private static final int USER = 1;
  private static final int COMPILER = 2;
  private static final int EVENT_CHUNK_BYTES = 1 << 20;

  private record Region(String name, int paradigm) {}

  private final Map<Long, String> strings = new HashMap<>();
  private final Map<Long, Region> regions = new HashMap<>();
  private final Map<Long, String> processes = new HashMap<>();

  /** Names and numbers of events of locations. */
  private final Map<Long, String> rows = new TreeMap<>();

  private final Map<Long, Long> counts = new HashMap<>();
  private final ReadTimeline read = ReadTimeline.empty();
  private long bytes;
  private long sends;
  private long receives;
  private ByteBuffer in = ByteBuffer.allocate(0);

  private ReadArchive() {}

  static ReadTimeline of(Path anchor) {
    try {
      return new ReadArchive().read(anchor);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private ReadTimeline read(Path anchor) throws IOException {
    String name = anchor.getFileName().toString().replace(".otf2", "");
    open(anchor.resolveSibling(name + ".def"));
    for (int type = in.get(); type != END_OF_FILE; type = in.get()) {
      int length = in.get() & 0xff;
      int end = (length == 0xff ? (int) in.getLong() : length) + in.position();
      definition(type);
      in.position(end);
    }
    for (Map.Entry<Long, String> row : rows.entrySet()) {
      read.rows().add(row.getValue());
      open(anchor.resolveSibling(name).resolve(row.getKey() + ".evt"));
      assertThat(events()).as(row.getValue()).isEqualTo(counts.get(row.getKey()));
    }
    assertThat(sends).isEqualTo(receives);
    read.flows().put("messages", sends);
    return read.withBytes(bytes);
  }

  private void open(Path file) throws IOException {
    in = ByteBuffer.wrap(Files.readAllBytes(file)).order(ByteOrder.LITTLE_ENDIAN);
    header();
  }

  private void header() {
    assertThat(in.getShort()).isEqualTo((short) 0x4203);
    in.getLong();
    in.getLong();
  }

  private long number() {
    int length = in.get() & 0xff;
    if (length == 0xff) {
      return -1;
    }
    long value = 0;
    for (int i = 0; i < length; i++) {
      value |= (in.get() & 0xffL) << (Byte.SIZE * i);
    }
    return value;
  }

  private void definition(int type) {
    switch (type) {
      case STRING -> {
        long id = number();
        int start = in.position();
        int end = start;
        while (in.get(end) != 0) {
          end++;
        }
        strings.put(id, new String(in.array(), start, end - start, UTF_8));
      }
      case LOCATION_GROUP -> processes.put(number(), strings.get(number()));
      case LOCATION -> {
        long id = number();
        String thread = strings.get(number());
        in.get();
        counts.put(id, number());
        rows.put(
            id,
            processes.get(number()) + thread.replace("thread ", ", row ").replace("thread", ""));
      }
      case REGION -> {
        long id = number();
        number();
        number();
        in.get();
        number();
        number();
        number();
        String name = strings.get(number());
        in.get();
        regions.put(id, new Region(name, in.get()));
      }
      default -> {} // All others say nothing that is counted.
    }
  }

  /** Reads the events of a location, and returns how many there are. */
  private long events() {
    Deque<Long> open = new ArrayDeque<>();
    Deque<Long> begins = new ArrayDeque<>();
    long events = 0;
    long time = -1;
    while (true) {
      int type = in.get();
      switch (type) {
        case END_OF_FILE -> {
          assertThat(open).isEmpty();
          return events;
        }
        case END_OF_CHUNK -> {
          in.position(
              (in.position() + EVENT_CHUNK_BYTES - 1) / EVENT_CHUNK_BYTES * EVENT_CHUNK_BYTES);
          header();
        }
        case TIMESTAMP -> {
          long next = in.getLong();
          assertThat(next).isGreaterThanOrEqualTo(time);
          time = next;
        }
        case ENTER -> {
          events++;
          open.push(number());
          begins.push(time);
          enter(regions.get(open.peek()));
        }
        case LEAVE -> {
          events++;
          long region = number();
          assertThat(open.pop()).isEqualTo(region);
          long begin = begins.pop();
          Region left = regions.get(region);
          if (read.ops().containsKey(left.name)) {
            read.opPicoseconds().merge(left.name, time - begin, Long::sum);
          }
        }
        default -> {
          events++;
          int end = (in.get() & 0xff) + in.position();
          message(type, open.isEmpty() ? "no call" : regions.get(open.peek()).name);
          in.position(end);
        }
      }
    }
  }

  private void enter(Region region) {
    boolean isSite = region.paradigm == COMPILER && !region.name.equals("compute");
    Map<String, Long> counted =
        region.paradigm == USER ? read.phases() : isSite ? read.callSites() : read.ops();
    counted.merge(region.name, 1L, Long::sum);
  }

  private void message(int type, String call) {
    if (type == SEND || type == RECEIVE) {
      assertThat(number()).isNotNegative();
      assertThat(number()).isZero();
      assertThat(number()).isLessThanOrEqualTo(0xffff_ffffL);
      sends += type == SEND ? 1 : 0;
      receives += type == RECEIVE ? 1 : 0;
      bytes += type == SEND ? number() : 0;
      read.flows().merge((type == SEND ? "sent in " : "received in ") + call, 1L, Long::sum);
    } else if (type == COLLECTIVE_END) {
      int kind = in.get();
      assertThat(kind).isBetween(0, 16);
      assertThat(number()).isNotNegative();
      assertThat(number()).isBetween(-1L, 1L << 20);
      read.flows().merge("sent in collective " + kind, number(), Long::sum);
      read.flows().merge("received in collective " + kind, number(), Long::sum);
    }
  }
}
