package org.foretell.cli;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Changes to inputs that know what inputs are made of: numbers that lie, words that stand
 * elsewhere, lines that are missing, doubled or swapped, and parts of another file.
 */
final class InputMutations {
  private static final Pattern TOKEN =
      Pattern.compile("[-+]?[0-9][0-9.eE+-]*|[A-Za-z_][A-Za-z_0-9]*|[^\\sA-Za-z0-9_]");

  private static final List<String> NUMBERS =
      List.of(
          "0",
          "-1",
          "1",
          "2",
          "7",
          "64",
          "-0",
          "0.5",
          "1e-9",
          "1e400",
          "nan",
          "inf",
          "0x7",
          "4096",
          "65535",
          "65536",
          "1048576",
          "16777215",
          "16777216",
          "16777217",
          "2147483647",
          "2147483648",
          "-2147483648",
          "4294967296",
          "9223372036854775807",
          "9223372036854775808",
          "18446744073709551616",
          "9".repeat(400),
          "1us",
          "-1us",
          "8KiB",
          "1e9GB",
          "+1",
          "+0");

  private static final List<String> PIECES =
      List.of(
          "",
          " ",
          "\n",
          "\t",
          "\r\n",
          "\0",
          "\u001b[31m",
          "\u0007",
          "\u009b",
          "\u00e9",
          "\"",
          "'",
          "{",
          "}",
          "[",
          "]",
          "(",
          ")",
          "<",
          ">",
          "&",
          "#",
          ";;",
          ":",
          ",",
          "=",
          "\\",
          "%s",
          "//",
          "<!--",
          "]]>",
          "[".repeat(2000),
          "x".repeat(5000),
          "any",
          "nobody",
          "none",
          "unknown",
          "column",
          "cycle(1,2,3)",
          "each(1)",
          "by(0: 1)",
          "repeat 3 {",
          "null",
          "true");

  private static final long[] LIES = {
    0,
    1,
    -1,
    0x7f,
    0x80,
    0xff,
    0x7fff,
    0x8000,
    0xffff,
    1 << 20,
    1 << 24,
    Integer.MAX_VALUE,
    Integer.MIN_VALUE,
    1L << 32,
    Long.MAX_VALUE,
    Long.MIN_VALUE
  };

  private final Random random;

  InputMutations(Random random) {
    this.random = random;
  }

  /** Text with one to five changes, mostly one; a part of the other text may get into it. */
  byte[] ofText(byte[] whole, byte[] other) {
    String text = new String(whole, ISO_8859_1);
    for (int i = 1 + random.nextInt(3) * random.nextInt(3); i > 0; i--) {
      text =
          switch (random.nextInt(10)) {
            case 0, 1, 2 -> withToken(text, NUMBERS.get(random.nextInt(NUMBERS.size())), true);
            case 3 -> withToken(text, anyToken(text), false);
            case 4 -> withToken(text, anyToken(new String(other, ISO_8859_1)), false);
            case 5, 6 -> withLines(text);
            case 7 -> crossed(text, new String(other, ISO_8859_1));
            case 8 -> inserted(text, PIECES.get(random.nextInt(PIECES.size())));
            default -> new String(ofBytes(text.getBytes(ISO_8859_1), other), ISO_8859_1);
          };
    }
    return text.getBytes(ISO_8859_1);
  }

  private List<int[]> tokens(String text, boolean numbers) {
    List<int[]> found = new ArrayList<>();
    Matcher matcher = TOKEN.matcher(text);
    while (matcher.find()) {
      char last = text.charAt(matcher.end() - 1);
      if (!numbers || Character.isDigit(last)) {
        found.add(new int[] {matcher.start(), matcher.end()});
      }
    }
    return found;
  }

  private String anyToken(String text) {
    List<int[]> tokens = tokens(text, false);
    if (tokens.isEmpty()) {
      return "";
    }
    int[] token = tokens.get(random.nextInt(tokens.size()));
    return text.substring(token[0], token[1]);
  }

  private String withToken(String text, String with, boolean numbers) {
    List<int[]> tokens = tokens(text, numbers);
    if (tokens.isEmpty()) {
      return with;
    }
    int[] token = tokens.get(random.nextInt(tokens.size()));
    return text.substring(0, token[0]) + with + text.substring(token[1]);
  }

  private String inserted(String text, String piece) {
    int at = random.nextInt(text.length() + 1);
    return text.substring(0, at) + piece + text.substring(at);
  }

  private String withLines(String text) {
    List<String> lines = new ArrayList<>(Arrays.asList(text.split("\n", -1)));
    int at = random.nextInt(lines.size());
    int to = random.nextInt(lines.size());
    switch (random.nextInt(5)) {
      case 0 -> lines.remove(at);
      case 1 -> lines.add(to, lines.get(at));
      case 2 -> lines.addAll(to, List.copyOf(lines.subList(Math.min(at, to), Math.max(at, to))));
      case 3 -> lines.subList(Math.min(at, to), Math.max(at, to)).clear();
      default -> lines.add(to, lines.remove(at));
    }
    return String.join("\n", lines);
  }

  /** The beginning of one text and the end of another. */
  private String crossed(String text, String other) {
    return text.substring(0, random.nextInt(text.length() + 1))
        + other.substring(random.nextInt(other.length() + 1));
  }

  /** Bytes with one change; a part of the other bytes may get into them. */
  byte[] ofBytes(byte[] whole, byte[] other) {
    if (whole.length == 0) {
      return other;
    }
    int at = random.nextInt(whole.length);
    int end = Math.min(whole.length, at + 1 + random.nextInt(16));
    int from = random.nextInt(other.length);
    byte[] piece =
        Arrays.copyOfRange(other, from, Math.min(other.length, from + 1 + random.nextInt(40)));
    return switch (random.nextInt(8)) {
      case 0 -> {
        byte[] changed = whole.clone();
        changed[at] ^= (byte) (1 << random.nextInt(8));
        yield changed;
      }
      case 1 -> lying(whole, at, 1 << random.nextInt(4));
      case 2 -> replaced(whole, at, at, varint(LIES[random.nextInt(LIES.length)]));
      case 3 -> replaced(whole, at, at + 1, varint(LIES[random.nextInt(LIES.length)]));
      case 4 -> replaced(whole, at, end, piece);
      case 5 -> replaced(whole, at, at, piece);
      case 6 -> replaced(whole, at, end, new byte[0]);
      default -> random.nextInt(8) == 0 ? Arrays.copyOf(whole, at) : lying(whole, at, 4);
    };
  }

  private byte[] lying(byte[] whole, int at, int width) {
    byte[] changed = whole.clone();
    long lie = LIES[random.nextInt(LIES.length)];
    for (int i = 0; i < width && at + i < changed.length; i++) {
      changed[at + i] = (byte) (lie >>> (8 * i));
    }
    return changed;
  }

  private static byte[] varint(long number) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    long rest = number;
    for (; (rest & ~0x7fL) != 0; rest >>>= 7) {
      out.write((int) ((rest & 0x7f) | 0x80));
    }
    out.write((int) rest);
    return out.toByteArray();
  }

  private static byte[] replaced(byte[] whole, int from, int to, byte[] with) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    out.write(whole, 0, from);
    out.writeBytes(with);
    out.write(whole, to, whole.length - to);
    return out.toByteArray();
  }
}
