package org.foretell.cli;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** Raw files of a run of two ranks: rank 0 sends 64 bytes to rank 1, which receives them. */
final class RawRun {
  private static final int WINDOW = 64 << 10;

  private RawRun() {}

  static void write(Path folder, long number) throws IOException {
    Path run = Files.createDirectories(folder.resolve(String.format("run-%016x", number)));
    for (int rank = 0; rank < 2; rank++) {
      ByteBuffer file = ByteBuffer.allocate(4096 + 2 * WINDOW).order(ByteOrder.LITTLE_ENDIAN);
      file.put(new byte[] {(byte) 0x89, 0x46, 0x54, 0x57, 0x0d, 0x0a, 0x1a, 0x0a});
      file.putShort(8, (short) 1).putInt(12, WINDOW).putLong(16, number);
      file.putInt(24, rank).putInt(28, 2).putInt(40, 1 | 8);
      file.putLong(48, 1000).putLong(56, 1000).putLong(72, 90_000_000).putLong(80, 90_000_000);
      file.put(448, "/home/me/pair".getBytes(StandardCharsets.UTF_8));
      ByteArrayOutputStream definitions = new ByteArrayOutputStream();
      function(definitions, 0, "MPI_Send", "send", "peer", "bytes");
      function(definitions, 1, "MPI_Recv", "recv", "peer", "receive_bytes");
      window(file, 0, 0, definitions.toByteArray());
      byte[] call = {(byte) (16 + rank), 100, 20, 0, (byte) (2 * (1 - rank)), (byte) 0x80, 1};
      window(file, 1, 1, call);
      Files.write(run.resolve(String.format("rank-%07d.raw", rank)), file.array());
    }
  }

  private static void function(
      ByteArrayOutputStream out, int id, String name, String op, String... fields) {
    out.write(1);
    out.write(id);
    text(out, name);
    text(out, op);
    out.write(fields.length);
    for (String field : fields) {
      text(out, field);
    }
  }

  private static void text(ByteArrayOutputStream out, String text) {
    out.write(text.length());
    out.writeBytes(text.getBytes(StandardCharsets.UTF_8));
  }

  private static void window(ByteBuffer file, int index, int stream, byte[] content) {
    int at = 4096 + index * WINDOW;
    file.putInt(at, 0x314e4957).putInt(at + 4, stream).putInt(at + 12, content.length);
    file.putLong(at + 16, 1000).putLong(at + 24, 1000).putLong(at + 32, 1000);
    file.put(at + 64, content);
  }
}
