package org.foretell.parsers.otf2;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.foretell.parsers.Loss;
import org.foretell.parsers.Losses;

/** What a conversion leaves out, counted. */
final class Dropped {
  /** Something of an archive that has no place among the ops, or that the archive itself lacks. */
  enum Kind {
    LOCATIONS(
        "locations that are no ranks",
        "a trace has one sequence of ops for each rank: threads beyond the first, streams of"
            + " accelerators and metrics of nodes have no place in it"),
    ATTRIBUTES("lists of attributes of events", "ops have no attributes"),
    METRICS(
        "values of metrics",
        "a trace has instructions, cycles, cache misses and floating-point operations of bursts"),
    FLUSHES(
        "buffer flushes of the tracer",
        "they are no work of the program; their time is taken out of the bursts"),
    OTHER_EVENTS(
        "events of files, threads, locks, samples and parameters",
        "no op stands for them; the time between them stays in the bursts"),
    BACKWARD_TIMES("events before their predecessor", "the clock went back"),
    UNBALANCED("ends of regions that had not begun", "the archive lacks their beginnings"),
    SOURCES(
        "sources, tags and sizes of non-blocking receives",
        "the tracer recorded no completion of them; they receive from any rank"),
    NOBODY(
        "sources of receives beyond the messages to their rank",
        "the tracer recorded no completion of them; they receive from nobody, spread evenly over"
            + " the receives of the rank"),
    COMPLETIONS(
        "completions of requests",
        "the tracer did not record them; they follow from the waits, the oldest request first"),
    UNKNOWN_REQUESTS(
        "completed requests that no event had made",
        "they were made while tracing was off; nothing waits for them"),
    OPEN_REQUESTS(
        "requests that nothing completed", "the archive ends before they do, or lacks their end"),
    OPEN_COLLECTIVES(
        "non-blocking collectives", "the event of their end, which says what they are, is missing"),
    ONE_SIDED("one-sided events", "no op stands for them, or what they need is not in the archive");

    private final String what;
    private final String reason;

    Kind(String what, String reason) {
      this.what = what;
      this.reason = reason;
    }
  }

  private final long[] counts = new long[Kind.values().length];
  private final Map<String, Long> calls = new TreeMap<>();

  void add(Kind kind) {
    counts[kind.ordinal()]++;
  }

  void add(Kind kind, long number) {
    counts[kind.ordinal()] += number;
  }

  /** A call that only takes its recorded time, although other ranks may notice it. */
  void call(String name) {
    calls.merge(name, 1L, Long::sum);
  }

  /** Adds those of another rank, and forgets them there. */
  void takeAll(Dropped other) {
    for (int kind = 0; kind < counts.length; kind++) {
      counts[kind] += other.counts[kind];
      other.counts[kind] = 0;
    }
    other.calls.forEach((name, count) -> calls.merge(name, count, Long::sum));
    other.calls.clear();
  }

  List<Loss> list() {
    Losses losses = new Losses();
    for (Kind kind : Kind.values()) {
      losses.add(kind.what, counts[kind.ordinal()], kind.reason);
    }
    calls.forEach(
        (name, count) ->
            losses.add(
                "calls of " + name,
                count,
                "the archive has no event of what they did, so they only take their recorded"
                    + " time"));
    return losses.list();
  }
}
