package org.foretell.golden;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.databind.json.JsonMapper;

/** JSON as golden files hold it: on one line, with numbers as they were written. */
final class GoldenDocument {
  /** Says which build answered, and nothing of the answer. */
  private static final Set<String> LEFT_OUT = Set.of("/version", "/run/version");

  /** Answers of their own, of which a reader of a difference must see which one changed. */
  private static final String KEPT_WHOLE = "/sensitivities";

  private static final int HASH_BYTES = 8;
  private static final JsonMapper JSON = new JsonMapper();

  private final int longestList;
  private final StringBuilder out = new StringBuilder();

  private GoldenDocument(int longestList) {
    this.longestList = longestList;
  }

  /**
   * {@return a document on one line}
   *
   * @param json of any layout
   * @param longestList lists of more characters are replaced by their length and a hash, but for
   *     those below {@link #KEPT_WHOLE}
   */
  static String of(String json, int longestList) {
    GoldenDocument made = new GoldenDocument(longestList);
    try (JsonParser parser = JSON.createParser(json)) {
      made.copy(parser, parser.nextToken(), "");
    }
    return made.out.toString();
  }

  static String quoted(String text) {
    return JSON.writeValueAsString(text);
  }

  /** The text of a member of a document on one line, by its pointer: each value as written. */
  static Map<String, String> leaves(String json) {
    Map<String, String> leaves = new LinkedHashMap<>();
    try (JsonParser parser = JSON.createParser(json)) {
      addLeaves(parser, parser.nextToken(), "", leaves);
    }
    return leaves;
  }

  private void copy(JsonParser parser, JsonToken token, String pointer) {
    switch (token) {
      case START_OBJECT -> copyObject(parser, pointer);
      case START_ARRAY -> copyList(parser, pointer);
      default -> out.append(literal(parser, token));
    }
  }

  private void copyObject(JsonParser parser, String pointer) {
    out.append('{');
    boolean first = true;
    while (parser.nextToken() != JsonToken.END_OBJECT) {
      String name = parser.currentName();
      String member = pointer + "/" + escaped(name);
      JsonToken value = parser.nextToken();
      if (LEFT_OUT.contains(member)) {
        parser.skipChildren();
        continue;
      }
      out.append(first ? "" : ",").append(quoted(name)).append(':');
      copy(parser, value, member);
      first = false;
    }
    out.append('}');
  }

  private void copyList(JsonParser parser, String pointer) {
    int start = out.length();
    out.append('[');
    int elements = 0;
    for (JsonToken next = parser.nextToken();
        next != JsonToken.END_ARRAY;
        next = parser.nextToken()) {
      out.append(elements == 0 ? "" : ",");
      copy(parser, next, pointer + "/" + elements);
      elements++;
    }
    out.append(']');
    if (out.length() - start > longestList && !pointer.startsWith(KEPT_WHOLE)) {
      String text = out.substring(start);
      out.setLength(start);
      out.append("{\"elements\":" + elements + ",\"hash\":\"" + hash(text) + "\"}");
    }
  }

  private static void addLeaves(
      JsonParser parser, JsonToken token, String pointer, Map<String, String> leaves) {
    if (token != JsonToken.START_OBJECT && token != JsonToken.START_ARRAY) {
      leaves.put(pointer, literal(parser, token));
      return;
    }
    boolean isObject = token == JsonToken.START_OBJECT;
    int members = 0;
    for (JsonToken next = parser.nextToken();
        next != JsonToken.END_OBJECT && next != JsonToken.END_ARRAY;
        next = parser.nextToken()) {
      String name = isObject ? escaped(parser.currentName()) : Integer.toString(members);
      addLeaves(parser, isObject ? parser.nextToken() : next, pointer + "/" + name, leaves);
      members++;
    }
    if (members == 0) {
      leaves.put(pointer, isObject ? "{}" : "[]");
    }
  }

  private static String literal(JsonParser parser, JsonToken token) {
    // What the parser has of a number is its text.
    return token == JsonToken.VALUE_STRING ? quoted(parser.getString()) : parser.getString();
  }

  private static String escaped(String name) {
    return name.replace("~", "~0").replace("/", "~1");
  }

  private static String hash(String text) {
    try {
      byte[] whole =
          MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
      return HexFormat.of().formatHex(whole, 0, HASH_BYTES);
    } catch (NoSuchAlgorithmException absent) {
      throw new AssertionError("every Java has SHA-256", absent);
    }
  }
}
