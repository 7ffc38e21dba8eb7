package org.foretell.runner;

import java.net.URISyntaxException;
import java.nio.file.FileSystemNotFoundException;
import java.nio.file.Path;
import java.security.CodeSource;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.foretell.failure.ForetellException;
import org.foretell.scenario.ModelContent;
import org.foretell.scenario.Scenario;
import org.jspecify.annotations.Nullable;

/**
 * Which remembered outcomes are replayed all the same, to find models that answer differently each
 * time. Used by any number of threads.
 */
final class SteadyCheck {
  private final int every;
  private final boolean foreignOnce;
  private final AtomicLong remembered = new AtomicLong();
  private final Set<ModelContent> checked = ConcurrentHashMap.newKeySet();

  /**
   * A check.
   *
   * @param every of so many remembered outcomes one; 0 for none
   * @param foreignOnce whether the first one of each model that is not Foretell's own
   */
  SteadyCheck(int every, boolean foreignOnce) {
    this.every = every;
    this.foreignOnce = foreignOnce;
  }

  /** Whether a remembered outcome of a scenario, which was just asked for, is to be replayed. */
  boolean isDue(Scenario scenario) {
    ModelContent model = scenario.model();
    boolean first = foreignOnce && !model.origin().isEmpty() && checked.add(model);
    return first || (every > 0 && remembered.getAndIncrement() % every == 0);
  }

  /**
   * Compares a remembered outcome with another one of the same scenario.
   *
   * @throws ForetellException if they differ
   */
  static void compare(Scenario scenario, Outcome first, Outcome now) {
    if (!first.equals(now)) {
      throw ForetellException.badInput(
          "model "
              + scenario.model().provider().name()
              + " ("
              + where(scenario.model())
              + ") gives different answers for the same scenario: "
              + first
              + " at first and "
              + now
              + " now; its results cannot be used unless they depend only on its parameters,"
              + " machine and messages");
    }
  }

  private static String where(ModelContent model) {
    Class<?> type = model.provider().getClass();
    @Nullable Path jar = model.origin().isEmpty() ? null : jar(type);
    return jar == null ? type.getName() : type.getName() + " in " + jar;
  }

  /** The jar that a class is from; null if it is from elsewhere. */
  private static @Nullable Path jar(Class<?> type) {
    @Nullable CodeSource source = type.getProtectionDomain().getCodeSource();
    if (source == null || source.getLocation() == null) {
      return null;
    }
    try {
      Path path = Path.of(source.getLocation().toURI());
      return path.toString().endsWith(".jar") ? path : null;
    } catch (URISyntaxException | IllegalArgumentException | FileSystemNotFoundException other) {
      return null; // From no file: the class alone names it.
    }
  }
}
