package org.foretell.models.parameters;

import java.util.List;
import org.foretell.model.CommunicationModel;
import org.foretell.model.Figure;
import org.foretell.model.ModelContext;
import org.foretell.model.ModelProvider;
import org.foretell.model.ParameterSpec;

/**
 * A provider that reads all its parameters in one place, for the model and for the report alike.
 */
public abstract class ParameterizedProvider implements ModelProvider {
  /** For subclasses. */
  protected ParameterizedProvider() {}

  /** {@return all parameters that {@link #read} reads, in the order in which they are listed} */
  public abstract List<? extends Parameter<?>> declared();

  @Override
  public final List<ParameterSpec> parameters() {
    return Parameter.specs(declared());
  }

  /**
   * Builds the model from parameters; their mistakes are gathered there and reported afterwards.
   *
   * @param parameters reads what user, machine and defaults say
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
