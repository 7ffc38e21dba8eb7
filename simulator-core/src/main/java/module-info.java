/**
 * Traces, machines, what a communication model is, the engine that replays one against the other,
 * and what it tells.
 *
 * <p>Exported is what embedders and models need. The rooms of the engine stay inside.
 */
module org.foretell.core {
  requires com.github.luben.zstd_jni;
  requires it.unimi.dsi.fastutil.core;
  requires static transitive org.jspecify;

  exports org.foretell.engine;
  exports org.foretell.machine;
  exports org.foretell.machine.topology;
  exports org.foretell.model;
  exports org.foretell.observe;
  exports org.foretell.result;
  exports org.foretell.time;
  exports org.foretell.trace;
  exports org.foretell.trace.store;
  exports org.foretell.trace.text;
}
