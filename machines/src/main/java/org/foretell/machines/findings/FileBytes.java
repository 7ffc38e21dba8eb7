package org.foretell.machines.findings;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** The bytes of machine files: how many there may be, and their checksum. */
public final class FileBytes {
  /** The most bytes that a machine file may have, 16 MiB. */
  public static final int MOST = 16 << 20;

  private FileBytes() {}

  /** The SHA-256 of files, one after the other, as 64 hexadecimal digits. */
  public static String sha256(byte[]... files) {
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      for (byte[] file : files) {
        digest.update(file);
      }
      return HexFormat.of().formatHex(digest.digest());
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }
}
