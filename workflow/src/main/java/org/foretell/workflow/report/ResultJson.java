package org.foretell.workflow.report;

import java.io.IOException;
import java.io.Writer;
import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamWriteFeature;
import tools.jackson.databind.json.JsonMapper;

/** Writes results as JSON. */
final class ResultJson {
  private ResultJson() {}

  static void write(Object document, Writer out) throws IOException {
    try {
      JsonMapper.builder()
          .disable(StreamWriteFeature.AUTO_CLOSE_TARGET)
          .build()
          .writerWithDefaultPrettyPrinter()
          .writeValue(out, document);
    } catch (JacksonException failed) {
      for (Throwable cause = failed; cause != null; cause = cause.getCause()) {
        if (cause instanceof IOException reason) {
          throw reason;
        }
      }
      throw failed;
    }
  }
}
