/**
 * The communication models that ship, models of computation, noise, and algorithms of collectives.
 */
module org.foretell.models {
  requires transitive org.foretell.machine;
  requires transitive org.foretell.model;
  requires transitive org.foretell.trace;
  requires it.unimi.dsi.fastutil.core;
  requires static transitive org.jspecify;
  requires ssj;

  exports org.foretell.models.buslink;
  exports org.foretell.models.collectives;
  exports org.foretell.models.compute;
  exports org.foretell.models.flow;
  exports org.foretell.models.loggops;
  exports org.foretell.models.maxrate;
  exports org.foretell.models.noise;
  exports org.foretell.models.parameters;
  exports org.foretell.models.simple;

  provides org.foretell.model.ModelProvider with
      org.foretell.models.buslink.BusLinkModelProvider,
      org.foretell.models.flow.FlowModelProvider,
      org.foretell.models.loggops.AtlahsModelProvider,
      org.foretell.models.loggops.LogGopsModelProvider,
      org.foretell.models.maxrate.MaxRateModelProvider,
      org.foretell.models.simple.SimpleModelProvider;
}
