package org.foretell.machines.simgrid;

import java.util.List;
import java.util.Map;

/**
 * An XML element and where it stands.
 *
 * @param path names from the root to it, {@code platform/zone/link}
 * @param line of the end of its start tag, from 1
 * @param column behind the end of its start tag, from 1
 */
record Element(
    String path,
    String name,
    int line,
    int column,
    Map<String, String> attributes,
    List<Element> children) {
  String required(String attribute) {
    String value = attributes.get(attribute);
    if (value == null) {
      throw wrong("no attribute \"" + attribute + "\"", "\"" + attribute + "\" is required");
    }
    return value;
  }

  /** Its value, or a default if it is missing or empty, as SimGrid has it. */
  String optional(String attribute, String otherwise) {
    String value = attributes.getOrDefault(attribute, "");
    return value.isEmpty() ? otherwise : value;
  }

  boolean has(String attribute) {
    return !optional(attribute, "").isEmpty();
  }

  PlatformException wrong(String found, String allowed) {
    return new PlatformException(path, line, column, found, allowed);
  }

  PlatformException wrongValue(String attribute, String allowed) {
    return wrong(attribute + "=\"" + shortened(required(attribute)) + "\"", allowed);
  }

  private static String shortened(String text) {
    return text.length() > 60 ? text.substring(0, 57) + "..." : text;
  }
}
