package org.foretell.sanity;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

/** Published measurements, from {@code docs/data/measurements.json}. */
final class Measurements {
  /**
   * One measurement.
   *
   * @param machine in the catalogue
   * @param benchmark what was run
   * @param within whether within a node, not between two
   * @param quantity {@code bandwidth} (of a window of messages of one pair), {@code latency},
   *     {@code injection} (of a node), or {@code allreduce} (of ranks that fill nodes)
   * @param bytes of a message; 0 when not stated
   * @param value in the unit
   * @param unit {@code us} or {@code MB/s}
   * @param source where it is published, with a link
   * @param remark what differs from what models predict; empty if nothing
   * @param ranks how many take part in a collective; null when it is none
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
      String remark,
      @Nullable Integer ranks) {}

  private record Document(String description, List<Measurement> measurements) {}

  private Measurements() {}

  static List<Measurement> read(Path file) throws IOException {
    return JsonMapper.builder()
        .build()
        .readValue(Files.readString(file), Document.class)
        .measurements();
  }
}
