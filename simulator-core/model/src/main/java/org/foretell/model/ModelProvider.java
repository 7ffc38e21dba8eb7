package org.foretell.model;

import java.util.List;

/**
 * A communication model that can be chosen by name. Found through {@code META-INF/services}, in the
 * shipped jars and in a user's own.
 */
public interface ModelProvider {
  /** {@return the name as on the command line: lower case letters, digits and hyphens} */
  String name();

  /** {@return one sentence: what it assumes and when to choose it} */
  String summary();

  /** {@return all parameters, in the order in which they are listed} */
  List<ParameterSpec> parameters();

  /**
   * {@return whether ranks queue for the CPUs of their node in this model, as they do under a
   * {@link BusLinkModel}: then there may be more ranks than cores, and no burst is made longer for
   * that}
   */
  default boolean ranksQueue() {
    return false;
  }

  /**
   * {@return whether messages between any two nodes take the same time, and none hinders another
   * but at its ends: then ranks that do the same take as long as one of them}
   */
  default boolean nodesAreAlike() {
    return false;
  }

  /** {@return whether messages wait for the buses, and for the links of sites, of a machine} */
  default boolean readsSites() {
    return false;
  }

  /**
   * {@return whether it reads the usual figures of a machine and needs no others, so that its
   * prediction may stand beside those of other such models for any machine}
   */
  default boolean fitsAnyMachine() {
    return false;
  }

  /**
   * {@return whether ranks of a node send as if each had an interface of its own, so that together
   * they may send more than the interfaces of the node carry}
   */
  default boolean interfacesAreFree() {
    return false;
  }

  /**
   * {@return what speaks for it where a machine or its lack chooses it, as a clause with its name:
   * {@code "flow knows its links and routes"}; empty if there is nothing to say}
   */
  default String advantage() {
    return "";
  }

  /**
   * Builds the model.
   *
   * @param context machine, placement and what the user gave
   * @return a model of its own, that shares nothing that changes with other models
   * @throws ParameterException if a value is wrong, or missing and without default
   */
  CommunicationModel create(ModelContext context);

  /**
   * The value that each parameter has in a context, and where it comes from. In the order of {@link
   * #parameters()}. {@link FigureText} makes the words of a report of them.
   *
   * @param context machine, placement and what the user gave
   * @return a figure for each parameter
   * @throws ParameterException as {@link #create}
   */
  List<Figure> effective(ModelContext context);

  /**
   * {@return warnings about figures that the model takes otherwise than they are stated: one that
   * contradicts another, or that has no effect; one sentence each}
   *
   * @param context machine, placement and what the user gave
   * @throws ParameterException as {@link #create}
   */
  default List<String> warnings(ModelContext context) {
    return List.of();
  }
}
