package org.foretell.engine;

import java.util.Objects;
import org.foretell.model.CommunicationModel;
import org.foretell.model.ComputeModel;
import org.foretell.trace.TraceSource;

/**
 * What one more thread of a simulation needs for itself, equal to what the first one has.
 *
 * @param trace the same trace, opened once more; closed by the simulation
 * @param communication the same model
 * @param compute the same model
 */
public record Share(TraceSource trace, CommunicationModel communication, ComputeModel compute) {
  /** Checks that no part is null. */
  public Share {
    Objects.requireNonNull(trace, "trace");
    Objects.requireNonNull(communication, "communication");
    Objects.requireNonNull(compute, "compute");
  }
}
