package org.foretell.setting;

import java.util.Map;
import org.foretell.failure.ForetellException;
import org.foretell.model.CommunicationModel;
import org.foretell.model.ModelContext;
import org.foretell.model.ModelException;
import org.foretell.model.ModelProvider;
import org.foretell.model.ParameterException;
import org.jspecify.annotations.Nullable;

/** Has models made, and finds out whose mistake it is when that fails. */
public final class ModelCreation {
  private ModelCreation() {}

  /**
   * Makes a model.
   *
   * @throws ForetellException if what the user gave is wrong, or lacks what only a machine could
   *     say
   * @throws ParameterException if what the machine says is wrong
   */
  public static CommunicationModel create(ModelProvider provider, ModelContext context) {
    try {
      @Nullable CommunicationModel model = provider.create(context);
      if (model == null) {
        throw new ModelException("the provider of the model returned null instead of a model");
      }
      return model;
    } catch (ParameterException wrong) {
      if (context.machine() == null || works(provider, context)) {
        throw ForetellException.usage(String.valueOf(wrong.getMessage()));
      }
      throw wrong;
    }
  }

  /** Whether the model can be made without what the user gave. */
  private static boolean works(ModelProvider provider, ModelContext context) {
    if (context.parameters().isEmpty()) {
      return false;
    }
    try {
      provider.create(new ModelContext(context.machine(), context.placement(), Map.of()));
      return true;
    } catch (ParameterException wrong) {
      return false;
    }
  }
}
