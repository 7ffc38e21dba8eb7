package org.foretell.model;

import org.jspecify.annotations.Nullable;

/**
 * A communication model ready for one simulation.
 *
 * @param name as on the command line
 * @param mpi messages
 * @param collectives collectives by formula
 * @param expanded collectives as messages; a formula is used for those without an algorithm, and
 *     for all if this is null
 */
public record CommunicationModel(
    String name,
    MpiModel mpi,
    CollectiveModel collectives,
    @Nullable ExpandedCollectives expanded) {
  /**
   * Creates a model that uses formulas for all collectives.
   *
   * @param name the model's, as on the command line
   * @param mpi the cost of messages
   * @param collectives the cost of collectives
   */
  public CommunicationModel(String name, MpiModel mpi, CollectiveModel collectives) {
    this(name, mpi, collectives, null);
  }

  /**
   * {@return this model with collectives as messages}
   *
   * @param expansion which algorithms, and up to how many steps
   */
  public CommunicationModel with(ExpandedCollectives expansion) {
    return new CommunicationModel(name, mpi, collectives, expansion);
  }
}
