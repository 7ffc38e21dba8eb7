package org.foretell.report;

import java.io.IOException;
import java.io.Writer;
import tools.jackson.core.StreamWriteFeature;
import tools.jackson.core.exc.JacksonIOException;
import tools.jackson.databind.ObjectWriter;
import tools.jackson.databind.json.JsonMapper;

/** Writes a document as JSON, one member a line. */
final class DocumentText {
  private DocumentText() {}

  static String of(Object document) {
    return writer().writeValueAsString(document);
  }

  /** Writes a document of any length; the writer stays open. */
  static void write(Object document, Writer out) throws IOException {
    try {
      writer().writeValue(out, document);
    } catch (JacksonIOException failed) {
      throw failed.getCause();
    }
  }

  private static ObjectWriter writer() {
    return JsonMapper.builder()
        .disable(StreamWriteFeature.AUTO_CLOSE_TARGET)
        .build()
        .writerWithDefaultPrettyPrinter();
  }
}
