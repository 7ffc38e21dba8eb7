package org.foretell.parsers.chakra;

import com.google.protobuf.CodedInputStream;
import com.google.protobuf.WireFormat;
import java.io.IOException;

/**
 * Reads the attributes of nodes: a name, and a value of one of many types, of which writers use
 * different ones for the same name. For one thread.
 */
final class AttributeParser {
  private static final int NAME = 1;
  private static final int DOUBLE = 3;
  private static final int FLOAT = 5;
  private static final int SIGNED_32 = 15;
  private static final int SIGNED_64 = 17;
  private static final int FIXED_32 = 19;
  private static final int SIGNED_FIXED_32 = 23;
  private static final int BOOL = 27;
  private static final int STRING = 29;

  private String name = "";
  private String text = "";
  private long number;
  private boolean hasNumber;

  /** Reads an attribute of a node, from its length on. */
  void read(CodedInputStream in, Node node) throws IOException {
    name = "";
    text = "";
    hasNumber = false;
    int outer = in.pushLimit(in.readRawVarint32());
    for (int tag = in.readTag(); tag != 0; tag = in.readTag()) {
      value(in, tag);
    }
    in.popLimit(outer);
    if (hasNumber) {
      setNumber(node);
    } else if (name.equals("pg_name")) {
      node.group = text;
    }
  }

  private void value(CodedInputStream in, int tag) throws IOException {
    int field = WireFormat.getTagFieldNumber(tag);
    switch (WireFormat.getTagWireType(tag)) {
      case WireFormat.WIRETYPE_VARINT -> {
        boolean isZigZag = field == SIGNED_32 || field == SIGNED_64;
        set(isZigZag ? in.readSInt64() : in.readInt64(), field <= BOOL);
      }
      case WireFormat.WIRETYPE_FIXED64 -> {
        long bits = in.readFixed64();
        set(field == DOUBLE ? (long) Double.longBitsToDouble(bits) : bits, field <= BOOL);
      }
      case WireFormat.WIRETYPE_FIXED32 -> {
        int bits = in.readFixed32();
        boolean isNumber = field == FIXED_32 || field == SIGNED_FIXED_32 || field == FLOAT;
        set(field == FLOAT ? (long) Float.intBitsToFloat(bits) : bits, isNumber);
      }
      default -> {
        if (field == NAME) {
          name = in.readString();
        } else if (field == STRING) {
          text = in.readString();
        } else {
          in.skipField(tag);
        }
      }
    }
  }

  private void set(long value, boolean isValue) {
    number = value;
    hasNumber |= isValue;
  }

  private void setNumber(Node node) {
    switch (name) {
      case "is_cpu_op" -> node.isCpuOp = number != 0;
      case "num_ops" -> node.operations = number;
      case "stream" -> node.stream = number;
      case "tid" -> node.thread = number;
      case "comm_type" -> node.collective = number;
      case "comm_size" -> node.bytes = number;
      case "comm_src" -> node.source = number;
      case "comm_dst" -> node.destination = number;
      case "comm_tag" -> node.tag = number;
      case "comm_root", "root_rank" -> node.root = number;
      case "pg_name" -> node.group = Long.toString(number);
      default -> {
        // No task needs any other.
      }
    }
  }
}
