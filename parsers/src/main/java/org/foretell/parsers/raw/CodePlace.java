package org.foretell.parsers.raw;

import org.jspecify.annotations.Nullable;

/** A place in the code; the module is null where it is unknown. */
record CodePlace(@Nullable CodeModule module, long offset) implements CallFrame {
  /** The module's file name and the offset. */
  @Override
  public String plain() {
    return module == null
        ? "0x" + Long.toHexString(offset)
        : fileName(module.path()) + "+0x" + Long.toHexString(offset);
  }

  /**
   * Whether the tracer called from here: it defines such places while it measures what a record
   * takes, and no record has them.
   */
  boolean isOfTracer() {
    return module != null && fileName(module.path()).startsWith("libforetell-trace");
  }

  private static String fileName(String path) {
    return path.substring(path.lastIndexOf('/') + 1);
  }
}
