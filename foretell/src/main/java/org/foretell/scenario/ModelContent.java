package org.foretell.scenario;

import java.util.Objects;
import org.foretell.model.ModelProvider;
import org.foretell.setting.ModelRegistry;

/**
 * A model of a scenario. Two are equal if their name, class and origin are.
 *
 * @param provider makes it
 * @param origin what its code is: of a jar its hash, of a model that a program made something that
 *     no other has, empty for Foretell's own, which {@link Semantics#VERSION} stands for
 */
@SuppressWarnings("exports") // What setups fill in is made by them, and by nobody else.
public record ModelContent(ModelProvider provider, String origin) implements Canonical.Content {
  /** Checks that both are there. */
  public ModelContent {
    Objects.requireNonNull(provider, "provider");
    Objects.requireNonNull(origin, "origin");
  }

  /**
   * {@return a model that can be chosen}
   *
   * @param provider one of the registry
   * @param registry knows where it is from
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
