package org.foretell.report;

import tools.jackson.databind.json.JsonMapper;

/** Writes a document as JSON, one member a line. */
final class DocumentText {
  private DocumentText() {}

  static String of(Object document) {
    return JsonMapper.builder()
        .build()
        .writerWithDefaultPrettyPrinter()
        .writeValueAsString(document);
  }
}
