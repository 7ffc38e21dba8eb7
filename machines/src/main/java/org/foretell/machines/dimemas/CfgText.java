package org.foretell.machines.dimemas;

import java.util.ArrayList;
import java.util.List;
import org.foretell.machines.findings.Findings;
import org.foretell.machines.findings.Shown;
import org.jspecify.annotations.Nullable;

/**
 * Splits a configuration of Dimemas into its records: {@code "name" {value, value, ..};;} with
 * comments between them. A value is a quoted text, a bare word, or {@code [n] {word, ..}}.
 */
final class CfgText {
  private final String text;
  private final Findings findings;
  private int at;
  private int line = 1;
  private int lineStart;

  private CfgText(String text, Findings findings) {
    this.text = text;
    this.findings = findings;
  }

  /** The records that are well formed; what is not goes to the findings. */
  static List<CfgRecord> records(String text, Findings findings) {
    CfgText scanner = new CfgText(text, findings);
    scanner.skipLine();
    List<CfgRecord> records = new ArrayList<>();
    while (scanner.skipBlanks()) {
      CfgRecord record = scanner.record();
      if (record == null) {
        scanner.skipRecord();
      } else {
        records.add(record);
      }
    }
    return records;
  }

  private @Nullable CfgRecord record() {
    int startLine = line;
    int startColumn = column();
    if (text.charAt(at) != '"') {
      return wrong("a record: \"name\" {value, value, ..};;");
    }
    String name = quoted();
    if (name == null || !skipBlanks() || text.charAt(at) != '{') {
      return wrong("a record: \"name\" {value, value, ..};;");
    }
    next();
    List<CfgRecord.Value> values = new ArrayList<>();
    while (true) {
      CfgRecord.Value value = skipBlanks() ? value() : null;
      if (value == null || !skipBlanks()) {
        return wrong("values up to a closing brace");
      }
      values.add(value);
      char separator = text.charAt(at);
      if (separator != ',' && separator != '}') {
        return wrong("a comma or a closing brace");
      }
      next();
      if (separator == '}') {
        break;
      }
    }
    if (!skipBlanks() || !text.startsWith(";;", at)) {
      return wrong(";; at the end of a record");
    }
    at += 2;
    return new CfgRecord(name, startLine, startColumn, values, findings);
  }

  private CfgRecord.@Nullable Value value() {
    int valueLine = line;
    int valueColumn = column();
    char first = text.charAt(at);
    if (first == '"') {
      String quoted = quoted();
      return quoted == null ? null : CfgRecord.Value.word(quoted, valueLine, valueColumn);
    }
    if (first != '[') {
      return CfgRecord.Value.word(bare(), valueLine, valueColumn);
    }
    next();
    String count = bare();
    if (at >= text.length() || text.charAt(at) != ']') {
      return null;
    }
    next();
    if (!skipBlanks() || text.charAt(at) != '{') {
      return null;
    }
    next();
    List<String> elements = new ArrayList<>();
    while (skipBlanks()) {
      if (text.charAt(at) != '}') {
        elements.add(bare());
      }
      if (at >= text.length()) {
        return null;
      }
      char separator = text.charAt(at);
      next();
      if (separator == '}') {
        return new CfgRecord.Value(count, elements, valueLine, valueColumn);
      }
      if (separator != ',') {
        return null;
      }
    }
    return null;
  }

  private @Nullable String quoted() {
    int end = at + 1;
    while (end < text.length() && text.charAt(end) != '"' && text.charAt(end) != '\n') {
      end++;
    }
    if (end >= text.length() || text.charAt(end) != '"') {
      return null;
    }
    String value = text.substring(at + 1, end);
    at = end + 1;
    return value;
  }

  private String bare() {
    int start = at;
    while (at < text.length() && ",{}]\n;\"".indexOf(text.charAt(at)) < 0) {
      at++;
    }
    return text.substring(start, at).strip();
  }

  /** Passes over blanks and comments; false at the end of the text. */
  private boolean skipBlanks() {
    while (at < text.length()) {
      if (text.startsWith("//", at)) {
        while (at < text.length() && text.charAt(at) != '\n') {
          at++;
        }
      } else if (text.startsWith("/*", at)) {
        int end = text.indexOf("*/", at + 2);
        int stop = end < 0 ? text.length() : end + 2;
        while (at < stop) {
          next();
        }
      } else if (Character.isWhitespace(text.charAt(at))) {
        next();
      } else {
        return true;
      }
    }
    return false;
  }

  /** After a mistake: goes on behind the end of the record, or of the line if that is earlier. */
  private void skipRecord() {
    int end = text.indexOf(";;", at);
    int newline = text.indexOf('\n', at);
    if (end >= 0 && (newline < 0 || end < newline)) {
      at = end + 2;
    } else {
      skipLine();
    }
  }

  private void skipLine() {
    while (at < text.length() && text.charAt(at) != '\n') {
      at++;
    }
    if (at < text.length()) {
      next();
    }
  }

  private void next() {
    if (text.charAt(at++) == '\n') {
      line++;
      lineStart = at;
    }
  }

  private int column() {
    return at - lineStart + 1;
  }

  private @Nullable CfgRecord wrong(String allowed) {
    String found = at >= text.length() ? "the end of the file" : Shown.quoted(rest());
    findings.add("record", line, column(), found, allowed);
    return null;
  }

  private String rest() {
    int newline = text.indexOf('\n', at);
    int end = newline < 0 ? text.length() : newline;
    return text.substring(at, Math.min(end, at + 40)).strip();
  }
}
