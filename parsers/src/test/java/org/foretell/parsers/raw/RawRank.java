package org.foretell.parsers.raw;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Writes the raw file of a rank, in the plainest way, from the page that describes it. A tick is a
 * nanosecond unless a test says otherwise.
 */
final class RawRank {
  static final int WINDOW = 64 << 10;

  /** Added to the number of a stream: its windows of structure, and of its column. */
  static final int STRUCTURE = 1000;

  static final int COLUMN = 2000;

  final ByteBuffer header = ByteBuffer.allocate(4096).order(ByteOrder.LITTLE_ENDIAN);
  private final List<byte[]> windows = new ArrayList<>();
  private final Map<Integer, ByteArrayOutputStream> open = new LinkedHashMap<>();
  private final Map<Integer, Integer> numbers = new LinkedHashMap<>();
  private final Map<String, Integer> functions = new LinkedHashMap<>();
  private int names;
  private int modules;
  private int sites;
  private int places;
  private int segments;
  private int exchanges;
  private int shapes;
  private long firstTicks = 1_000_000;

  RawRank(long run, int rank, int ranks) {
    header.put(0, new byte[] {(byte) 0x89, 0x46, 0x54, 0x57, 0x0d, 0x0a, 0x1a, 0x0a});
    header.putShort(8, (short) 1).putInt(12, WINDOW).putLong(16, run);
    header.putInt(24, rank).putInt(28, ranks).putLong(32, 4711).putInt(40, 1 | 8);
    header.putLong(48, 1_000_000).putLong(56, 1_000_000).putLong(64, 5_000_000);
    header.putLong(72, 90_000_000_000L).putLong(80, 90_000_000_000L);
    text(128, "node0");
    text(192, "Open MPI v4\nmore");
    text(448, "/home/me/solver");
    text(960, "0.1");
  }

  RawRank text(int at, String text) {
    header.put(at, text.getBytes(StandardCharsets.UTF_8));
    return this;
  }

  RawRank flags(int flags) {
    header.putInt(40, flags);
    return this;
  }

  /** From here on windows of threads begin at this time. */
  RawRank startsAt(long ticks) {
    firstTicks = ticks;
    return this;
  }

  RawRank exchange(long before, long zeroNanoseconds, long after, int atFinalize) {
    int at = 1024 + 32 * exchanges++;
    header.putLong(at, before).putLong(at + 8, zeroNanoseconds);
    header.putLong(at + 16, after).putLong(at + 24, atFinalize);
    header.putInt(112, exchanges);
    return this;
  }

  RawRank function(String name, String op, String... fields) {
    functions.put(name, functions.size());
    Bytes out = new Bytes().varint(1).varint(functions.size() - 1).text(name).text(op);
    out.varint(fields.length);
    for (String field : fields) {
      out.text(field);
    }
    return record(0, out);
  }

  int module(String path, String buildId) {
    record(0, new Bytes().varint(3).varint(modules).text(path).text(buildId));
    return modules++;
  }

  /** Pairs of module number + 1 and offset. */
  RawRank callSite(long... frames) {
    Bytes out = new Bytes().varint(2).varint(sites++).varint(frames.length / 2);
    for (long each : frames) {
      out.varint(each);
    }
    return record(0, out);
  }

  int place(String function, String file, long line) {
    record(0, new Bytes().varint(8).varint(places).text(function).text(file).varint(line));
    return places++;
  }

  /** Numbers of places, innermost first. */
  RawRank callSiteOfPlaces(long... frames) {
    Bytes out = new Bytes().varint(9).varint(sites++).varint(frames.length);
    for (long each : frames) {
      out.varint(each);
    }
    return record(0, out);
  }

  int name(String text) {
    record(0, new Bytes().varint(4).varint(names).text(text));
    return names++;
  }

  RawRank note(String text) {
    return record(0, new Bytes().varint(5).text(text));
  }

  int segment(int module, long bytes) {
    record(0, new Bytes().varint(6).varint(segments).signed(module).varint(bytes));
    return segments++;
  }

  /** A call of the first thread without a call site; values are numbers or arrays of them. */
  RawRank call(String function, long gap, long duration, Object... values) {
    return call(1, 0, function, gap, duration, values);
  }

  RawRank call(
      int stream, int callSite, String function, long gap, long duration, Object... values) {
    Bytes out = new Bytes().varint(16 + functions.get(function)).varint(gap).varint(duration);
    out.varint(callSite);
    for (Object value : values) {
      if (value instanceof long[] list) {
        out.varint(list.length);
        for (long each : list) {
          out.signed(each);
        }
      } else {
        out.signed(((Number) value).longValue());
      }
    }
    return record(stream, out);
  }

  /** A record of the first thread whose numbers are not signed. */
  RawRank plain(long... numbers) {
    Bytes out = new Bytes();
    for (long each : numbers) {
      out.varint(each);
    }
    return record(1, out);
  }

  RawRank matched(long slot, long source, long tag, long bytes) {
    return record(1, new Bytes().varint(7).signed(slot).signed(source).signed(tag).signed(bytes));
  }

  RawRank value(long comparison, long operand, long before, long after) {
    return record(
        1, new Bytes().varint(8).signed(comparison).signed(operand).signed(before).signed(after));
  }

  /** Triples of offset, bytes and value. */
  RawRank wrote(long... words) {
    Bytes out = new Bytes().varint(9).varint(words.length / 3);
    for (int i = 0; i < words.length; i += 3) {
      out.varint(words[i]).varint(words[i + 1]).signed(words[i + 2]);
    }
    return record(1, out);
  }

  /**
   * A record without the numbers that go into its holes.
   *
   * @param holes places among the bytes, twice, and one more if it is a gap
   * @param bytes numbers of the record that stay
   */
  int shape(long[] holes, long... bytes) {
    Bytes out = new Bytes().varint(7).varint(shapes + 1);
    record(0, out.shape(holes, bytes));
    return ++shapes;
  }

  /** A call of the first thread as a shape; its values stay. */
  int shape(String function, long... values) {
    return shape(new long[] {3, 2}, callBytes(function, values));
  }

  private long[] callBytes(String function, long... values) {
    long[] bytes = new long[2 + values.length];
    bytes[0] = 16L + functions.get(function);
    for (int i = 0; i < values.length; i++) {
      bytes[2 + i] = values[i] << 1 ^ values[i] >> 63;
    }
    return bytes;
  }

  /** Words of structure of the first thread, see {@link #symbol} and {@link #loop}. */
  RawRank structure(long... words) {
    header.putShort(10, (short) 1);
    Bytes out = new Bytes();
    for (long each : words) {
      for (int shift = 0; shift < Long.SIZE; shift += Byte.SIZE) {
        out.out.write((int) (each >>> shift));
      }
    }
    return record(STRUCTURE + 1, out);
  }

  static long symbol(int shape) {
    return (long) shape << 1;
  }

  static long loop(long repeats, int words) {
    return repeats << 21 | (long) words << 1 | 1;
  }

  /** Numbers of the column of the first thread; a gap counts twice, and one more with a pause. */
  RawRank column(long... numbers) {
    Bytes out = new Bytes();
    for (long each : numbers) {
      out.varint(each);
    }
    return record(COLUMN + 1, out);
  }

  /** A shape that stands in the column, for a record without a number of its own. */
  RawRank inline(String function, long... values) {
    return record(COLUMN + 1, new Bytes().shape(new long[] {3, 2}, callBytes(function, values)));
  }

  RawRank record(int stream, Bytes record) {
    byte[] bytes = record.out.toByteArray();
    ByteArrayOutputStream window = open.get(stream);
    if (window != null && window.size() + bytes.length > WINDOW - 64) {
      close(stream);
      window = null;
    }
    if (window == null) {
      window = new ByteArrayOutputStream();
      open.put(stream, window);
    }
    window.writeBytes(bytes);
    return this;
  }

  /** Ends the window of a stream; the next record begins another. */
  RawRank close(int stream) {
    ByteArrayOutputStream content = open.remove(stream);
    if (content != null) {
      ByteBuffer window = ByteBuffer.allocate(WINDOW).order(ByteOrder.LITTLE_ENDIAN);
      int number = numbers.merge(stream, 1, Integer::sum) - 1;
      int mark = stream < STRUCTURE ? 0x314e4957 : stream < COLUMN ? 0x534e4957 : 0x434e4957;
      window.putInt(mark).putInt(stream % STRUCTURE).putInt(number).putInt(content.size());
      window.putLong(firstTicks).putLong(firstTicks).putLong(firstTicks);
      window.put(64, content.toByteArray());
      windows.add(window.array());
    }
    return this;
  }

  byte[] bytes() {
    List.copyOf(open.keySet()).forEach(this::close);
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    out.writeBytes(header.array());
    windows.forEach(out::writeBytes);
    return out.toByteArray();
  }

  /** Writes the file into the folder of its run within a folder. */
  Path write(Path folder) {
    Path run = folder.resolve(String.format("run-%016x", header.getLong(16)));
    Path file = run.resolve(String.format("rank-%07d.raw", header.getInt(24)));
    try {
      Files.createDirectories(run);
      Files.write(file, bytes());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return file;
  }

  /** A record in the making. */
  static final class Bytes {
    final ByteArrayOutputStream out = new ByteArrayOutputStream();

    Bytes varint(long value) {
      long rest = value;
      while ((rest & ~0x7fL) != 0) {
        out.write((int) ((rest & 0x7f) | 0x80));
        rest >>>= 7;
      }
      out.write((int) rest);
      return this;
    }

    Bytes signed(long value) {
      return varint(value << 1 ^ value >> 63);
    }

    Bytes shape(long[] holes, long... numbers) {
      Bytes content = new Bytes();
      varint(holes.length);
      for (long each : holes) {
        varint(each);
      }
      for (long each : numbers) {
        content.varint(each);
      }
      varint(content.out.size());
      out.writeBytes(content.out.toByteArray());
      return this;
    }

    Bytes text(String text) {
      byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
      varint(bytes.length);
      out.writeBytes(bytes);
      return this;
    }
  }
}
