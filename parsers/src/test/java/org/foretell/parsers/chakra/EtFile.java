package org.foretell.parsers.chakra;

import com.google.protobuf.CodedOutputStream;
import com.google.protobuf.WireFormat;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Consumer;

/** Writes the file of a rank, message by message, by the schema's numbers. */
final class EtFile {
  static final int COMP = 4;
  static final int SEND = 5;
  static final int RECEIVE = 6;
  static final int COLLECTIVE = 7;

  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

  /** A file that begins with the version, as converters write it. */
  EtFile() {
    message(fields -> fields.text(1, "0.0.4"));
  }

  private EtFile(byte[] start) {
    bytes.writeBytes(start);
  }

  /** A file without anything. */
  static EtFile empty() {
    return new EtFile(new byte[0]);
  }

  /** The fields of a message. */
  static final class Fields {
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private final CodedOutputStream out = CodedOutputStream.newInstance(bytes);

    /** Something that writes, without the exceptions of files. */
    private interface Writing {
      void write(CodedOutputStream out) throws IOException;
    }

    private Fields with(Writing writing) {
      try {
        writing.write(out);
        return this;
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    Fields number(int field, long value) {
      return with(to -> to.writeUInt64(field, value));
    }

    Fields text(int field, String value) {
      return with(to -> to.writeString(field, value));
    }

    Fields inner(int field, Consumer<Fields> content) {
      return with(to -> to.writeByteArray(field, of(content)));
    }

    Fields raw(byte[] encoded) {
      return with(to -> to.writeRawBytes(encoded));
    }

    /** An attribute of 64 bits, as most are. */
    Fields attribute(String name, long value) {
      return inner(10, attribute -> attribute.text(1, name).number(9, value));
    }

    Fields attribute(String name, String value) {
      return inner(10, attribute -> attribute.text(1, name).text(29, value));
    }

    /** Which nodes this one waits for, packed as protobuf's third version does. */
    Fields after(long... ids) {
      return inner(
          5,
          list -> {
            for (long id : ids) {
              list.with(to -> to.writeUInt64NoTag(id));
            }
          });
    }

    /** The same as control dependencies, each with its tag. */
    Fields afterControl(long... ids) {
      for (long id : ids) {
        with(to -> to.writeTag(4, WireFormat.WIRETYPE_VARINT));
        with(to -> to.writeUInt64NoTag(id));
      }
      return this;
    }

    static byte[] of(Consumer<Fields> content) {
      Fields fields = new Fields();
      content.accept(fields);
      fields.with(CodedOutputStream::flush);
      return fields.bytes.toByteArray();
    }
  }

  /** Adds a node. */
  EtFile node(long id, int type, Consumer<Fields> more) {
    return message(
        fields -> {
          fields.number(1, id).text(2, "node " + id).number(3, type);
          more.accept(fields);
        });
  }

  /** Adds an operation of the CPU. */
  EtFile cpu(long id, long micros, long... after) {
    return node(id, COMP, node -> node.number(7, micros).after(after).attribute("is_cpu_op", 1));
  }

  /** Adds an operation of the GPU. */
  EtFile gpu(long id, long micros, long... after) {
    return node(id, COMP, node -> node.number(7, micros).after(after).attribute("is_cpu_op", 0));
  }

  /** Adds a collective of all ranks. */
  EtFile collective(long id, int kind, long size, long... after) {
    return node(
        id,
        COLLECTIVE,
        node -> node.after(after).attribute("comm_type", kind).attribute("comm_size", size));
  }

  /** Adds a message. */
  EtFile message(Consumer<Fields> content) {
    byte[] encoded = Fields.of(content);
    try {
      CodedOutputStream out = CodedOutputStream.newInstance(bytes);
      out.writeUInt32NoTag(encoded.length);
      out.writeRawBytes(encoded);
      out.flush();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return this;
  }

  byte[] bytes() {
    return bytes.toByteArray();
  }

  /** Writes the file of a rank into a folder. */
  Path write(Path folder, int rank) {
    try {
      return Files.write(folder.resolve("step." + rank + ".et"), bytes());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The bytes of a text, for damage. */
  static byte[] latin(String text) {
    return text.getBytes(StandardCharsets.ISO_8859_1);
  }
}
