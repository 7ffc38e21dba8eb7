package org.foretell.parsers.dumpi;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.foretell.parsers.Loss;

/** What a conversion leaves out, counted. */
final class Losses {
  /** Something of a trace that has no place among the ops, or that the trace itself lacks. */
  enum Kind {
    COUNTERS("hardware counters of calls", "a trace has counters of bursts, by other names"),
    UNKNOWN_REQUESTS(
        "completed requests that no call of the trace had made",
        "they were made while tracing was off, or by calls without record; nothing waits for them"),
    FILE_POINTERS(
        "places of reads and writes by shared file pointers",
        "they depend on the order of the ranks; they go on where the rank's last one ended"),
    REORDERED(
        "reordered ranks of Cartesian and graph communicators",
        "the trace does not have the new order; the old one is kept"),
    BACKWARD_TIMES(
        "bursts of negative length", "the clock went back, or several threads made calls"),
    NO_TIMES("times of calls", "the trace was written without them; there is no computation"),
    OPEN_REQUESTS(
        "requests that were neither completed nor freed", "the trace ends before they do"),
    FILES_OF_OTHERS(
        "reads and writes of files that no record opened", "their files cannot be identified");

    private final String what;
    private final String reason;

    Kind(String what, String reason) {
      this.what = what;
      this.reason = reason;
    }
  }

  /** Calls that no op stands for and that other ranks may notice. */
  private static final Set<String> NOTICED =
      Set.of(
          "MPI_Abort",
          "MPI_Comm_accept",
          "MPI_Comm_connect",
          "MPI_Comm_join",
          "MPI_Comm_spawn",
          "MPI_Comm_spawn_multiple",
          "MPI_File_delete",
          "MPI_File_preallocate",
          "MPI_File_set_size",
          "MPI_File_sync",
          "MPI_Grequest_complete",
          "MPI_Grequest_start",
          "MPI_Intercomm_create",
          "MPI_Intercomm_merge",
          "MPI_Lookup_name",
          "MPI_Publish_name",
          "MPI_Unpublish_name");

  private final long[] counts = new long[Kind.values().length];
  private final Map<String, Long> calls = new TreeMap<>();

  void add(Kind kind, long number) {
    counts[kind.ordinal()] += number;
  }

  /** A call that no op stands for. */
  void call(CallLayout call) {
    if (NOTICED.contains(call.name())) {
      calls.merge(call.name(), 1L, Long::sum);
    }
  }

  /** Adds those of another rank, and forgets them there. */
  void takeAll(Losses other) {
    for (int kind = 0; kind < counts.length; kind++) {
      counts[kind] += other.counts[kind];
      other.counts[kind] = 0;
    }
    other.calls.forEach((name, count) -> calls.merge(name, count, Long::sum));
    other.calls.clear();
  }

  List<Loss> list() {
    List<Loss> list = new ArrayList<>();
    for (Kind kind : Kind.values()) {
      if (counts[kind.ordinal()] > 0) {
        list.add(new Loss(kind.what, counts[kind.ordinal()], kind.reason));
      }
    }
    calls.forEach(
        (name, count) ->
            list.add(
                new Loss(
                    "calls of " + name,
                    count,
                    "no op stands for them, so they only take their recorded time")));
    return list;
  }
}
