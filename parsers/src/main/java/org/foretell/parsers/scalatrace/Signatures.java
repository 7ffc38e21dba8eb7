package org.foretell.parsers.scalatrace;

import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * Signatures of calls: addresses in hexadecimal, joined with underscores. Those that our own writer
 * makes begin with address 0, which no program has: a number that tells records apart, and the text
 * of the call site if there is one.
 */
final class Signatures {
  /** No signature. */
  static final String NONE = "NULL";

  private static final String OWN = "0_";

  private Signatures() {}

  /**
   * A signature that no other record has.
   *
   * @param callSite what the record's call site is called, or null
   */
  static String own(int record, @Nullable String callSite) {
    StringBuilder text = new StringBuilder(OWN).append(Integer.toHexString(record + 1));
    if (callSite != null) {
      text.append('_');
      for (byte each : callSite.getBytes(StandardCharsets.UTF_8)) {
        char character = (char) (each & 0xff);
        if (character > ' ' && character < 0x7f && character != '%') {
          text.append(character);
        } else {
          text.append('%').append(Character.forDigit(each >> 4 & 0xf, 16));
          text.append(Character.forDigit(each & 0xf, 16));
        }
      }
    }
    return text.toString();
  }

  /** The text of a call site; null if the signature has none. */
  static @Nullable String callSite(String signature) {
    if (signature.equals(NONE)) {
      return null;
    }
    if (!signature.startsWith(OWN)) {
      return signature;
    }
    int text = signature.indexOf('_', OWN.length());
    return text < 0 ? null : decoded(signature.substring(text + 1));
  }

  private static String decoded(String text) {
    byte[] bytes = new byte[text.length()];
    int length = 0;
    for (int i = 0; i < text.length(); i++) {
      char character = text.charAt(i);
      int high = i + 2 < text.length() ? Character.digit(text.charAt(i + 1), 16) : -1;
      int low = i + 2 < text.length() ? Character.digit(text.charAt(i + 2), 16) : -1;
      if (character == '%' && high >= 0 && low >= 0) {
        bytes[length++] = (byte) (high << 4 | low);
        i += 2;
      } else {
        bytes[length++] = (byte) character;
      }
    }
    return new String(bytes, 0, length, StandardCharsets.UTF_8);
  }
}
