package org.foretell.golden;

import java.io.BufferedReader;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.zip.Deflater;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Answers to one question: a line for each case, in the order in which cases are asked. */
record GoldenFile(Path path) {
  /** Compresses as well as it can. */
  private static final class Smallest extends GZIPOutputStream {
    Smallest(ByteArrayOutputStream out) throws IOException {
      super(out);
      def.setLevel(Deflater.BEST_COMPRESSION);
    }
  }

  /** {@return the line of each case; none if there is no file} */
  Map<String, String> read() throws IOException {
    Map<String, String> lines = new LinkedHashMap<>();
    if (Files.notExists(path)) {
      return lines;
    }
    JsonMapper json = new JsonMapper();
    try (BufferedReader reader =
        new BufferedReader(
            new InputStreamReader(
                new GZIPInputStream(Files.newInputStream(path)), StandardCharsets.UTF_8))) {
      for (String line = reader.readLine(); line != null; line = reader.readLine()) {
        JsonNode name = json.readTree(line).required("case");
        if (lines.put(name.asString(), line) != null) {
          throw new IOException(path + ": has the case " + name + " twice");
        }
      }
    }
    return lines;
  }

  /** Writes the lines, unless the file has them already: another Java may compress otherwise. */
  void write(Map<String, String> lines) throws IOException {
    if (Files.exists(path) && String.join("\n", read().values()).equals(text(lines))) {
      return;
    }
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (Smallest out = new Smallest(bytes)) {
      out.write((text(lines) + "\n").getBytes(StandardCharsets.UTF_8));
    }
    Files.write(path, bytes.toByteArray());
  }

  private static String text(Map<String, String> lines) {
    return String.join("\n", lines.values());
  }
}
