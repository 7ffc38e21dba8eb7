package org.foretell.parsers.otf2;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Writes small archives, byte by byte as the format has them. */
final class ArchiveWriter {
  static final int CHUNK = 1 << 10;

  private final ByteOrder order;
  private final Stream definitions;
  private final List<Stream> events = new ArrayList<>();
  private final List<Stream> locals = new ArrayList<>();

  /** One file. */
  final class Stream {
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

    private Stream() {
      header();
    }

    private void header() {
      bytes.write(3);
      bytes.write(order == ByteOrder.LITTLE_ENDIAN ? 0x42 : 0x23);
      full(1);
      full(1);
    }

    Stream u8(int value) {
      bytes.write(value);
      return this;
    }

    Stream full(long value) {
      bytes.writeBytes(ByteBuffer.allocate(8).order(order).putLong(value).array());
      return this;
    }

    /** A compressed number. */
    Stream c(long value) {
      bytes.writeBytes(compressed(value));
      return this;
    }

    Stream time(long ticks) {
      u8(5);
      return full(ticks);
    }

    /** A record of compressed numbers. */
    Stream record(int type, long... values) {
      ByteArrayOutputStream payload = new ByteArrayOutputStream();
      for (long value : values) {
        payload.writeBytes(compressed(value));
      }
      return payload(type, payload.toByteArray());
    }

    Stream payload(int type, byte... payload) {
      u8(type);
      u8(payload.length);
      bytes.writeBytes(payload);
      return this;
    }

    /** Ends the chunk and begins the next. */
    Stream nextChunk() {
      u8(0);
      while (bytes.size() % CHUNK != 0) {
        u8(0x77);
      }
      header();
      return this;
    }
  }

  ArchiveWriter(ByteOrder order, int ranks) {
    this.order = order;
    definitions = new Stream();
    definitions.record(5, 1_000_000_000, 100, 1000, -1L);
    text(0, "MPI_COMM_WORLD");
    text(1, "main");
    text(2, "main.c");
    definitions.payload(13, join(compressed(0), compressed(0), new byte[] {1}, compressed(-1)));
    byte[] members = compressed(ranks);
    byte[] numbers = compressed(ranks);
    for (int rank = 0; rank < ranks; rank++) {
      definitions.payload(
          14,
          join(
              compressed(location(rank)),
              compressed(0),
              new byte[] {1},
              compressed(2),
              compressed(0)));
      members = join(members, compressed(location(rank)));
      numbers = join(numbers, compressed(rank));
      events.add(new Stream());
      locals.add(new Stream());
    }
    definitions.payload(
        18, join(compressed(0), compressed(0), new byte[] {6}, members, new byte[] {4, 4, 0}));
    definitions.payload(
        18, join(compressed(1), compressed(0), new byte[] {4}, numbers, new byte[] {5, 4, 0}));
    definitions.record(22, 0, 0, 1, -1);
    region(0, 1, 1);
  }

  static long location(int rank) {
    return rank * 536_870_911L;
  }

  ArchiveWriter text(long id, String text) {
    definitions.payload(10, join(compressed(id), (text + "\0").getBytes(StandardCharsets.UTF_8)));
    return this;
  }

  /** A region of a paradigm, in line 7. */
  ArchiveWriter region(long id, long name, int paradigm) {
    definitions.payload(
        15,
        join(
            compressed(id),
            compressed(name),
            compressed(name),
            new byte[] {0},
            compressed(2),
            compressed(7),
            compressed(9),
            compressed(name),
            new byte[] {1, (byte) paradigm},
            compressed(0)));
    return this;
  }

  /** A region of MPI, with a name of its number. */
  ArchiveWriter call(int id, String name) {
    return text(100L + id, name).region(id, 100L + id, 4);
  }

  Stream events(int rank) {
    return events.get(rank);
  }

  Stream local(int rank) {
    return locals.get(rank);
  }

  byte[] compressed(long value) {
    if (value == 0) {
      return new byte[] {0};
    }
    if (value == -1) {
      return new byte[] {(byte) 255};
    }
    int size = (64 - Long.numberOfLeadingZeros(value) + 7) / 8;
    byte[] bytes = new byte[1 + size];
    bytes[0] = (byte) size;
    for (int i = 0; i < size; i++) {
      int place = order == ByteOrder.LITTLE_ENDIAN ? i : size - 1 - i;
      bytes[1 + place] = (byte) (value >>> (8 * i));
    }
    return bytes;
  }

  static byte[] join(byte[]... parts) {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    for (byte[] part : parts) {
      all.writeBytes(part);
    }
    return all.toByteArray();
  }

  /** Ends all files and writes them; the anchor. */
  Path write(Path folder) {
    ByteBuffer anchor = ByteBuffer.allocate(128).order(order);
    anchor.put((byte) 3).put((byte) (order == ByteOrder.LITTLE_ENDIAN ? 0x42 : 0x23));
    anchor.put("OTF2\0".getBytes(StandardCharsets.US_ASCII)).put(new byte[] {3, 2, 3, 0, 2});
    anchor.putLong(CHUNK).putLong(1 << 20).put(new byte[] {1, 1});
    anchor.putLong(events.size()).putLong(1).put("m\0tester\0d\0".getBytes(StandardCharsets.UTF_8));
    anchor.putInt(0).putLong(7).putInt(0).putInt(0).put((byte) 2);
    try {
      Path file = folder.resolve("t.otf2");
      byte[] bytes = new byte[anchor.position()];
      anchor.rewind().get(bytes);
      Files.write(file, bytes);
      Files.write(folder.resolve("t.def"), definitions.u8(2).bytes.toByteArray());
      Path ranks = Files.createDirectories(folder.resolve("t"));
      for (int rank = 0; rank < events.size(); rank++) {
        String name = Long.toString(location(rank));
        Files.write(ranks.resolve(name + ".evt"), events.get(rank).u8(2).bytes.toByteArray());
        Files.write(ranks.resolve(name + ".def"), locals.get(rank).u8(2).bytes.toByteArray());
      }
      return file;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
