package org.foretell.parsers.raw;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HexFormat;
import java.util.Optional;
import org.foretell.trace.RegularFile;

/** Finds the build id of a program or library: the note of type 3 that GNU's linker writes. */
final class ElfBuildId {
  private static final int HEADER_BYTES = 64;
  private static final int ELF = 0x464c457f;
  private static final int PROGRAM_HEADER_BYTES = 56;
  private static final int MOST_PROGRAM_HEADERS = 256;
  private static final int NOTE_SEGMENT = 4;
  private static final int MOST_NOTE_BYTES = 64 << 10;
  private static final int BUILD_ID = 3;
  private static final int GNU = 0x00554e47;

  private ElfBuildId() {}

  /** The build id in hexadecimal; empty if there is none, or no such file. */
  static Optional<String> of(Path file) {
    try (FileChannel channel = FileChannel.open(RegularFile.check(file), StandardOpenOption.READ)) {
      ByteBuffer header = read(channel, 0, HEADER_BYTES);
      boolean is64Bit = header.limit() == HEADER_BYTES && header.get(4) == 2 && header.get(5) == 1;
      if (!is64Bit || header.getInt(0) != ELF || header.getShort(54) != PROGRAM_HEADER_BYTES) {
        return Optional.empty();
      }
      int count = Math.min(header.getShort(56) & 0xffff, MOST_PROGRAM_HEADERS);
      ByteBuffer programs = read(channel, header.getLong(32), count * PROGRAM_HEADER_BYTES);
      for (int at = 0; at + PROGRAM_HEADER_BYTES <= programs.limit(); at += PROGRAM_HEADER_BYTES) {
        if (programs.getInt(at) == NOTE_SEGMENT) {
          long bytes = Math.min(programs.getLong(at + 32), MOST_NOTE_BYTES);
          Optional<String> found =
              inNotes(read(channel, programs.getLong(at + 8), (int) Math.max(0, bytes)));
          if (found.isPresent()) {
            return found;
          }
        }
      }
      return Optional.empty();
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  private static ByteBuffer read(FileChannel channel, long position, int bytes) throws IOException {
    ByteBuffer into = ByteBuffer.allocate(bytes).order(ByteOrder.LITTLE_ENDIAN);
    long at = Math.max(0, position);
    while (into.hasRemaining()) {
      int count = channel.read(into, at);
      if (count < 0) {
        break;
      }
      at += count;
    }
    return into.flip();
  }

  private static Optional<String> inNotes(ByteBuffer notes) {
    int at = 0;
    while (at + 12 <= notes.limit()) {
      long nameBytes = padded(notes.getInt(at));
      long contentBytes = notes.getInt(at + 4) & 0xffff_ffffL;
      long content = at + 12 + nameBytes;
      if (content + contentBytes > notes.limit()) {
        return Optional.empty();
      }
      if (notes.getInt(at + 8) == BUILD_ID && nameBytes == 4 && notes.getInt(at + 12) == GNU) {
        byte[] id = new byte[(int) contentBytes];
        notes.get((int) content, id);
        return Optional.of(HexFormat.of().formatHex(id));
      }
      at = (int) (content + padded((int) contentBytes));
    }
    return Optional.empty();
  }

  private static long padded(int bytes) {
    return (bytes & 0xffff_ffffL) + 3 & ~3L;
  }
}
