package org.foretell.models.parameters;

import java.util.List;
import org.foretell.model.CommunicationModel;
import org.foretell.model.Figure;
import org.foretell.model.ModelContext;
import org.foretell.model.ModelProvider;
import org.foretell.model.ParameterSpec;

/** A provider that reads all its parameters in one place, for both the model and the report. */
public abstract class ParameterizedProvider implements ModelProvider {
  /** For subclasses. */
  protected ParameterizedProvider() {}

  /** {@return all parameters that {@link #read} reads, in their listed order} */
  public abstract List<? extends Parameter<?>> declared();

  @Override
  public final List<ParameterSpec> parameters() {
    return Parameter.specs(declared());
  }

  /**
   * Creates the model from parameters; errors are collected there and reported afterwards.
   *
   * @param parameters the values from user, machine and defaults
   * @param context machine and placement
   * @return the model; of no use if a parameter was wrong
   */
  public abstract CommunicationModel read(Parameters parameters, ModelContext context);

  @Override
  public final CommunicationModel create(ModelContext context) {
    Parameters parameters = new Parameters(this, context);
    CommunicationModel model = read(parameters, context);
    parameters.check();
    return model;
  }

  @Override
  public final List<Figure> effective(ModelContext context) {
    Parameters parameters = new Parameters(this, context);
    read(parameters, context);
    parameters.check();
    return parameters.effective();
  }

  @Override
  public final List<String> warnings(ModelContext context) {
    Parameters parameters = new Parameters(this, context);
    read(parameters, context);
    parameters.check();
    return parameters.warnings();
  }
}
