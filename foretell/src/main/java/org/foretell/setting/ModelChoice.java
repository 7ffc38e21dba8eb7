package org.foretell.setting;

import java.util.Optional;
import java.util.Set;
import org.foretell.machine.Machine;
import org.foretell.model.ModelProvider;
import org.foretell.trace.Capability;
import org.jspecify.annotations.Nullable;

/**
 * Which communication model replays a trace on a machine, and why that one.
 *
 * @param provider the model
 * @param reason why, as what follows "because"; empty if the user named it
 */
public record ModelChoice(ModelProvider provider, Optional<String> reason) {
  /**
   * Chooses the model that the user names; else the one that the machine is meant for; else, for
   * schedules and without a machine, the model that these are made for; else the one that is right
   * for most machines.
   *
   * @param named by the user, null if not
   * @param contents what the trace contains
   * @throws org.foretell.failure.ForetellException if no model has the name
   */
  public static ModelChoice of(
      ModelRegistry registry,
      @Nullable String named,
      Optional<Machine> machine,
      Set<Capability> contents) {
    if (named != null) {
      return new ModelChoice(registry.get(named), Optional.empty());
    }
    Optional<String> ofMachine = machine.flatMap(Machine::defaultModel);
    if (machine.isPresent() && ofMachine.isPresent()) {
      ModelProvider provider = registry.get(ofMachine.get());
      String reason = machine.get().name() + " names it as its default" + advantage(provider);
      return new ModelChoice(provider, Optional.of(reason));
    }
    if (contents.contains(Capability.TASK_GRAPHS)) {
      return new ModelChoice(
          registry.get(ModelRegistry.WITHOUT_MACHINE),
          Optional.of("schedules are meant for models of the LogP family"));
    }
    ModelProvider usual =
        registry.get(machine.isPresent() ? ModelRegistry.DEFAULT : ModelRegistry.WITHOUT_MACHINE);
    String unnamed = machine.map(m -> m.name() + " names no model").orElse("no machine is given");
    return new ModelChoice(usual, Optional.of(unnamed + advantage(usual)));
  }

  private static String advantage(ModelProvider model) {
    return model.advantage().isEmpty() ? "" : ", and " + model.advantage();
  }
}
