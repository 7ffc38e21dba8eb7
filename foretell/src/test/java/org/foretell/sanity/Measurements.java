package org.foretell.sanity;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import tools.jackson.databind.json.JsonMapper;

/** Published measurements, from {@code docs/data/measurements.json}. */
final class Measurements {
  /**
   * One measurement.
   *
   * @param machine in the catalogue
   * @param benchmark what was run
   * @param within whether within a node, not between two
   * @param quantity {@code bandwidth} (of a window of messages of one pair), {@code latency} or
   *     {@code injection} (of a node)
   * @param bytes of a message; 0 when not stated
   * @param value in the unit
   * @param unit {@code us} or {@code MB/s}
   * @param source where it is published, with a link
   * @param remark what differs from what models predict; empty if nothing
   */
  record Measurement(
      String machine,
      String benchmark,
      boolean within,
      String quantity,
      long bytes,
      double value,
      String unit,
      String source,
      String remark) {}

  private record Document(String description, List<Measurement> measurements) {}

  private Measurements() {}

  static List<Measurement> read(Path file) throws IOException {
    return JsonMapper.builder()
        .build()
        .readValue(Files.readString(file), Document.class)
        .measurements();
  }
}
