package org.foretell.peers;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * A case for a peer, in files of its formats.
 *
 * @param machine a machine in the peer's format, or {@code -}
 * @param trace in the peer's format
 * @param model by which it is replayed
 * @param parameters of the model
 * @param settings the same for the peer, as options of its command
 */
record PeerCase(
    String machine,
    Path trace,
    String model,
    Map<String, String> parameters,
    List<String> settings) {
  Path folder() {
    return trace.toAbsolutePath().getParent();
  }
}
