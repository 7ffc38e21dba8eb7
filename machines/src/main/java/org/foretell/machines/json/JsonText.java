package org.foretell.machines.json;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.foretell.machines.file.MachineFileException;
import org.foretell.machines.findings.FileBytes;
import org.foretell.machines.findings.Findings;
import org.foretell.machines.findings.JsonValue;
import org.foretell.machines.findings.JsonValue.Elements;
import org.foretell.machines.findings.JsonValue.Member;
import org.foretell.machines.findings.JsonValue.Members;
import org.foretell.machines.findings.JsonValue.Numeral;
import org.foretell.machines.findings.JsonValue.Text;
import org.foretell.machines.findings.JsonValue.Word;
import org.foretell.machines.findings.Shown;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.TokenStreamLocation;
import tools.jackson.core.exc.StreamConstraintsException;
import tools.jackson.core.exc.UnexpectedEndOfInputException;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.core.json.JsonReadFeature;

/**
 * Turns the bytes of a file into JSON values that know their places. What is not JSON ends the file
 * with one finding; a name that occurs twice in an object is a finding, and the first counts.
 */
public final class JsonText {
  private static final int DEEPEST = 32;
  private static final int MOST_VALUES = 250_000;
  private static final String ROOT = "$";
  private static final String ANY_NUMBER = "a number as JSON writes it, like 16 or 0.5";
  private static final String ANY_VALUE =
      "a string in double quotes, a number, an object or an array";

  private static final Pattern SIMPLE_NAME = Pattern.compile("[A-Za-z_][A-Za-z0-9_]{0,63}");
  private static final Pattern UNEXPECTED_CHARACTER =
      Pattern.compile("Unexpected character \\(.*\\(code (\\d+)\\)\\)[^:]*: (.*)", Pattern.DOTALL);
  private static final Pattern UNEXPECTED_WORD = Pattern.compile("Unrecognized token '(.*?)'.*");

  // NaN and its like are read as numbers so that they are reported with their place.
  private static final JsonFactory JSON =
      JsonFactory.builder()
          .enable(JsonReadFeature.ALLOW_NON_NUMERIC_NUMBERS)
          .streamReadConstraints(
              StreamReadConstraints.builder()
                  .maxNestingDepth(DEEPEST)
                  .maxNumberLength(1000)
                  .maxStringLength(1 << 20)
                  .maxNameLength(1000)
                  .build())
          .build();

  private final Findings findings;
  private final Deque<String> open = new ArrayDeque<>();
  private int values;

  private JsonText(Findings findings) {
    this.findings = findings;
  }

  /**
   * Reads a file.
   *
   * @param findings gets what is wrong
   * @throws MachineFileException with all findings, if there is no value to go on with
   */
  public static JsonValue read(byte[] bytes, Findings findings) {
    JsonText reader = new JsonText(findings);
    return reader.parse(reader.decode(bytes));
  }

  private String decode(byte[] bytes) {
    if (bytes.length > FileBytes.MOST) {
      throw stop(0, 0, "more than 16 MiB", "a file of at most 16 MiB");
    }
    if (startsWith(bytes, 0xFE, 0xFF) || startsWith(bytes, 0xFF, 0xFE)) {
      throw stop(1, 1, "UTF-16", "UTF-8; save the file in that encoding");
    }
    CharsetDecoder decoder = StandardCharsets.UTF_8.newDecoder();
    ByteBuffer input = ByteBuffer.wrap(bytes);
    CharBuffer text = CharBuffer.allocate(bytes.length);
    CoderResult result = decoder.decode(input, text, true);
    if (result.isError()) {
      String before = text.flip().toString();
      int line = (int) before.chars().filter(character -> character == '\n').count() + 1;
      throw stop(
          line,
          before.length() - before.lastIndexOf('\n'),
          String.format("byte 0x%02X, which is not UTF-8", bytes[input.position()]),
          "UTF-8; save the file in that encoding");
    }
    text.flip();
    boolean marked = text.length() > 0 && text.charAt(0) == '\uFEFF';
    return text.toString().substring(marked ? 1 : 0);
  }

  private static boolean startsWith(byte[] bytes, int first, int second) {
    return bytes.length >= 2 && (bytes[0] & 0xFF) == first && (bytes[1] & 0xFF) == second;
  }

  private JsonValue parse(String text) {
    try (JsonParser parser = JSON.createParser(ObjectReadContext.empty(), text)) {
      try {
        return document(parser);
      } catch (UnexpectedEndOfInputException e) {
        throw truncated(text);
      } catch (StreamConstraintsException e) {
        throw tooMuch(parser.currentLocation());
      } catch (JacksonException e) {
        throw malformed(e, text);
      }
    }
  }

  private JsonValue document(JsonParser parser) {
    if (parser.nextToken() == null) {
      throw stop(1, 1, "nothing", "a JSON object {...}");
    }
    JsonValue root = value(parser, ROOT);
    if (parser.nextToken() != null) {
      TokenStreamLocation place = parser.currentTokenLocation();
      throw stop(
          place.getLineNr(), place.getColumnNr(), "more after the end of the object", "one object");
    }
    return root;
  }

  private JsonValue value(JsonParser parser, String path) {
    TokenStreamLocation place = parser.currentTokenLocation();
    int line = place.getLineNr();
    int column = place.getColumnNr();
    if (++values > MOST_VALUES) {
      throw stop(
          line,
          column,
          "more than " + MOST_VALUES + " values",
          "a file with at most " + MOST_VALUES + " strings, numbers, objects and arrays");
    }
    JsonToken token = parser.currentToken();
    return switch (token) {
      case START_OBJECT -> object(parser, path, line, column);
      case START_ARRAY -> array(parser, path, line, column);
      case VALUE_STRING -> new Text(path, line, column, parser.getString());
      case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT ->
          new Numeral(path, line, column, parser.getString());
      default -> new Word(path, line, column, parser.getString());
    };
  }

  private Members object(JsonParser parser, String path, int line, int column) {
    open.push("the { of line " + line + ", column " + column);
    Map<String, Member> members = new LinkedHashMap<>();
    while (parser.nextToken() != JsonToken.END_OBJECT) {
      TokenStreamLocation place = parser.currentTokenLocation();
      String name = parser.currentName();
      String memberPath = path + step(name);
      parser.nextToken();
      JsonValue value = value(parser, memberPath);
      Member member = new Member(memberPath, place.getLineNr(), place.getColumnNr(), value);
      Member first = members.putIfAbsent(name, member);
      if (first != null) {
        findings.add(
            memberPath,
            member.line(),
            member.column(),
            "a second " + Shown.quoted(name),
            "one; the first is in line " + first.line());
      }
    }
    open.pop();
    return new Members(path, line, column, members);
  }

  private Elements array(JsonParser parser, String path, int line, int column) {
    open.push("the [ of line " + line + ", column " + column);
    List<JsonValue> values = new ArrayList<>();
    while (parser.nextToken() != JsonToken.END_ARRAY) {
      values.add(value(parser, path + '[' + values.size() + ']'));
    }
    open.pop();
    return new Elements(path, line, column, values);
  }

  /** What a path gets for a name. */
  static String step(String name) {
    return SIMPLE_NAME.matcher(name).matches()
        ? "." + name
        : "['" + Shown.plain(name).replace("'", "\\'") + "']";
  }

  private MachineFileException truncated(String text) {
    int line = (int) text.chars().filter(character -> character == '\n').count() + 1;
    return stop(
        line,
        text.length() - text.lastIndexOf('\n'),
        "the end of the file",
        open.isEmpty() ? "a complete JSON object" : "more, until " + open.peek() + " is closed");
  }

  private MachineFileException tooMuch(TokenStreamLocation place) {
    boolean deep = open.size() >= DEEPEST;
    return stop(
        place.getLineNr(),
        place.getColumnNr(),
        deep ? "objects or arrays nested deeper than " + DEEPEST : "a very long name or number",
        deep ? "at most 4 levels" : "names and numbers of at most 1000 characters");
  }

  private MachineFileException malformed(JacksonException problem, String text) {
    String reason = problem.getOriginalMessage();
    if (reason.startsWith("Unexpected end-of-input")) {
      return truncated(text);
    }
    TokenStreamLocation place = problem.getLocation();
    int line = place == null ? 0 : place.getLineNr();
    int column = place == null ? 0 : place.getColumnNr();
    Matcher word = UNEXPECTED_WORD.matcher(reason);
    if (word.matches()) {
      return stop(line, column, Shown.plain(word.group(1)), ANY_VALUE);
    }
    Matcher character = UNEXPECTED_CHARACTER.matcher(reason);
    if (character.matches()) {
      int found = Integer.parseInt(character.group(1));
      return stop(
          line,
          column,
          "the character " + Shown.plain(Character.toString(found)),
          allowedInsteadOf(found, reason));
    }
    if (reason.startsWith("Illegal unquoted character")) {
      return stop(
          line,
          column,
          "a control character or the end of the line within a string",
          "it as an escape, like \\n or \\u000a");
    }
    if (reason.startsWith("Illegal character")) {
      return stop(line, column, "a control character", "blanks and line ends between values");
    }
    if (reason.startsWith("Unrecognized character escape")) {
      return stop(
          line, column, "an unknown escape", "\\\" \\\\ \\/ \\b \\f \\n \\r \\t and \\u0041");
    }
    if (reason.startsWith("Unexpected close marker")) {
      return stop(line, column, "a closing bracket too many", "one for each opening bracket");
    }
    if (reason.contains("numeric value")) {
      return stop(line, column, "a number that is not JSON", ANY_NUMBER);
    }
    return stop(line, column, "text that is not JSON", Shown.plain(reason));
  }

  /** What JSON allows where a character is wrong; the reasons are those of Jackson. */
  private static String allowedInsteadOf(int character, String reason) {
    if (character == '/' || character == '#') {
      return "no comments; remarks go into \"notes\"";
    }
    if (reason.contains("numeric value")) {
      return ANY_NUMBER;
    }
    if (reason.contains("expecting comma")) {
      return "a comma or a closing bracket";
    }
    if (reason.contains("expecting a colon")) {
      return "a colon between name and value";
    }
    boolean closing = character == '}' || character == ']';
    String another = closing ? ", or no comma before the bracket" : "";
    return reason.contains("property name")
        ? "a name in double quotes" + another
        : ANY_VALUE + another;
  }

  private MachineFileException stop(int line, int column, String found, String allowed) {
    findings.add(ROOT, line, column, found, allowed);
    return findings.exception();
  }
}
