package org.foretell.page;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Base64;
import java.util.zip.Deflater;
import java.util.zip.GZIPOutputStream;

/**
 * A script as a text that a page unpacks: gzip, in Base64. The library of charts is most of a page,
 * and takes less than half as much room in this way.
 */
final class PackedScript {
  private PackedScript() {}

  static String of(String script) throws IOException {
    ByteArrayOutputStream packed = new ByteArrayOutputStream();
    try (GZIPOutputStream out =
        new GZIPOutputStream(packed) {
          {
            def.setLevel(Deflater.BEST_COMPRESSION);
          }
        }) {
      out.write(script.getBytes(UTF_8));
    }
    return Base64.getEncoder().encodeToString(packed.toByteArray());
  }
}
