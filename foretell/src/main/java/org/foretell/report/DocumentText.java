package org.foretell.report;

import java.io.IOException;
import java.io.Writer;
import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamWriteFeature;
import tools.jackson.databind.ObjectWriter;
import tools.jackson.databind.json.JsonMapper;

/** The JSON of documents, one member a line. */
public final class DocumentText {
  private DocumentText() {}

  /**
   * {@return the JSON of a document}
   *
   * @param document a record, or a map in the order of its members
   */
  public static String of(Object document) {
    return writer().writeValueAsString(document);
  }

  /**
   * Writes the JSON of a document of any length.
   *
   * @param document a record, or a map in the order of its members
   * @param out stays open
   * @throws IOException if it cannot be written
   */
  public static void write(Object document, Writer out) throws IOException {
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
