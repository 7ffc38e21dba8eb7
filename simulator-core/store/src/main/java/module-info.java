/** Traces in files of the native format, in memory, and as text. */
module org.foretell.store {
  requires com.github.luben.zstd_jni;
  requires it.unimi.dsi.fastutil.core;
  requires transitive org.foretell.trace;
  requires static transitive org.jspecify;

  exports org.foretell.trace.store;
  exports org.foretell.trace.text;
}
