package org.foretell.parsers.otf2;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.foretell.parsers.Loss;

/** What an archive has that no op stands for. */
final class Losses {
  private record What(String what, String reason) {}

  private final Map<What, Long> counts = new LinkedHashMap<>();
  private final Map<String, Long> notes = new LinkedHashMap<>();

  /** Something was left out. */
  void add(String what, String reason, long count) {
    if (count > 0) {
      counts.merge(new What(what, reason), count, Long::sum);
    }
  }

  /** Something was inferred that a user should know. */
  void note(String what, long count) {
    if (count > 0) {
      notes.merge(what, count, Long::sum);
    }
  }

  /** A record that the vocabulary has no op for, or that says nothing of other ranks. */
  void record(int type) {
    if (type >= EventType.RMA_FIRST && type <= EventType.RMA_LAST) {
      add(
          "records of one-sided communication",
          "they do not say which call of MPI or SHMEM made them",
          1);
    } else if (type == EventType.METRIC) {
      add("records of metrics", "bursts keep only the counters of Foretell's tracer", 1);
    } else if (type == EventType.BUFFER_FLUSH || type == EventType.MEASUREMENT_ON_OFF) {
      add(
          "records of the measurement itself",
          "the time that the tracer took counts as computation",
          1);
    } else {
      add(
          "other records",
          "they say nothing about communication between ranks (threads, parameters, files, locks)",
          1);
    }
  }

  /** All of it. */
  List<Loss> list() {
    List<Loss> list = new ArrayList<>();
    counts.forEach((what, count) -> list.add(new Loss(what.what(), count, what.reason())));
    return list;
  }

  /** One sentence each. */
  List<String> notes() {
    List<String> list = new ArrayList<>();
    notes.forEach((what, count) -> list.add(what + ": " + count));
    return list;
  }
}
