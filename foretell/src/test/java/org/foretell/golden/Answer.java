package org.foretell.golden;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Supplier;
import org.foretell.failure.FailureKind;
import org.foretell.failure.FailureText;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * The JSON that a question was answered with, on one line. A long list is kept as its length and
 * its hash, so that all numbers of thousands of answers fit into a small file. What is no answer
 * (the version of Foretell) is left out.
 */
final class Answer {
  /** Longer lists are hashed. */
  private static final int LONGEST_LIST = 12;

  private static final Set<String> NO_ANSWER = Set.of("version");
  private static final JsonMapper JSON = new JsonMapper();

  private Answer() {}

  /** The answer, or in its place why there is none; what is no fault of the input is thrown. */
  static String of(Supplier<String> json) {
    try {
      return JSON.writeValueAsString(shortened(JSON.readTree(json.get())));
    } catch (RuntimeException refused) {
      if (FailureKind.of(refused).isEmpty()) {
        throw refused;
      }
      return JSON.writeValueAsString(
          JsonNodeFactory.instance.objectNode().put("refused", FailureText.inALine(refused)));
    }
  }

  private static JsonNode shortened(JsonNode node) {
    if (node instanceof ObjectNode object) {
      ObjectNode kept = JsonNodeFactory.instance.objectNode();
      object
          .propertyStream()
          .filter(member -> !NO_ANSWER.contains(member.getKey()))
          .forEach(member -> kept.set(member.getKey(), shortened(member.getValue())));
      return kept;
    }
    if (node instanceof ArrayNode list) {
      if (list.size() > LONGEST_LIST) {
        return JsonNodeFactory.instance
            .objectNode()
            .put("length", list.size())
            .put("sha256", sha256(JSON.writeValueAsString(list)));
      }
      ArrayNode kept = JsonNodeFactory.instance.arrayNode();
      list.forEach(item -> kept.add(shortened(item)));
      return kept;
    }
    return node;
  }

  private static String sha256(String text) {
    try {
      return HexFormat.of()
          .formatHex(
              MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8)));
    } catch (NoSuchAlgorithmException everyJavaHasIt) {
      throw new AssertionError(everyJavaHasIt);
    }
  }

  /** Where two answers differ: a JSON pointer each, with the value expected and the value found. */
  static List<String> differences(String expected, String found) {
    List<String> differences = new ArrayList<>();
    compare("", JSON.readTree(expected), JSON.readTree(found), differences);
    return differences;
  }

  private static void compare(
      String pointer, JsonNode expected, JsonNode found, List<String> differences) {
    if (expected instanceof ObjectNode before && found instanceof ObjectNode after) {
      Set<String> names = new TreeSet<>(before.propertyNames());
      names.addAll(after.propertyNames());
      for (String name : names) {
        compare(
            pointer + "/" + name.replace("~", "~0").replace("/", "~1"),
            before.path(name),
            after.path(name),
            differences);
      }
    } else if (expected instanceof ArrayNode before && found instanceof ArrayNode after) {
      for (int i = 0; i < Math.max(before.size(), after.size()); i++) {
        compare(pointer + "/" + i, before.path(i), after.path(i), differences);
      }
    } else if (!written(expected).equals(written(found))) {
      differences.add(pointer + ": expected " + written(expected) + ", found " + written(found));
    }
  }

  private static String written(JsonNode node) {
    return node.isMissingNode() ? "nothing" : JSON.writeValueAsString(node);
  }
}
