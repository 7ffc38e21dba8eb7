package org.foretell.report;

import java.io.IOException;
import java.io.Writer;
import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamWriteFeature;
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
    } catch (JacksonException failed) {
      for (Throwable cause = failed; cause != null; cause = cause.getCause()) {
        if (cause instanceof IOException reason) {
          throw reason;
        }
      }
      throw failed;
    }
  }

  private static ObjectWriter writer() {
    return JsonMapper.builder()
        .disable(StreamWriteFeature.AUTO_CLOSE_TARGET)
        .build()
        .writerWithDefaultPrettyPrinter();
  }
}
