package org.foretell.parsers.dumpi;

import it.unimi.dsi.fastutil.longs.Long2IntOpenHashMap;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.foretell.trace.OpView;

/**
 * What has to be known of all ranks before the first is converted: their nodes, and the names of
 * the functions whose calls were traced. One file is open at a time.
 */
final class DumpiSurvey {
  private static final int MOST_CALL_SITES = 1 << 20;
  private static final String NO_NAME = "<none>";

  private final Map<String, Integer> callSites = new LinkedHashMap<>();
  private final Map<String, Integer> ranksOfHost = new HashMap<>();
  private boolean hasUnknownHost;

  private DumpiSurvey() {}

  /**
   * Reads the headers and tables of all ranks.
   *
   * @throws org.foretell.trace.TraceException if a file is damaged
   */
  static DumpiSurvey of(DumpiRun run) {
    DumpiSurvey survey = new DumpiSurvey();
    for (Path path : run.files()) {
      try (DumpiFile file = DumpiFile.open(path)) {
        survey.file(file);
      }
    }
    return survey;
  }

  private void file(DumpiFile file) {
    hasUnknownHost |= file.host().isEmpty();
    ranksOfHost.merge(file.host(), 1, Integer::sum);
    for (DumpiFile.Function function : file.functions()) {
      if (callSites.size() < MOST_CALL_SITES && !function.name().equals(NO_NAME)) {
        callSites.putIfAbsent(function.name(), callSites.size());
      }
    }
  }

  /** The most ranks that had the same node; 0 if any rank does not know its own. */
  int ranksPerNode() {
    return hasUnknownHost
        ? 0
        : ranksOfHost.values().stream().mapToInt(Integer::intValue).max().orElse(0);
  }

  /** Names of functions in the order of their ids. */
  List<String> callSites() {
    return List.copyOf(callSites.keySet());
  }

  /** The id of the call site of each function of a file by its address. */
  Long2IntOpenHashMap callSites(DumpiFile file) {
    Long2IntOpenHashMap ids = new Long2IntOpenHashMap();
    ids.defaultReturnValue(OpView.NONE);
    for (DumpiFile.Function function : file.functions()) {
      ids.put(function.address(), (int) callSites.getOrDefault(function.name(), OpView.NONE));
    }
    return ids;
  }
}
