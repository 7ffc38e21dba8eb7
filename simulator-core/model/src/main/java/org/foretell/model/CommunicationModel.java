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
 * @param calls what calls of the library take beside their messages; models of sites, links and
 *     buses do not charge it
 */
public record CommunicationModel(
    String name,
    MpiModel mpi,
    CollectiveModel collectives,
    @Nullable ExpandedCollectives expanded,
    CallCosts calls) {
  /**
   * Creates a model that uses formulas for all collectives.
   *
   * @param name the model's, as on the command line
   * @param mpi the cost of messages
   * @param collectives the cost of collectives
   */
  public CommunicationModel(String name, MpiModel mpi, CollectiveModel collectives) {
    this(name, mpi, collectives, null, CallCosts.NONE);
  }

  /**
   * Creates a model whose calls take no time beside their messages.
   *
   * @param name the model's, as on the command line
   * @param mpi the cost of messages
   * @param collectives the cost of collectives by formula
   * @param expanded collectives as messages; null if all use formulas
   */
  public CommunicationModel(
      String name,
      MpiModel mpi,
      CollectiveModel collectives,
      @Nullable ExpandedCollectives expanded) {
    this(name, mpi, collectives, expanded, CallCosts.NONE);
  }

  /**
   * {@return this model with collectives as messages}
   *
   * @param expansion which algorithms, and up to how many steps
   */
  public CommunicationModel with(ExpandedCollectives expansion) {
    return new CommunicationModel(name, mpi, collectives, expansion, calls);
  }

  /**
   * {@return this model with what calls take beside their messages}
   *
   * @param costs of collectives and ops on windows
   */
  public CommunicationModel with(CallCosts costs) {
    return new CommunicationModel(name, mpi, collectives, expanded, costs);
  }
}
