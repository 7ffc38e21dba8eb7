package org.foretell.parsers.chakra;

import com.google.protobuf.CodedInputStream;
import com.google.protobuf.WireFormat;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.io.IOException;

/** Reads the fields of nodes. Fields that no task needs are passed over. For one thread. */
final class NodeParser {
  private static final int ID = 1;
  private static final int NAME = 2;
  private static final int TYPE = 3;
  private static final int CONTROL_DEPENDENCIES = 4;
  private static final int DATA_DEPENDENCIES = 5;
  private static final int START = 6;
  private static final int DURATION = 7;
  private static final int INPUTS = 8;
  private static final int ATTRIBUTE = 10;
  private static final int VALUES = 1;

  /** PyTorch's record of the process groups that it made. */
  private static final String GROUPS = "process_group:init";

  private final MessageFile file;
  private final ProcessGroups groups;
  private final AttributeParser attributes = new AttributeParser();

  NodeParser(MessageFile file, ProcessGroups groups) {
    this.file = file;
    this.groups = groups;
  }

  /** Reads the next message of the file. */
  Node read() {
    Node node = new Node();
    file.read(in -> read(in, node));
    return node;
  }

  private void read(CodedInputStream in, Node node) throws IOException {
    boolean hasGroups = false;
    for (int tag = in.readTag(); tag != 0; tag = in.readTag()) {
      boolean isNumber = WireFormat.getTagWireType(tag) == WireFormat.WIRETYPE_VARINT;
      boolean isDelimited = WireFormat.getTagWireType(tag) == WireFormat.WIRETYPE_LENGTH_DELIMITED;
      int field = WireFormat.getTagFieldNumber(tag);
      if (field == ID && isNumber) {
        node.id = in.readUInt64();
      } else if (field == NAME && isDelimited) {
        hasGroups = in.readString().contains(GROUPS);
      } else if (field == TYPE && isNumber) {
        node.type = type(in.readEnum(), node);
      } else if (field == CONTROL_DEPENDENCIES) {
        dependencies(in, tag, node.controls);
      } else if (field == DATA_DEPENDENCIES) {
        dependencies(in, tag, node.dependencies);
      } else if (field == START && isNumber) {
        node.startMicros = in.readUInt64();
      } else if (field == DURATION && isNumber) {
        node.durationMicros = in.readUInt64();
      } else if (field == INPUTS && isDelimited && hasGroups) {
        groups(in);
      } else if (field == ATTRIBUTE && isDelimited) {
        attributes.read(in, node);
      } else {
        in.skipField(tag);
      }
    }
  }

  private Node.Type type(int number, Node node) {
    Node.Type[] types = Node.Type.values();
    if (number < 0 || number >= types.length) {
      throw file.wrong(
          "a type of node of 0 to " + (types.length - 1),
          number + " in node " + Long.toUnsignedString(node.id),
          "the trace is of a version that is not known, or damaged");
    }
    return types[number];
  }

  /** One after the other, or packed. */
  private static void dependencies(CodedInputStream in, int tag, LongArrayList ids)
      throws IOException {
    if (WireFormat.getTagWireType(tag) == WireFormat.WIRETYPE_VARINT) {
      ids.add(in.readUInt64());
    } else if (WireFormat.getTagWireType(tag) == WireFormat.WIRETYPE_LENGTH_DELIMITED) {
      int outer = in.pushLimit(in.readRawVarint32());
      while (in.getBytesUntilLimit() > 0) {
        ids.add(in.readUInt64());
      }
      in.popLimit(outer);
    } else {
      in.skipField(tag);
    }
  }

  private void groups(CodedInputStream in) throws IOException {
    int outer = in.pushLimit(in.readRawVarint32());
    for (int tag = in.readTag(); tag != 0; tag = in.readTag()) {
      if (WireFormat.getTagFieldNumber(tag) == VALUES
          && WireFormat.getTagWireType(tag) == WireFormat.WIRETYPE_LENGTH_DELIMITED) {
        groups.define(in.readString(), file);
      } else {
        in.skipField(tag);
      }
    }
    in.popLimit(outer);
  }
}
