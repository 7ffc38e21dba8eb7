package org.foretell.scenario;

import java.util.Objects;
import org.foretell.model.ModelProvider;
import org.foretell.setting.ModelRegistry;

/**
 * The model of a scenario. Two are equal if their name, class and origin are.
 *
 * @param provider creates the model
 * @param origin identifies its code: the hash of a jar, a unique value for a model created by a
 *     program, empty for Foretell's own models, which {@link Semantics#VERSION} identifies
 */
@SuppressWarnings("exports") // What setups fill in is made by them, and by nobody else.
public record ModelContent(ModelProvider provider, String origin) implements Canonical.Content {
  /** Checks that neither is null. */
  public ModelContent {
    Objects.requireNonNull(provider, "provider");
    Objects.requireNonNull(origin, "origin");
  }

  /**
   * {@return a model that can be chosen}
   *
   * @param provider one of the registry
   * @param registry knows the origin of the model
   */
  public static ModelContent of(ModelProvider provider, ModelRegistry registry) {
    Objects.requireNonNull(provider, "provider");
    Objects.requireNonNull(registry, "registry");
    return new ModelContent(provider, registry.originOf(provider));
  }

  @Override
  public String content() {
    return Canonical.of(provider.name())
        + Canonical.of(provider.getClass().getName())
        + Canonical.of(origin);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof ModelContent that && content().equals(that.content());
  }

  @Override
  public int hashCode() {
    return content().hashCode();
  }
}
