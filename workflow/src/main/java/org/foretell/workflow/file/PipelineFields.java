package org.foretell.workflow.file;

import java.util.function.ToLongFunction;
import org.foretell.machines.findings.Findings;
import org.foretell.machines.findings.JsonValue;
import org.foretell.machines.findings.JsonValue.Text;
import org.foretell.machines.findings.JsonValue.Word;
import org.foretell.machines.json.FileFields;
import org.foretell.time.Ps;
import org.foretell.time.Quantity;
import org.foretell.time.QuantityException;
import org.jspecify.annotations.Nullable;

/**
 * The fields of an object in a pipeline file: quantities with units, and truth.
 *
 * @param findings takes what is wrong
 * @param fields of the object
 * @param files that it names
 */
record PipelineFields(Findings findings, FileFields fields, NamedFiles files) {
  static final String TIME_ALLOWED =
      "a time in quotes with its unit, like \"90s\" (\"us\", \"ms\", \"s\", \"min\", \"h\")";
  private static final String BYTES_ALLOWED = "a size in quotes with its unit, like \"2GiB\"";

  /** An object within this one; an empty one if it is not there. */
  PipelineFields inner(String name) {
    return new PipelineFields(findings, fields.object(name, false), files);
  }

  boolean truth(String name) {
    JsonValue value = fields.optional(name);
    if (value instanceof Word word && !word.word().equals("null")) {
      return word.word().equals("true");
    }
    if (value != null) {
      findings.wrong(value, "true or false");
    }
    return false;
  }

  long bytes(String name, long usual) {
    return quantity(fields.optional(name), usual, Quantity::parseBytes, BYTES_ALLOWED);
  }

  long timePs(String name, long usual) {
    return quantity(fields.optional(name), usual, Quantity::parseTimePs, TIME_ALLOWED);
  }

  /** A time that must be there; 1 if it is not. */
  double seconds(String name) {
    JsonValue value = fields.required(name, TIME_ALLOWED);
    return value == null ? 1 : Ps.toSeconds(timePs(name, 1));
  }

  /** A time in an array; 0 if it is wrong. */
  double seconds(JsonValue value) {
    return Ps.toSeconds(quantity(value, 0, Quantity::parseTimePs, TIME_ALLOWED));
  }

  private long quantity(
      @Nullable JsonValue value, long usual, ToLongFunction<String> reader, String allowed) {
    if (value instanceof Text text && !text.text().strip().equals(Quantity.UNLIMITED)) {
      try {
        return reader.applyAsLong(text.text());
      } catch (QuantityException wrong) {
        findings.wrong(value, allowed);
        return usual;
      }
    }
    if (value != null) {
      findings.wrong(value, allowed);
    }
    return usual;
  }
}
