package org.foretell.setting;

import java.util.List;
import java.util.Map;
import org.foretell.failure.ForetellException;
import org.foretell.model.CommunicationModel;
import org.foretell.model.Figure;
import org.foretell.model.ModelContext;
import org.foretell.model.ModelException;
import org.foretell.model.ModelProvider;
import org.foretell.model.ParameterException;
import org.jspecify.annotations.Nullable;

/** Creates models and attributes errors to the user or the machine file. */
public final class ModelCreation {
  private ModelCreation() {}

  /**
   * Creates a model.
   *
   * @throws ForetellException if a value of the user is wrong, or a value is missing that only a
   *     machine could supply
   * @throws ParameterException if a value of the machine is wrong
   */
  public static CommunicationModel create(ModelProvider provider, ModelContext context) {
    try {
      @Nullable CommunicationModel model = provider.create(context);
      if (model == null) {
        throw new ModelException("the provider of the model returned null instead of a model");
      }
      return model;
    } catch (ParameterException wrong) {
      throw mistake(provider, context, wrong);
    }
  }

  /**
   * The value that each parameter of a model has.
   *
   * @throws ForetellException as {@link #create}
   * @throws ParameterException as {@link #create}
   */
  public static List<Figure> effective(ModelProvider provider, ModelContext context) {
    try {
      return provider.effective(context);
    } catch (ParameterException wrong) {
      throw mistake(provider, context, wrong);
    }
  }

  /** As one of the user, or as one of the machine. */
  private static RuntimeException mistake(
      ModelProvider provider, ModelContext context, ParameterException wrong) {
    return context.machine() == null || works(provider, context)
        ? ForetellException.usage(String.valueOf(wrong.getMessage()))
        : wrong;
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
