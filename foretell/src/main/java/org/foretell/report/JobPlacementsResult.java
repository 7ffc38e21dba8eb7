package org.foretell.report;

import java.io.IOException;
import java.io.Writer;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The same jobs under several placements: the result of {@code sim run} with several traces and
 * several policies. Immutable.
 *
 * @param placements a result for each policy, in the order in which they were named; at least one
 */
public record JobPlacementsResult(List<JobsResult> placements) {
  private static final int FORMAT_VERSION = 1;

  /**
   * Copies the list.
   *
   * @throws IllegalArgumentException if it is empty
   */
  public JobPlacementsResult {
    placements = List.copyOf(placements);
    if (placements.isEmpty()) {
      throw new IllegalArgumentException("there is no placement");
    }
  }

  /** {@return whether all jobs ended under all policies} */
  public boolean completed() {
    return placements.stream().allMatch(JobsResult::completed);
  }

  /**
   * Writes the JSON of {@code docs/output.md}.
   *
   * @param out stays open
   * @throws IOException if it cannot be written
   */
  public void writeJson(Writer out) throws IOException {
    Map<String, Object> document = new LinkedHashMap<>();
    document.put("formatVersion", FORMAT_VERSION);
    document.put("placements", placements.stream().map(JobsResult::document).toList());
    DocumentText.write(document, out);
  }
}
