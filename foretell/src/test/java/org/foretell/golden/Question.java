package org.foretell.golden;

import java.util.Locale;

/** What is asked, each with a file of answers. */
enum Question {
  /** A prediction: asked of all machines, models and traces. */
  RUN(500),
  /** Models beside each other. */
  COMPARE(8_000),
  /** Critical path, ladder, waits, sensitivities and tolerance of latency. */
  EXPLAIN(2_000),
  /** What bounds of figures and other models allow. */
  INTERVAL(3_000),
  /** Runs that differ in their random numbers. */
  REPLICATIONS(1_000);

  /** Longer lists are kept as their length and hash, in characters. */
  final int longestList;

  Question(int longestList) {
    this.longestList = longestList;
  }

  String fileName() {
    return name().toLowerCase(Locale.ROOT) + ".jsonl.gz";
  }
}
