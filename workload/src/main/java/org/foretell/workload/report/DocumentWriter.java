package org.foretell.workload.report;

import java.io.IOException;
import java.io.Writer;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamWriteFeature;
import tools.jackson.databind.json.JsonMapper;

/** Writes documents as JSON, one member a line. */
public final class DocumentWriter {
  private DocumentWriter() {}

  /**
   * Writes a document.
   *
   * @param document members in their order
   * @param out stays open
   * @throws IOException if it cannot be written
   */
  public static void write(Map<String, @Nullable Object> document, Writer out) throws IOException {
    try {
      JsonMapper.builder()
          .disable(StreamWriteFeature.AUTO_CLOSE_TARGET)
          .build()
          .writerWithDefaultPrettyPrinter()
          .writeValue(out, document);
    } catch (JacksonException failed) {
      if (failed.getCause() instanceof IOException reason) {
        throw reason;
      }
      throw failed;
    }
  }
}
