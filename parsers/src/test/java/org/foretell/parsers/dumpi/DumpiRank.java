package org.foretell.parsers.dumpi;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Writes the file of a rank as DUMPI does. */
final class DumpiRank {
  static final int WORLD = 2;
  static final int INT = 9;
  static final int DOUBLE = 14;
  private static final int SUM = 3;
  private static final int[] SIZES = {
    0, 0, 1, 1, 1, 1, 4, 2, 2, 4, 4, 8, 8, 4, 8, 16, 0, 8, 8, 1, 0, 0, 8, 12, 12, 6, 8, 20, 4
  };

  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
  private final DataOutputStream out = new DataOutputStream(bytes);
  private final long[] counts = new long[CallTable.END_OF_STREAM];
  private final List<String> functions = new ArrayList<>();
  private int[] version = {13, 0, 0};
  private int indexWords = 8;
  private int mask = 0b0100_1111;
  private String host = "node1";
  private int counters;
  private long nowNs;
  private int processorShare = 1;

  DumpiRank() {
    put(() -> out.writeLong(DumpiFile.MAGIC));
    put(() -> out.writeInt(7)); // CPU seconds
    put(() -> out.writeInt(1000)); // wall seconds
  }

  /** Something that writes. */
  private interface Writing {
    void run() throws IOException;
  }

  private static void put(Writing writing) {
    try {
      writing.run();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  DumpiRank version(int major, int minor, int micro) {
    version = new int[] {major, minor, micro};
    return this;
  }

  /** Old files have 5 to 7 words instead of 8. */
  DumpiRank indexWords(int words) {
    indexWords = words;
    return this;
  }

  /** Which of statuses, times, thread and counters the next records have. */
  DumpiRank mask(int newMask) {
    mask = newMask;
    return this;
  }

  DumpiRank host(String name) {
    host = name;
    return this;
  }

  DumpiRank counters(int number) {
    counters = number;
    return this;
  }

  /** Of so many nanoseconds that pass the processor's clock has one. */
  DumpiRank processorShare(int ofNs) {
    processorShare = ofNs;
    return this;
  }

  DumpiRank function(String name) {
    functions.add(name);
    return this;
  }

  /** Lets time pass that is not within a call. */
  DumpiRank compute(long ns) {
    nowNs += ns;
    return this;
  }

  /** A call of 1000 ns. Null arguments are those of the root only. */
  DumpiRank call(String name, Object... arguments) {
    CallLayout call = CallTable.named(name);
    counts[call.id()]++;
    put(() -> record(call, nowNs, nowNs + 1000, arguments));
    nowNs += 1000;
    return this;
  }

  /** A call at other times than its turn. */
  DumpiRank callAt(long startNs, long stopNs, String name, Object... arguments) {
    CallLayout call = CallTable.named(name);
    counts[call.id()]++;
    put(() -> record(call, startNs, stopNs, arguments));
    nowNs = stopNs;
    return this;
  }

  /** An allreduce of one int. */
  DumpiRank allreduce(int communicator) {
    return call("MPI_Allreduce", 1, INT, SUM, communicator);
  }

  DumpiRank raw(int... newBytes) {
    for (int each : newBytes) {
      bytes.write(each);
    }
    return this;
  }

  private void record(CallLayout call, long startNs, long stopNs, Object[] arguments)
      throws IOException {
    out.writeShort(call.id());
    out.writeByte(mask);
    if ((mask & 1 << 6) != 0) {
      out.writeShort(0);
    }
    for (int clock = 2; clock <= 3; clock++) {
      if ((mask & 1 << clock) != 0) {
        int share = clock == 2 ? processorShare : 1;
        time(startNs / share);
        time(stopNs / share);
      }
    }
    if ((mask & 1 << 7) != 0) {
      out.writeByte(counters);
      for (int i = 0; i < 2 * counters; i++) {
        out.writeLong(i);
      }
    }
    for (int i = 0; i < arguments.length; i++) {
      if (arguments[i] != null) {
        field(call.fields().get(i).kind(), arguments[i]);
      }
    }
  }

  private void time(long ns) throws IOException {
    out.writeShort((int) (ns / 1_000_000_000L));
    out.writeInt((int) (ns % 1_000_000_000L));
  }

  private void field(CallLayout.Kind kind, Object value) throws IOException {
    switch (kind) {
      case INT -> out.writeInt(((Number) value).intValue());
      case LONG -> out.writeLong(((Number) value).longValue());
      case HANDLE -> out.writeShort(((Number) value).intValue());
      case BYTE -> out.writeByte(((Number) value).intValue());
      case INTS -> ints((int[]) value);
      case HANDLES -> {
        out.writeInt(((int[]) value).length);
        for (int each : (int[]) value) {
          out.writeShort(each);
        }
      }
      case BYTES -> {
        out.writeInt(((int[]) value).length);
        for (int each : (int[]) value) {
          out.writeByte(each);
        }
      }
      case ROWS -> {
        out.writeInt(((int[][]) value).length);
        for (int[] row : (int[][]) value) {
          ints(row);
        }
      }
      case TEXT -> text((String) value);
      case TEXTS -> texts((String[]) value);
      case LISTS -> {
        out.writeInt(((String[][]) value).length);
        for (String[] list : (String[][]) value) {
          texts(list);
        }
      }
      case STATUSES -> statuses((int[]) value);
    }
  }

  private void ints(int[] values) throws IOException {
    out.writeInt(values.length);
    for (int each : values) {
      out.writeInt(each);
    }
  }

  private void text(String text) throws IOException {
    out.writeInt(text.length());
    out.writeBytes(text);
  }

  private void texts(String[] texts) throws IOException {
    out.writeInt(texts.length);
    for (String text : texts) {
      text(text);
    }
  }

  /** Of each status: bytes, source, whether it was cancelled, error, tag. */
  private void statuses(int[] values) throws IOException {
    if ((mask & 3) == 0) {
      return;
    }
    out.writeInt(values.length / DumpiRecord.STATUS_WIDTH);
    for (int i = 0; i < values.length; i += DumpiRecord.STATUS_WIDTH) {
      out.writeInt(values[i]);
      out.writeInt(values[i + 1]);
      out.writeByte(values[i + 2]);
      out.writeByte(values[i + 3]);
      if (new Version(version[0], version[1], version[2]).isAtLeast(0, 6, 3)) {
        out.writeInt(values[i + 4]);
      }
    }
  }

  /** The whole file. */
  byte[] bytes() {
    put(this::end);
    byte[] all = bytes.toByteArray();
    return all;
  }

  private void end() throws IOException {
    out.writeShort(CallTable.END_OF_STREAM);
    final int header = bytes.size();
    for (int part : version) {
      out.writeByte(part);
    }
    out.writeLong(1_700_000_000L);
    name(host);
    name("user");
    out.writeInt(0);
    out.writeInt(0);
    final int footer = bytes.size();
    out.writeLong(0xf007fee7L);
    for (int i = 0; i < 2; i++) {
      for (int call = 0; call < 291; call++) {
        out.writeInt(i == 0 ? (int) counts[call] : 0);
      }
    }
    out.writeInt(0);
    final int labels = bytes.size();
    out.writeInt(0);
    final int sizes = bytes.size();
    out.writeInt(SIZES.length);
    for (int size : SIZES) {
      out.writeInt(size);
    }
    final int addresses = bytes.size();
    out.writeInt(functions.size());
    for (int i = 0; i < functions.size(); i++) {
      out.writeLong(0x400000 + i);
      name(functions.get(i));
    }
    out.writeLong(DumpiFile.MAGIC);
    long[] index = {sizes, addresses, labels, header, 8, footer, 0};
    for (int i = 8 - indexWords; i < index.length; i++) {
      out.writeLong(index[i]);
    }
  }

  private void name(String name) throws IOException {
    byte[] text = name.getBytes(StandardCharsets.UTF_8);
    out.writeShort(text.length);
    out.write(text);
  }

  Path write(Path folder, int rank) {
    Path file = folder.resolve("dumpi-2026-%04d.bin".formatted(rank));
    put(() -> Files.write(file, bytes()));
    return file;
  }
}
