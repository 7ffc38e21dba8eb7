package org.foretell.model;

import org.jspecify.annotations.Nullable;

/**
 * A communication model ready for one simulation.
 *
 * @param name as on the command line
 * @param mpi messages
 * @param collectives collectives by formula
 * @param expanded collectives as messages; what it has no algorithm for, and all if it is null,
 *     goes by formula
 */
public record CommunicationModel(
    String name,
    MpiModel mpi,
    CollectiveModel collectives,
    @Nullable ExpandedCollectives expanded) {
  /**
   * All collectives go by formula.
   *
   * @param name the model's, as on the command line
   * @param mpi the cost of messages
   * @param collectives the cost of collectives
   */
  public CommunicationModel(String name, MpiModel mpi, CollectiveModel collectives) {
    this(name, mpi, collectives, null);
  }

  /**
   * {@return the same model with collectives as messages}
   *
   * @param expansion which algorithms, and up to how many steps
   */
  public CommunicationModel with(ExpandedCollectives expansion) {
    return new CommunicationModel(name, mpi, collectives, expansion);
  }
}
