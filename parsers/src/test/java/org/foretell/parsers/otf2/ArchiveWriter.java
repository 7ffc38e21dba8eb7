package org.foretell.parsers.otf2;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** Writes small archives byte by byte, in either byte order and with chunks of any size. */
final class ArchiveWriter {
  static final int MPI = 4;
  static final int USER = 1;
  static final int COMPILER = 2;
  static final int UNDEFINED = -1;

  private final boolean isLittle;
  private final int chunkBytes;
  private String creator = "Score-P 8.4";
  private final Records global;

  ArchiveWriter(boolean isLittle, int chunkBytes) {
    this.isLittle = isLittle;
    this.chunkBytes = chunkBytes;
    global = new Records();
  }

  ArchiveWriter creator(String name) {
    creator = name;
    return this;
  }

  Records global() {
    return global;
  }

  Records records() {
    return new Records();
  }

  /** The definitions of a run of ranks at locations 100, 101 and so on, with their world. */
  ArchiveWriter ranks(int count) {
    global.string(0, "").string(1, "node");
    global.record(5, f -> f.number(1_000_000_000).number(0).number(1).number(UNDEFINED));
    global.record(12, f -> f.number(0).number(1).number(1).number(UNDEFINED));
    for (int rank = 0; rank < count; rank++) {
      int id = rank;
      global.record(13, f -> f.number(id).number(0).u8(1).number(0).number(UNDEFINED));
      global.record(14, f -> f.number(100 + id).number(0).u8(1).number(9).number(id));
    }
    group(1, Definitions.COMM_LOCATIONS, longs(count, 100));
    group(2, 5, longs(count, 0));
    group(3, 6, new long[0]);
    return communicator(0, 2).communicator(1, 3);
  }

  private static long[] longs(int count, long first) {
    long[] longs = new long[count];
    for (int i = 0; i < count; i++) {
      longs[i] = first + i;
    }
    return longs;
  }

  ArchiveWriter group(int id, int type, long... members) {
    global.record(
        18,
        f -> {
          f.number(id).number(0).u8(type).number(members.length);
          for (long member : members) {
            f.number(member);
          }
          f.u8(type).u8(MPI).number(0);
        });
    return this;
  }

  ArchiveWriter communicator(int id, int group) {
    global.record(22, f -> f.number(id).number(0).number(group).number(UNDEFINED).number(0));
    return this;
  }

  /** A region, whose name gets the number 10 more than its own. */
  ArchiveWriter region(int id, String name, int paradigm, int line) {
    global.string(id + 10, name).string(9, "cg.c");
    global.record(
        15,
        f -> {
          f.number(id).number(id + 10).number(0).u8(1).number(9).number(line).number(line);
          f.number(id + 10).u8(1).u8(paradigm).number(0);
        });
    return this;
  }

  /** Writes the anchor file and the global definitions. */
  Path write(Path folder) {
    Records anchor = new Records();
    anchor.u8(3).u8(isLittle ? 0x42 : 0x23).text("OTF2").u8(3).u8(3).u8(3).u8(0).u8(2);
    anchor.u64(chunkBytes).u64(chunkBytes).u8(1).u8(1).u64(1).u64(1);
    anchor.text("here").text(creator).text("");
    Path file = folder.resolve("traces.otf2");
    file(file, anchor.bytes());
    file(folder.resolve("traces.def"), global.chunked());
    return file;
  }

  ArchiveWriter events(Path folder, int rank, Records events) {
    file(folder.resolve("traces").resolve(100 + rank + ".evt"), events.chunked());
    return this;
  }

  ArchiveWriter local(Path folder, int rank, Records definitions) {
    file(folder.resolve("traces").resolve(100 + rank + ".def"), definitions.chunked());
    return this;
  }

  private static void file(Path file, byte[] bytes) {
    try {
      Files.createDirectories(file.getParent());
      Files.write(file, bytes);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Writes the fields of a record. */
  interface Fields {
    void write(Records record);
  }

  /** Records, of which none stands in two chunks. */
  final class Records {
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream chunks = new ByteArrayOutputStream();

    byte[] bytes() {
      return out.toByteArray();
    }

    Records u8(int value) {
      out.write(value);
      return this;
    }

    Records u64(long value) {
      for (int i = 0; i < Long.BYTES; i++) {
        out.write((int) (value >>> (Byte.SIZE * (isLittle ? i : Long.BYTES - 1 - i))));
      }
      return this;
    }

    Records text(String text) {
      out.writeBytes(text.getBytes(StandardCharsets.UTF_8));
      return u8(0);
    }

    Records number(long value) {
      if (value == UNDEFINED) {
        return u8(255);
      }
      int length = (Long.SIZE - Long.numberOfLeadingZeros(value) + Byte.SIZE - 1) / Byte.SIZE;
      u8(length);
      for (int i = 0; i < length; i++) {
        out.write((int) (value >>> (Byte.SIZE * (isLittle ? i : length - 1 - i))));
      }
      return this;
    }

    Records string(int id, String text) {
      return record(10, f -> f.number(id).text(text));
    }

    Records record(int type, Fields fields) {
      Records body = new Records();
      fields.write(body);
      byte[] bytes = body.bytes();
      Records whole = new Records().u8(type);
      if (bytes.length < 255) {
        whole.u8(bytes.length);
      } else {
        whole.u8(255).u64(bytes.length);
      }
      whole.out.writeBytes(bytes);
      return whole(whole.bytes());
    }

    /** A record that is one number, after its time. */
    Records brief(long time, int type, long value) {
      return at(time).whole(new Records().u8(type).number(value).bytes());
    }

    Records at(long time) {
      return whole(new Records().u8(5).u64(time).bytes());
    }

    Records enter(long time, int region) {
      return brief(time, EventReader.ENTER, region);
    }

    Records leave(long time, int region) {
      return brief(time, EventReader.LEAVE, region);
    }

    Records message(int type, int peer, int communicator, int tag, long bytes) {
      return record(type, f -> f.number(peer).number(communicator).number(tag).number(bytes));
    }

    Records message(int type, int peer, int communicator, int tag, long bytes, long request) {
      return record(
          type, f -> f.number(peer).number(communicator).number(tag).number(bytes).number(request));
    }

    Records collective(int kind, int communicator, int root, long sent, long received) {
      return record(
          EventReader.COLLECTIVE_END,
          f -> f.u8(kind).number(communicator).number(root).number(sent).number(received));
    }

    private Records whole(byte[] bytes) {
      if (out.size() + bytes.length + 1 > chunkBytes - RecordFile.HEADER_BYTES) {
        endChunk(0);
      }
      out.writeBytes(bytes);
      return this;
    }

    private void endChunk(int mark) {
      Records header = new Records().u8(3).u8(isLittle ? 0x42 : 0x23).u64(1).u64(2);
      chunks.writeBytes(header.bytes());
      chunks.writeBytes(bytes());
      chunks.write(mark);
      out.reset();
      while (mark == 0 && chunks.size() % chunkBytes != 0) {
        chunks.write(0);
      }
    }

    byte[] chunked() {
      endChunk(2);
      return chunks.toByteArray();
    }
  }
}
