package org.foretell.trace.store;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.zip.CRC32C;

/** Makes the checksums of files right that tests have changed. */
public final class Checksums {
  private Checksums() {}

  /** Makes all checksums right again, as far as blocks can be found. */
  public static byte[] sealed(byte[] bytes) {
    ByteBuffer file = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    file.putInt(28, checksum(bytes, 0, 28));
    int end = bytes.length - Format.FOOTER_BYTES;
    if (end < Format.HEADER_BYTES) {
      return bytes;
    }
    file.putInt(end + 28, checksum(bytes, end, 28));
    for (int at = Format.HEADER_BYTES; at + Format.BLOCK_HEADER_BYTES <= end; ) {
      int stored = file.getInt(at + 12);
      seal(bytes, at, Math.max(0, Math.min(stored, end - at - Format.BLOCK_HEADER_BYTES)));
      at += Format.BLOCK_HEADER_BYTES + Math.max(0, Math.min(stored, end - at));
    }
    return bytes;
  }

  /** Makes the checksums of a block right. */
  static void seal(byte[] bytes, int block, int stored) {
    ByteBuffer file = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    file.putInt(block + 24, checksum(bytes, block + Format.BLOCK_HEADER_BYTES, stored));
    file.putInt(block + 28, checksum(bytes, block, 28));
  }

  private static int checksum(byte[] bytes, int offset, int length) {
    CRC32C crc = new CRC32C();
    crc.update(bytes, offset, length);
    return (int) crc.getValue();
  }
}
