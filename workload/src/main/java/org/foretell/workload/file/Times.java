package org.foretell.workload.file;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.OptionalLong;
import java.util.regex.Pattern;
import org.foretell.machines.findings.Findings;
import org.foretell.machines.findings.JsonValue;
import org.foretell.machines.json.FileFields;
import org.foretell.time.Quantity;
import org.foretell.time.QuantityException;

/** Times in files of jobs, as nanoseconds of up to 292 years. */
final class Times {
  private static final BigDecimal NS_PER_PS = new BigDecimal("0.001");
  private static final BigDecimal MOST = BigDecimal.valueOf(Long.MAX_VALUE / 4);
  private static final String ALLOWED =
      "a time in quotes with its unit, like \"90s\", \"15min\" or \"2h\", up to 70 years";
  private static final Pattern ANY = Pattern.compile("[\\s\\S]{0,100}");

  private Times() {}

  /** A field with a time; empty if it is missing or wrong. */
  static OptionalLong optional(Findings findings, FileFields fields, String name) {
    JsonValue value = fields.optional(name);
    if (value == null) {
      return OptionalLong.empty();
    }
    if (value instanceof JsonValue.Text text && ANY.matcher(text.text()).matches()) {
      try {
        BigDecimal ns = Quantity.parseExactPs(text.text()).multiply(NS_PER_PS);
        if (ns.compareTo(MOST) <= 0) {
          return OptionalLong.of(ns.setScale(0, RoundingMode.HALF_UP).longValueExact());
        }
      } catch (QuantityException e) {
        // Said below.
      }
    }
    findings.wrong(value, ALLOWED);
    return OptionalLong.empty();
  }

  /** Seconds of a file as nanoseconds; the range has been checked. */
  static long ns(double seconds) {
    return Math.round(seconds * 1e9);
  }
}
