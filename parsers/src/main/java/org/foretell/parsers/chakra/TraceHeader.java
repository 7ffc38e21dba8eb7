package org.foretell.parsers.chakra;

import com.google.protobuf.CodedInputStream;
import com.google.protobuf.WireFormat;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.regex.Pattern;

/**
 * The first message of a file ({@code GlobalMetadata}): a version, or attributes of which one says
 * it, or both. Before version 0.0.4 it has attributes only, with the number that the version has
 * now.
 */
final class TraceHeader {
  private static final int VERSION = 1;
  private static final int ATTRIBUTE = 2;
  private static final int NAME = 1;
  private static final int STRING = 29;
  private static final int OLD_TYPE = 2 << 3;
  private static final int LONGEST_VERSION = 64;
  private static final Pattern VERSION_TEXT = Pattern.compile("[0-9A-Za-z.+-]*\\d[0-9A-Za-z.+-]*");
  private static final Pattern NAME_TEXT = Pattern.compile("[A-Za-z_][\\w.-]*");

  private TraceHeader() {}

  /** Whether a file that begins with these bytes is a Chakra trace, of whatever version. */
  static boolean begins(byte[] start) {
    try {
      return isVersion(start) || isAttribute(start, ATTRIBUTE) || isOldAttribute(start);
    } catch (IOException other) {
      return false; // the bytes are no such message
    }
  }

  private static boolean isVersion(byte[] start) throws IOException {
    CodedInputStream in = CodedInputStream.newInstance(start);
    int length = in.readRawVarint32();
    int from = in.getTotalBytesRead();
    if (in.readTag() != delimited(VERSION)) {
      return false;
    }
    String version = text(in);
    int end = in.getTotalBytesRead() - from;
    boolean isWhole = end == length || (end < length && in.readTag() == delimited(ATTRIBUTE));
    return isWhole && VERSION_TEXT.matcher(version).matches();
  }

  private static boolean isAttribute(byte[] start, int field) throws IOException {
    return hasNameOfAttribute(CodedInputStream.newInstance(start), field);
  }

  /** Old attributes state their type behind their name. */
  private static boolean isOldAttribute(byte[] start) throws IOException {
    CodedInputStream in = CodedInputStream.newInstance(start);
    return hasNameOfAttribute(in, VERSION) && in.readTag() == OLD_TYPE;
  }

  private static boolean hasNameOfAttribute(CodedInputStream in, int field) throws IOException {
    int length = in.readRawVarint32();
    int from = in.getTotalBytesRead();
    if (in.readTag() != delimited(field)) {
      return false;
    }
    int attribute = in.readRawVarint32();
    boolean fits = attribute > 0 && attribute <= length - (in.getTotalBytesRead() - from);
    return fits && in.readTag() == delimited(NAME) && NAME_TEXT.matcher(text(in)).matches();
  }

  private static int delimited(int field) {
    return field << 3 | WireFormat.WIRETYPE_LENGTH_DELIMITED;
  }

  private static String text(CodedInputStream in) throws IOException {
    int length = in.readRawVarint32();
    return length < 1 || length > LONGEST_VERSION
        ? ""
        : new String(in.readRawBytes(length), StandardCharsets.ISO_8859_1);
  }

  /**
   * Reads the first message of a file.
   *
   * @throws org.foretell.trace.TraceException if the version that it states is not known
   */
  static void read(MessageFile file) {
    file.read(in -> read(in, file));
  }

  private static void read(CodedInputStream in, MessageFile file) throws IOException {
    for (int tag = in.readTag(); tag != 0; tag = in.readTag()) {
      if (tag == delimited(VERSION)) {
        SchemaVersion.check(in.readString(), file);
      } else if (tag == delimited(ATTRIBUTE)) {
        attribute(in, file);
      } else {
        in.skipField(tag);
      }
    }
  }

  private static void attribute(CodedInputStream in, MessageFile file) throws IOException {
    String name = "";
    String text = "";
    int outer = in.pushLimit(in.readRawVarint32());
    for (int tag = in.readTag(); tag != 0; tag = in.readTag()) {
      if (tag == delimited(NAME)) {
        name = in.readString();
      } else if (tag == delimited(STRING)) {
        text = in.readString();
      } else {
        in.skipField(tag);
      }
    }
    in.popLimit(outer);
    if (name.equals("schema")) {
      SchemaVersion.check(text, file);
    }
  }
}
