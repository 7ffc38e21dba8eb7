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
  private final RankGroups groups;
  private final AttributeParser attributes = new AttributeParser();
  private final LongArrayList dependencies = new LongArrayList();
  private final LongArrayList controls = new LongArrayList();
  private boolean hasGroups;

  NodeParser(MessageFile file, RankGroups groups) {
    this.file = file;
    this.groups = groups;
  }

  /** Reads the next message of the file. */
  Node read() {
    Node node = new Node();
    hasGroups = false;
    dependencies.clear();
    controls.clear();
    file.read(
        in -> {
          for (int tag = in.readTag(); tag != 0; tag = in.readTag()) {
            field(in, tag, node);
          }
        });
    return node;
  }

  /** The nodes whose data the last node needs, by their ids. */
  LongArrayList dependencies() {
    return dependencies;
  }

  /** Those that control it. */
  LongArrayList controls() {
    return controls;
  }

  private void field(CodedInputStream in, int tag, Node node) throws IOException {
    switch (WireFormat.getTagFieldNumber(tag)) {
      case ID -> node.id = number(in, tag);
      case NAME -> {
        requireBytes(tag);
        hasGroups = in.readString().contains(GROUPS);
      }
      case TYPE -> node.type = type(number(in, tag), node);
      case CONTROL_DEPENDENCIES -> dependencies(in, tag, controls);
      case DATA_DEPENDENCIES -> dependencies(in, tag, dependencies);
      case START -> node.startMicros = number(in, tag);
      case DURATION -> node.durationMicros = number(in, tag);
      case INPUTS -> {
        requireBytes(tag);
        if (hasGroups) {
          groups(in);
        } else {
          in.skipField(tag);
        }
      }
      case ATTRIBUTE -> {
        requireBytes(tag);
        attributes.read(in, node);
      }
      default -> in.skipField(tag);
    }
  }

  private long number(CodedInputStream in, int tag) throws IOException {
    if (WireFormat.getTagWireType(tag) != WireFormat.WIRETYPE_VARINT) {
      throw other(tag, "a number of variable length");
    }
    return in.readUInt64();
  }

  private void requireBytes(int tag) {
    if (WireFormat.getTagWireType(tag) != WireFormat.WIRETYPE_LENGTH_DELIMITED) {
      throw other(tag, "bytes after their length");
    }
  }

  private RuntimeException other(int tag, String expected) {
    return file.wrong(
        "field " + WireFormat.getTagFieldNumber(tag) + " of a node to be " + expected,
        "protobuf's wire type " + WireFormat.getTagWireType(tag),
        "the trace is of a version that is not known, or damaged; convert it again");
  }

  private Node.Type type(long number, Node node) {
    Node.Type[] types = Node.Type.values();
    if (number < 0 || number >= types.length) {
      throw file.wrong(
          "a type of node of 0 to " + (types.length - 1),
          number + " in node " + Long.toUnsignedString(node.id),
          "the trace is of a version that is not known, or damaged; convert it again");
    }
    return types[(int) number];
  }

  /** One after the other, or packed. */
  private void dependencies(CodedInputStream in, int tag, LongArrayList ids) throws IOException {
    if (WireFormat.getTagWireType(tag) == WireFormat.WIRETYPE_VARINT) {
      ids.add(in.readUInt64());
      return;
    }
    requireBytes(tag);
    int outer = in.pushLimit(in.readRawVarint32());
    while (in.getBytesUntilLimit() > 0) {
      ids.add(in.readUInt64());
    }
    in.popLimit(outer);
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
