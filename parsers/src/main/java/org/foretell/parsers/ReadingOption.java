package org.foretell.parsers;

/** An option that says how to read what a format leaves open. */
public enum ReadingOption {
  /** The speed that turns flop into durations. */
  BASE_FLOPS(
      "base flops",
      "the trace has durations already; compare core speeds with the traced core speed"),

  /** The treatment of actions that cannot be replayed. */
  UNKNOWN_ACTIONS("unknown actions", "it applies to SimGrid traces"),

  /** The unit of durations. */
  TIME_UNIT("time unit", "it applies to GOAL schedules"),

  /** The rate that turns instructions into durations. */
  INSTRUCTION_RATE("instruction rate", "it applies to ScalaTrace traces"),

  /** Whether receives match messages of the same size only. */
  MATCH_SIZES("match sizes", "it applies to ScalaTrace traces"),

  /** The clock of bursts, where a trace has the times of two. */
  BURST_CLOCK("burst clock", "it applies to DUMPI traces"),

  /** How collectives of task graphs become messages. */
  LOWERING("lowering", "it applies to Chakra traces"),

  /** Whether the recorded times of calls are kept. */
  CALL_TIMES("call times", "it applies to traces that record the times of calls");

  private final String label;
  private final String elsewhere;

  ReadingOption(String label, String elsewhere) {
    this.label = label;
    this.elsewhere = elsewhere;
  }

  /** {@return its name in messages} */
  public String label() {
    return label;
  }

  /** {@return a warning that it says nothing about a trace of another format} */
  public String hasNoEffect() {
    return label + " has no effect: " + elsewhere;
  }
}
