package org.foretell.model;

import java.util.List;
import java.util.Map;

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
   * Builds the model.
   *
   * @param context machine, placement and what the user gave
   * @return a model of its own, that shares nothing that changes with other models
   * @throws ParameterException if a value is wrong, or missing and without default
   */
  CommunicationModel create(ModelContext context);

  /**
   * The value that each parameter has in a context, for the report: as it would be written,
   * followed by where it comes from in parentheses unless the user gave it, for example {@code
   * "6.5us (machine)"}. In the order of {@link #parameters()}.
   *
   * @param context machine, placement and what the user gave
   * @return a value for each parameter, by its name
   * @throws ParameterException as {@link #create}
   */
  Map<String, String> effectiveParameters(ModelContext context);
}
