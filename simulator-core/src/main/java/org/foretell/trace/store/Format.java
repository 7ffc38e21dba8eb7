package org.foretell.trace.store;

/** The numbers of the format; docs/trace-format.md says what they mean. */
final class Format {
  static final int MAJOR = 1;
  static final int MINOR = 0;

  static final long MAGIC = magic("\u0089FTR\r\n\u001a\n");
  static final long END_MAGIC = magic("FTR-END\n");

  static final int HEADER_BYTES = 32;
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
  static final int MAX_REQUEST_SLOTS = 1 << 24;

  /** Program numbers are below this. */
  static final int MAX_PROGRAMS = 1 << 24;

  static final int BLOCK_PROGRAM = 1;
  static final int BLOCK_COLUMN = 2;
  static final int BLOCK_CONTENTS = 3;
  static final int BLOCK_ZSTD = 1;

  static final int KIND_SEQUENCE = 0;
  static final int KIND_TASK_GRAPH = 1;

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
  static final int FORM_RELATIVE = 8;

  private Format() {}

  private static long magic(String text) {
    long value = 0;
    for (int i = 7; i >= 0; i--) {
      value = (value << 8) | text.charAt(i);
    }
    return value;
  }
}
