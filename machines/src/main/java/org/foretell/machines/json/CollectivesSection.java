package org.foretell.machines.json;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.foretell.machine.CollectiveRule;
import org.foretell.machine.CollectiveTable;
import org.foretell.machines.findings.Findings;
import org.foretell.machines.findings.JsonValue;
import org.foretell.machines.findings.JsonValue.Members;
import org.foretell.machines.findings.JsonValue.Text;
import org.foretell.machines.findings.Shown;
import org.foretell.time.Quantity;
import org.foretell.trace.OpCode;
import org.jspecify.annotations.Nullable;

/**
 * The object {@code collectives} of a machine file. Which algorithms there are is known where they
 * are chosen, not here.
 */
public final class CollectivesSection {
  private static final int MOST_RULES = 4096;
  private static final Pattern PROFILE = Pattern.compile("[a-z0-9][a-z0-9-]{0,63}");
  private static final Pattern ALGORITHM = Pattern.compile("[A-Za-z0-9][A-Za-z0-9./-]{0,63}");
  private static final Map<String, OpCode> OPS =
      Arrays.stream(OpCode.values())
          .filter(op -> op.family() == OpCode.Family.COLLECTIVE && op.blockingForm() == op)
          .collect(
              Collectors.toMap(
                  CollectivesSection::text, op -> op, (one, other) -> one, LinkedHashMap::new));

  private final Findings findings;

  private CollectivesSection(Findings findings) {
    this.findings = findings;
  }

  static Optional<CollectiveTable> read(Findings findings, JsonValue value) {
    if (value instanceof Members members) {
      return Optional.of(new CollectivesSection(findings).table(new FileFields(findings, members)));
    }
    findings.wrong(value, "an object {...} with a profile and rules");
    return Optional.empty();
  }

  private CollectiveTable table(FileFields fields) {
    String profile = fields.text("profile", PROFILE, "the name of a profile, like \"mpich4\"");
    List<CollectiveRule> rules = new ArrayList<>();
    fields
        .array("rules", false, "an array of rules")
        .ifPresent(
            elements -> {
              if (elements.values().size() > MOST_RULES) {
                findings.wrong(
                    elements, elements.values().size() + " rules", "at most " + MOST_RULES);
                return;
              }
              for (JsonValue element : elements.values()) {
                if (element instanceof Members members) {
                  rules.add(rule(element, new FileFields(findings, members)));
                } else {
                  findings.wrong(element, "an object with \"collective\" and \"algorithm\"");
                }
              }
            });
    fields.refuseOthers();
    return new CollectiveTable(profile, rules);
  }

  private CollectiveRule rule(JsonValue place, FileFields fields) {
    OpCode op = op(fields.required("collective", "the name of a collective, like \"allreduce\""));
    String algorithm =
        fields.text(
            "algorithm",
            ALGORITHM,
            "an algorithm with its parameters, like \"ring\" or \"pipeline/64KiB\"");
    int minRanks = fields.optionalWholeNumber("minRanks", 1, Integer.MAX_VALUE).orElse(1);
    int maxRanks =
        fields.optionalWholeNumber("maxRanks", 1, Integer.MAX_VALUE).orElse(Integer.MAX_VALUE);
    long minBytes = fields.has("minSize") ? fields.bytes("minSize") : 0;
    long maxBytes = fields.has("maxSize") ? fields.bytes("maxSize") : Long.MAX_VALUE;
    @Nullable Boolean powerOfTwo = fields.optionalTruth("powerOfTwo");
    fields.refuseOthers();
    if (minRanks > maxRanks || minBytes > maxBytes) {
      findings.wrong(
          place,
          minRanks > maxRanks
              ? "a rule from " + minRanks + " to " + maxRanks + " ranks"
              : "a rule from " + minBytes + " to " + maxBytes + " bytes",
          "a minimum that is not above the maximum");
      return new CollectiveRule(op, algorithm);
    }
    return new CollectiveRule(op, minRanks, maxRanks, minBytes, maxBytes, powerOfTwo, algorithm);
  }

  private OpCode op(@Nullable JsonValue value) {
    OpCode op = value instanceof Text text ? OPS.get(text.text()) : null;
    if (value != null && op == null) {
      findings.wrong(
          value,
          value instanceof Text text
              ? Shown.choice(text.text(), OPS.keySet())
              : "the name of a collective, like \"allreduce\"");
    }
    return op == null ? OpCode.BARRIER : op;
  }

  private static String text(OpCode op) {
    return op.name().toLowerCase(Locale.ROOT);
  }

  /** As it stands in a machine file. */
  public static Map<String, Object> json(CollectiveTable table) {
    List<Object> rules = new ArrayList<>();
    for (CollectiveRule rule : table.rules()) {
      Map<String, Object> json = new LinkedHashMap<>();
      json.put("collective", text(rule.op()));
      json.put("minRanks", rule.minRanks());
      json.put("maxRanks", rule.maxRanks());
      json.put("minSize", size(rule.minBytes()));
      json.put("maxSize", size(rule.maxBytes()));
      Boolean powerOfTwo = rule.powerOfTwo();
      if (powerOfTwo != null) {
        json.put("powerOfTwo", powerOfTwo);
      }
      json.put("algorithm", rule.algorithm());
      rules.add(json);
    }
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("profile", table.profile());
    json.put("rules", rules);
    return json;
  }

  private static String size(long bytes) {
    return bytes == Long.MAX_VALUE ? Quantity.UNLIMITED : bytes + "B";
  }
}
