package org.foretell.parsers.chakra;

import com.google.protobuf.CodedInputStream;
import com.google.protobuf.WireFormat;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.regex.Pattern;

/**
 * The first message of a file ({@code GlobalMetadata}): a version, or attributes of which one says
 * it, or both.
 */
final class TraceHeader {
  private static final int VERSION = 1;
  private static final int ATTRIBUTE = 2;
  private static final int NAME = 1;
  private static final int LONGEST_VERSION = 64;
  private static final Pattern VERSION_TEXT = Pattern.compile("[0-9A-Za-z.+-]*\\d[0-9A-Za-z.+-]*");
  private static final Pattern NAME_TEXT = Pattern.compile("[A-Za-z_][\\w.-]*");

  private TraceHeader() {}

  /** Whether a file that begins with these bytes is a Chakra trace. */
  static boolean begins(byte[] start) {
    try {
      CodedInputStream in = CodedInputStream.newInstance(start);
      int length = in.readRawVarint32();
      int from = in.getTotalBytesRead();
      int tag = in.readTag();
      if (WireFormat.getTagWireType(tag) != WireFormat.WIRETYPE_LENGTH_DELIMITED) {
        return false;
      }
      return switch (WireFormat.getTagFieldNumber(tag)) {
        case VERSION -> {
          String version = text(in);
          int end = in.getTotalBytesRead() - from;
          boolean isWhole = end == length || (end < length && isNextAttribute(in));
          yield isWhole && VERSION_TEXT.matcher(version).matches();
        }
        case ATTRIBUTE -> {
          int attribute = in.readRawVarint32();
          boolean fits = attribute > 0 && in.getTotalBytesRead() - from + attribute <= length;
          int first = in.readTag();
          yield fits && first == delimited(NAME) && NAME_TEXT.matcher(text(in)).matches();
        }
        default -> false;
      };
    } catch (IOException other) {
      return false; // the bytes are no such message
    }
  }

  private static int delimited(int field) {
    return field << 3 | WireFormat.WIRETYPE_LENGTH_DELIMITED;
  }

  private static boolean isNextAttribute(CodedInputStream in) throws IOException {
    return in.readTag() == delimited(ATTRIBUTE);
  }

  private static String text(CodedInputStream in) throws IOException {
    int length = in.readRawVarint32();
    return length < 1 || length > LONGEST_VERSION
        ? ""
        : new String(in.readRawBytes(length), StandardCharsets.ISO_8859_1);
  }
}
