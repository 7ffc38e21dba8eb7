package org.foretell.cli;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.ServiceLoader;
import java.util.stream.Collectors;
import org.foretell.model.ModelProvider;

/** The communication models that can be chosen by name. */
final class ModelRegistry {
  private final List<ModelProvider> providers;

  private ModelRegistry(List<ModelProvider> providers) {
    this.providers = providers;
  }

  /** Finds all models on the class path. */
  static ModelRegistry load() {
    List<ModelProvider> found = new ArrayList<>();
    ServiceLoader.load(ModelProvider.class).forEach(found::add);
    found.sort(Comparator.comparing(ModelProvider::name));
    return new ModelRegistry(found);
  }

  List<ModelProvider> all() {
    return providers;
  }

  ModelProvider get(String name) {
    return providers.stream()
        .filter(provider -> provider.name().equals(name))
        .findFirst()
        .orElseThrow(
            () ->
                UserException.badInput(
                    "there is no model \"" + name + "\"; known models: " + names()));
  }

  /**
   * Whether a setting of a machine is for collectives, or {@code model.parameter} and a parameter
   * of some model.
   */
  boolean knows(String setting) {
    return CollectiveOptions.knows(setting)
        || providers.stream()
            .anyMatch(
                provider ->
                    provider.parameters().stream()
                        .anyMatch(p -> setting.equals(provider.name() + "." + p.name())));
  }

  private String names() {
    return providers.stream().map(ModelProvider::name).collect(Collectors.joining(", "));
  }
}
