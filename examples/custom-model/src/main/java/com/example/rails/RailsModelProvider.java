package com.example.rails;

import java.util.List;
import java.util.Map;
import org.foretell.model.CommunicationModel;
import org.foretell.model.ModelContext;
import org.foretell.model.ModelProvider;
import org.foretell.model.ParameterSpec;
import org.foretell.model.ParameterSpec.Kind;
import org.foretell.models.parameters.Parameters;

/** Tells sim of the model: its name, its parameters, and how it is made from them. */
public final class RailsModelProvider implements ModelProvider {
  @Override
  public String name() {
    return "rails";
  }

  @Override
  public String summary() {
    return "Each node sends over a number of rails; a message waits until one of them is free.";
  }

  @Override
  public List<ParameterSpec> parameters() {
    return List.of(
        new ParameterSpec("rails", Kind.NUMBER, "2", "Messages that a node sends at once."),
        new ParameterSpec("latency", Kind.TIME, "2us", "Latency of each message."),
        new ParameterSpec("bandwidth", Kind.BYTES_PER_SECOND, "10GB/s", "Of one rail."));
  }

  @Override
  public CommunicationModel create(ModelContext context) {
    Parameters parameters = new Parameters(this, context);
    RailsModel model = model(parameters, context);
    // Collectives cost a binomial tree of messages: simple, and enough here.
    return new CommunicationModel(
        name(), model, call -> model.treePs(call.participants(), call.vectorBytes()));
  }

  @Override
  public Map<String, String> effectiveParameters(ModelContext context) {
    Parameters parameters = new Parameters(this, context);
    model(parameters, context);
    return parameters.effective();
  }

  private static RailsModel model(Parameters parameters, ModelContext context) {
    int rails = (int) Math.max(1, Math.min(64, parameters.number("rails", 2.0, "default")));
    long latencyPs = parameters.timePs("latency", 2_000_000L, "default");
    double bytesPerSecond = parameters.bytesPerSecond("bandwidth", 10e9, "default");
    parameters.check();
    return new RailsModel(context.placement(), rails, latencyPs, bytesPerSecond);
  }
}
