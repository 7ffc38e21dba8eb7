package org.foretell.setting;

import java.util.List;
import java.util.Map;
import org.foretell.failure.words.FailureText;
import org.foretell.machine.CollectiveRule;
import org.foretell.machine.CollectiveTable;
import org.foretell.machine.Machine;
import org.foretell.machine.NodeGroup;
import org.foretell.machine.Placement;
import org.foretell.machines.file.MachineCheck;
import org.foretell.machines.file.Movement;
import org.foretell.machines.findings.NearestName;
import org.foretell.model.ModelContext;
import org.foretell.model.ModelProvider;
import org.foretell.model.ParameterException;
import org.foretell.model.ParameterSpec;
import org.foretell.models.collectives.CollectiveProfiles;
import org.foretell.time.QuantityException;
import org.jspecify.annotations.Nullable;

/**
 * Checks a machine file's settings for models, with the help of these, and its table of
 * collectives. Settings for models that are not known pass: they may be for models of others.
 */
public final class SettingsCheck implements MachineCheck {
  private static final String SETTINGS = "modelParameters";
  private static final String COLLECTIVES = "collectives";
  private static final Placement ONE_RANK = new Placement("one rank", new int[1], new int[1]);

  private final ModelRegistry registry;

  public SettingsCheck(ModelRegistry registry) {
    this.registry = registry;
  }

  @Override
  public void check(Machine machine, Mistakes mistakes) {
    checkDefaultModel(machine, mistakes);
    checkInterfaces(machine, mistakes);
    machine.collectives().ifPresent(table -> check(table, mistakes));
    machine.modelParameters().forEach((name, value) -> check(machine, name, value, mistakes));
  }

  /**
   * Checks only the names of settings, and what a run rests on that leaves both to the machine, or
   * one of them.
   */
  public MachineCheck ofRun(boolean defaultModel, boolean collectives) {
    return withMovements(
        (machine, mistakes) -> {
          if (defaultModel) {
            checkDefaultModel(machine, mistakes);
          }
          if (collectives) {
            machine.collectives().ifPresent(table -> check(table, mistakes));
          }
          for (String name : machine.modelParameters().keySet()) {
            String wrong = unknownName(name);
            if (wrong != null) {
              mistakes.add(wrong, SETTINGS, name);
            }
          }
        });
  }

  /** The same, and what becomes of settings. */
  private MachineCheck withMovements(MachineCheck check) {
    return new MachineCheck() {
      @Override
      public void check(Machine machine, Mistakes mistakes) {
        check.check(machine, mistakes);
      }

      @Override
      public Movement movement(String setting) {
        return SettingsCheck.this.movement(setting);
      }
    };
  }

  /** Checks nothing, but says what becomes of settings. */
  public MachineCheck ofNothing() {
    return withMovements((machine, mistakes) -> {});
  }

  @Override
  public Movement movement(String setting) {
    return registry
        .ofSetting(setting)
        .map(model -> movement(model, ModelRegistry.parameterOf(model, setting)))
        .orElse(Movement.NONE);
  }

  /** What becomes of a parameter of a model when the network gets faster. */
  public static Movement movement(ModelProvider model, String parameter) {
    return model.parameters().stream()
        .filter(spec -> spec.name().equals(parameter))
        .findFirst()
        .map(SettingsCheck::movement)
        .orElse(Movement.NONE);
  }

  /**
   * By its effect and the messages that it affects: messages within a node do not pass the network.
   */
  private static Movement movement(ParameterSpec spec) {
    if (spec.place().isWithinNode()) {
      return Movement.NONE;
    }
    return switch (spec.role()) {
      case LATENCY, OVERHEAD, GAP, GAP_PER_BYTE -> Movement.DIVIDED;
      case BANDWIDTH -> Movement.MULTIPLIED;
      case PROTOCOL_THRESHOLD,
          STRIPE_THRESHOLD,
          SIZE,
          COUNT,
          REDUCTION,
          FACTOR,
          TABLE,
          CHOICE,
          TIME ->
          Movement.NONE;
    };
  }

  private void checkDefaultModel(Machine machine, Mistakes mistakes) {
    machine
        .defaultModel()
        .flatMap(registry::problemWith)
        .ifPresent(problem -> mistakes.add(problem, "defaultModel"));
  }

  /** The interfaces of a node stand at two places of a file, which models read one or the other. */
  private static void checkInterfaces(Machine machine, Mistakes mistakes) {
    int most = machine.groups().stream().mapToInt(NodeGroup::nics).max().orElse(1);
    machine
        .topology()
        .filter(topology -> topology.interfaces() > 1 && topology.interfaces() != most)
        .ifPresent(
            topology ->
                mistakes.add(
                    "contradicts nics of nodeGroups, which is at most "
                        + most
                        + " (1 where a group does not state it); model flow uses the interfaces of"
                        + " the topology, other models use nics: write the same number at both",
                    "topology",
                    "interfaces"));
  }

  private static void check(CollectiveTable table, Mistakes mistakes) {
    String profile =
        problem(() -> CollectiveProfiles.of(new CollectiveTable(table.profile(), List.of())));
    if (profile != null) {
      mistakes.add(profile, COLLECTIVES, "profile");
    }
    for (int i = 0; i < table.rules().size(); i++) {
      CollectiveRule rule = table.rules().get(i);
      String algorithm =
          problem(
              () ->
                  CollectiveProfiles.of(
                      new CollectiveTable(CollectiveProfiles.FORMULA, List.of(rule))));
      if (algorithm != null) {
        mistakes.add(algorithm, COLLECTIVES, "rules", String.valueOf(i), "algorithm");
      }
    }
  }

  private void check(Machine machine, String name, String value, Mistakes mistakes) {
    String wrong = unknownName(name);
    if (wrong == null) {
      wrong =
          CollectiveChoice.knows(name)
              ? problem(() -> CollectiveChoice.check(name, value))
              : registry
                  .ofSetting(name)
                  .map(provider -> problem(machine, provider, name, value))
                  .orElse(null);
    }
    if (wrong != null) {
      mistakes.add(wrong, SETTINGS, name);
    }
  }

  /** What is wrong with the name of a setting; null if nothing is, or its model is not known. */
  private @Nullable String unknownName(String setting) {
    if (CollectiveChoice.knows(setting)) {
      return null;
    }
    if (setting.startsWith(CollectiveChoice.PREFIX)) {
      return "collectives have no setting of that name";
    }
    String call = CallSettings.unknown(setting);
    if (call != null) {
      return call;
    }
    return registry
        .ofSetting(setting)
        .filter(
            model -> !ModelRegistry.hasParameter(model, ModelRegistry.parameterOf(model, setting)))
        .map(model -> unknownParameter(model, ModelRegistry.parameterOf(model, setting)))
        .orElse(null);
  }

  private static String unknownParameter(ModelProvider model, String parameter) {
    List<String> known = model.parameters().stream().map(ParameterSpec::name).toList();
    return "model "
        + model.name()
        + " has no such parameter; "
        + NearestName.of(parameter, known).map(near -> "did you mean " + near + "? ").orElse("")
        + "it has "
        + String.join(", ", known);
  }

  private static @Nullable String problem(
      Machine machine, ModelProvider provider, String setting, String value) {
    String parameter = ModelRegistry.parameterOf(provider, setting);
    // A value may be wrong without another one, so that one is not blamed if all are fine together.
    if (problem(provider, machine, Map.of()) == null) {
      return null;
    }
    Machine bare = machine.withoutModelParameters();
    String alone = problem(provider, bare, Map.of(parameter, value));
    if (alone == null || alone.equals(problem(provider, bare, Map.of()))) {
      return null;
    }
    String prefix = "parameter " + parameter + " of model " + provider.name() + ": ";
    return alone.startsWith(prefix) ? alone.substring(prefix.length()) : alone;
  }

  private static @Nullable String problem(
      ModelProvider provider, Machine machine, Map<String, String> parameters) {
    return problem(() -> provider.create(new ModelContext(machine, ONE_RANK, parameters)));
  }

  private static @Nullable String problem(Runnable attempt) {
    try {
      attempt.run();
      return null;
    } catch (ParameterException | QuantityException wrong) {
      return FailureText.inALine(wrong);
    }
  }
}
