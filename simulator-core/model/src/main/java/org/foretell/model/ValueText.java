package org.foretell.model;

import java.math.BigDecimal;
import org.foretell.time.Quantity;

/** Values as users would write them, each of which reads as exactly the same value. */
final class ValueText {
  private ValueText() {}

  static String time(long ps) {
    if (ps == 0) {
      return "0us";
    }
    if (ps >= 1_000_000_000_000L) {
      return decimal(BigDecimal.valueOf(ps, 12)) + "s";
    }
    if (ps >= 1_000_000_000L) {
      return decimal(BigDecimal.valueOf(ps, 9)) + "ms";
    }
    if (ps >= 1_000_000L) {
      return decimal(BigDecimal.valueOf(ps, 6)) + "us";
    }
    return ps >= 1_000L ? decimal(BigDecimal.valueOf(ps, 3)) + "ns" : ps + "ps";
  }

  static String bytes(long bytes) {
    if (bytes == Long.MAX_VALUE) {
      return Quantity.UNLIMITED;
    }
    if (bytes >= 1 << 20 && bytes % (1 << 20) == 0) {
      return (bytes >> 20) + "MiB";
    }
    return bytes >= 1 << 10 && bytes % (1 << 10) == 0 ? (bytes >> 10) + "KiB" : bytes + "B";
  }

  static String bytesPerSecond(double bytesPerSecond) {
    if (Double.isInfinite(bytesPerSecond)) {
      return Quantity.UNLIMITED;
    }
    BigDecimal exact = BigDecimal.valueOf(bytesPerSecond);
    if (bytesPerSecond >= 1e9) {
      return decimal(exact.movePointLeft(9)) + "GB/s";
    }
    return bytesPerSecond >= 1e6
        ? decimal(exact.movePointLeft(6)) + "MB/s"
        : decimal(exact) + "B/s";
  }

  static String psPerByte(double psPerByte) {
    return decimal(BigDecimal.valueOf(psPerByte).movePointLeft(3)) + "ns/B";
  }

  static String decimal(BigDecimal value) {
    return value.signum() == 0 ? "0" : value.stripTrailingZeros().toPlainString();
  }
}
