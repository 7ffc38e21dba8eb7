package org.foretell.machines.json;

import java.io.StringWriter;
import java.util.List;
import java.util.Map;
import org.foretell.machines.findings.JsonValue;
import org.foretell.machines.findings.JsonValue.Elements;
import org.foretell.machines.findings.JsonValue.Members;
import org.foretell.machines.findings.JsonValue.Numeral;
import org.foretell.machines.findings.JsonValue.Text;
import org.foretell.machines.findings.JsonValue.Word;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.PrettyPrinter;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.core.util.DefaultPrettyPrinter;

/**
 * Writes JSON. A value is one that was read, a map of values by name, a list, a number, a truth
 * value, or anything else for its text.
 */
public final class JsonWriter {
  private static final ObjectWriteContext PRETTY =
      new ObjectWriteContext.Base() {
        @Override
        public PrettyPrinter getPrettyPrinter() {
          return new DefaultPrettyPrinter();
        }

        @Override
        public boolean hasPrettyPrinter() {
          return true;
        }
      };

  private JsonWriter() {}

  /** A file: a member of an object in each line, and the end of a line at its end. */
  public static String file(Object value) {
    return write(value, PRETTY) + "\n";
  }

  /** All in one line. */
  public static String line(Object value) {
    return write(value, ObjectWriteContext.empty());
  }

  private static String write(Object value, ObjectWriteContext layout) {
    StringWriter text = new StringWriter();
    try (JsonGenerator out = new JsonFactory().createGenerator(layout, text)) {
      write(out, value);
    }
    return text.toString();
  }

  private static void write(JsonGenerator out, Object value) {
    if (value instanceof JsonValue read) {
      writeRead(out, read);
    } else if (value instanceof Map<?, ?> object) {
      out.writeStartObject();
      object.forEach(
          (name, member) -> {
            out.writeName(String.valueOf(name));
            write(out, member);
          });
      out.writeEndObject();
    } else if (value instanceof List<?> list) {
      out.writeStartArray();
      list.forEach(element -> write(out, element));
      out.writeEndArray();
    } else if (value instanceof Double number) {
      out.writeNumber(number);
    } else if (value instanceof Boolean truth) {
      out.writeBoolean(truth);
    } else if (value instanceof Number number) {
      out.writeNumber(number.longValue());
    } else {
      out.writeString(String.valueOf(value));
    }
  }

  private static void writeRead(JsonGenerator out, JsonValue value) {
    if (value instanceof Members object) {
      out.writeStartObject();
      object
          .byName()
          .forEach(
              (name, member) -> {
                out.writeName(name);
                writeRead(out, member.value());
              });
      out.writeEndObject();
    } else if (value instanceof Elements array) {
      write(out, array.values());
    } else if (value instanceof Text text) {
      out.writeString(text.text());
    } else if (value instanceof Numeral number) {
      out.writeNumber(number.lexeme());
    } else if (value instanceof Word word) {
      out.writeRawValue(word.word());
    }
  }
}
