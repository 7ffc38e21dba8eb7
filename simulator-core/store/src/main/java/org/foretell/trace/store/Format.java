package org.foretell.trace.store;

/** The numbers of the format; docs/trace-format.md says what they mean. */
final class Format {
  static final int MAJOR = 1;

  /** Versions up to 1.0 know sequences of ops only. */
  static final int MINOR_SEQUENCES = 0;

  static final int MINOR_TASK_GRAPHS = 1;

  /** Before, a variable of OpenSHMEM that was not given was 0, and a count of 0 not given. */
  static final int MINOR_SHMEM = 2;

  /** With recorded times of calls. */
  static final int MINOR_CALL_TIMES = 3;

  /** With bursts that may be left out, or with packed columns. */
  static final int MINOR_PACKED = 4;

  /** With ops of OpenSHMEM all of which are unordered. */
  static final int MINOR_UNORDERED_SHMEM = 5;

  /** With bursts that say what work they are. */
  static final int MINOR_BURST_WORK = 6;

  /** With the number of ranks that ran on a node. */
  static final int MINOR_RANKS_PER_NODE = 7;

  /** With how the trace was extrapolated, or the clock of its bursts. */
  static final int MINOR_PROVENANCE = 8;

  /** With what the processor counted during bursts, or the size of a cache line. */
  static final int MINOR_BURST_COUNTS = 9;

  /** The latest. */
  static final int MINOR = MINOR_BURST_COUNTS;

  static final long MAGIC = magic("\u0089FTR\r\n\u001a\n");
  static final long END_MAGIC = magic("FTR-END\n");

  static final int HEADER_BYTES = 32;

  /** Where the header says how many operations there are, for launchers; no reader relies on it. */
  static final int HEADER_OPERATIONS = 16;

  static final int FOOTER_BYTES = 40;
  static final int BLOCK_HEADER_BYTES = 32;

  /** A block is closed before a record that would make it longer than this. */
  static final int BLOCK_BYTES = 16 * 1024;

  /** Most numbers in one record: values of cycles, of tables by rank, of lists, and rank sets. */
  static final int MAX_NUMBERS = 1 << 22;

  /** Longest block, uncompressed; only one long record makes a block longer than others. */
  static final int MAX_BLOCK_BYTES = 10 * MAX_NUMBERS + BLOCK_BYTES;

  /** No Zstandard frame holds more bytes for each of its own: 128 KiB need at least four. */
  static final long MAX_EXPANSION = 32 * 1024;

  /** Deepest nesting of repeats. */
  static final int MAX_DEPTH = 255;

  /** Most places of one program that need a counter in each cursor. */
  static final int MAX_PLACES = 1 << 20;

  /** Request slots are below this. */
  static final int MAX_REQUEST_SLOTS = 1 << 20;

  /** Program numbers are below this. */
  static final int MAX_PROGRAMS = 1 << 24;

  static final int BLOCK_PROGRAM = 1;
  static final int BLOCK_COLUMN = 2;
  static final int BLOCK_CONTENTS = 3;
  static final int BLOCK_CALL_TIMES = 4;

  /** Of the first counter; those of the others follow in their order. */
  static final int BLOCK_COUNTS = 5;

  /**
   * Of a column, call times or counts: its values are packed. Stands beside the type in memory
   * only.
   */
  static final int PACKED = 1 << 8;

  /** Flags of a block. */
  static final int BLOCK_ZSTD = 1;

  static final int BLOCK_PACKED = 2;

  static final int KIND_SEQUENCE = 0;
  static final int KIND_TASK_GRAPH = 1;

  /** A task graph whose peers are distances. */
  static final int KIND_RELATIVE_TASK_GRAPH = 2;

  /** Record codes from here on are not op codes. */
  static final int CONTROL = 0xF0;

  static final int VARIED = 0xF0;
  static final int REPEAT = 0xF1;
  static final int END_REPEAT = 0xF2;
  static final int END_PROGRAM = 0xF3;

  static final int FORM_CONSTANT = 0;
  static final int FORM_CYCLIC = 1;
  static final int FORM_PER_RANK = 2;
  static final int FORM_SCOPED = 3;
  static final int FORM_COLUMN = 4;
  static final int FORM_OPTIONAL = 5;
  static final int FORM_RELATIVE = 8;

  /** The low bits of the first byte of a task's record; the end of the graph is no task. */
  static final int TASK_COMPUTE = 0;

  static final int TASK_SEND = 1;
  static final int TASK_RECV = 2;
  static final int TASK_END = 3;

  /** What follows the first byte of a task's record, in this order. */
  static final int TASK_PEER = 1 << 2;

  static final int TASK_TAG = 1 << 3;
  static final int TASK_AMOUNT = 1 << 4;
  static final int TASK_STREAM = 1 << 5;
  static final int TASK_AFTER_FINISH = 1 << 6;
  static final int TASK_AFTER_START = 1 << 7;

  private Format() {}

  private static long magic(String text) {
    long value = 0;
    for (int i = 7; i >= 0; i--) {
      value = (value << 8) | text.charAt(i);
    }
    return value;
  }
}
