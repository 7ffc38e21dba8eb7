package org.foretell.model;

import java.util.List;

/**
 * A communication model that can be chosen by name. Found through {@code META-INF/services}, in
 * Foretell's jars and in a user's own.
 */
public interface ModelProvider {
  /** {@return the name as on the command line: lower case letters, digits and hyphens} */
  String name();

  /** {@return one sentence: its assumptions and when to choose it} */
  String summary();

  /** {@return all parameters, in the order in which they are listed} */
  List<ParameterSpec> parameters();

  /**
   * {@return whether ranks queue for the CPUs of their node in this model, as they do under a
   * {@link BusLinkModel}: then there may be more ranks than cores, and no burst is lengthened for
   * that}
   */
  default boolean ranksQueue() {
    return false;
  }

  /**
   * {@return whether messages between any two nodes take the same time, and affect each other only
   * at their ends: then ranks with the same program take as long as any one of them}
   */
  default boolean nodesAreAlike() {
    return false;
  }

  /** {@return whether messages wait for the buses, and for the links of sites, of a machine} */
  default boolean readsSites() {
    return false;
  }

  /**
   * {@return whether it needs only the usual figures of a machine, so that its predictions for any
   * machine are comparable with those of other such models}
   */
  default boolean fitsAnyMachine() {
    return false;
  }

  /**
   * {@return whether ranks of a node send as if each had an interface of its own, so that together
   * they may exceed the capacity of the node's interfaces}
   */
  default boolean interfacesAreFree() {
    return false;
  }

  /**
   * {@return its advantage when it is chosen by machine, as a clause with its name: {@code "flow
   * knows its links and routes"}; empty without one}
   */
  default String advantage() {
    return "";
  }

  /**
   * Creates the model.
   *
   * @param context machine, placement and the user's parameters
   * @return a new model, which shares no mutable state with other models
   * @throws ParameterException if a value is wrong, or missing and without default
   */
  CommunicationModel create(ModelContext context);

  /**
   * Returns the value of each parameter in a context, and its origin. In the order of {@link
   * #parameters()}. {@link FigureText} formats them for a report.
   *
   * @param context machine, placement and the user's parameters
   * @return a figure for each parameter
   * @throws ParameterException as {@link #create}
   */
  List<Figure> effective(ModelContext context);

  /**
   * {@return warnings about figures that the model does not use as stated: contradictory figures,
   * or figures without effect; one sentence each}
   *
   * @param context machine, placement and the user's parameters
   * @throws ParameterException as {@link #create}
   */
  default List<String> warnings(ModelContext context) {
    return List.of();
  }
}
