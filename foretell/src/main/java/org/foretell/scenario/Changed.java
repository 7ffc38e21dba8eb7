package org.foretell.scenario;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.foretell.failure.ForetellException;
import org.foretell.machines.file.RelativeValue;
import org.foretell.machines.findings.NearestName;
import org.foretell.model.Figure;
import org.foretell.model.FigureValue;
import org.foretell.model.ModelProvider;
import org.foretell.model.ParameterSpec;
import org.foretell.models.collectives.CollectiveProfiles;
import org.foretell.scenario.Change.Exactly;
import org.foretell.scenario.Change.Moved;
import org.foretell.scenario.Change.Times;
import org.foretell.setting.CollectiveChoice;
import org.foretell.setting.GivenParameters;
import org.foretell.setting.ModelCreation;
import org.foretell.setting.SettingValue;
import org.jspecify.annotations.Nullable;

/** Applies changes to a scenario together. */
final class Changed {
  private static final String MODEL = "model.";
  private static final String PLACEMENT = "placement.";
  private static final String RANKS_PER_NODE = PLACEMENT + "ranksPerNode";
  private static final String NETWORK = "network";
  private static final String COLLECTIVES = "collectives";

  private final Map<String, Change> byAddress = new LinkedHashMap<>();

  /** Text by path or group, as files have it. */
  private final Map<String, String> ofMachine = new LinkedHashMap<>();

  private final List<Change> moves = new ArrayList<>();

  /** By name of a parameter of the model, those that relate to what the run would take. */
  private final Map<String, Change> ofEffective = new LinkedHashMap<>();

  private Scenario scenario;

  private Changed(Scenario scenario) {
    this.scenario = scenario;
  }

  static Scenario by(Scenario scenario, List<Change> changes) {
    Changed changed = new Changed(scenario);
    changes.forEach(changed::add);
    changed.applyToMachine();
    changed.applyToEffective();
    return changed.scenario;
  }

  private void add(Change change) {
    String address = change.address();
    Change before = byAddress.put(address, change);
    if (before != null) {
      if (before.equals(change) && !change.isRelative()) {
        return;
      }
      throw contradiction(before, change);
    }
    if (change.amount() instanceof Moved) {
      moves.add(change);
    } else if (address.startsWith(MODEL)) {
      parameter(change, address.substring(MODEL.length()));
    } else if (address.startsWith(PLACEMENT)) {
      placement(change);
    } else if (address.equals(COLLECTIVES)) {
      profile(change.amount().text());
    } else if (CollectiveChoice.knows(address) && address.contains(".")) {
      collectives(change);
    } else {
      ofMachine.put(address, change.amount().text());
    }
  }

  private void parameter(Change change, String name) {
    ModelProvider provider = scenario.model().provider();
    List<String> known = provider.parameters().stream().map(ParameterSpec::name).toList();
    if (!known.contains(name)) {
      throw ForetellException.usage(
          change
              + ": model "
              + provider.name()
              + " has no parameter "
              + name
              + "; "
              + NearestName.of(name, known).map(near -> "did you mean " + near + "? ").orElse("")
              + "it has "
              + String.join(", ", known));
    }
    String own = provider.name() + "." + name;
    if (change.amount() instanceof Exactly exactly) {
      scenario = scenario.withFigure(own, exactly.value());
      return;
    }
    String before = scenario.parameters().getOrDefault(own, scenario.parameters().get(name));
    String stated = before == null ? ofMachine(own) : before;
    if (change.isRelative() && (stated == null || change.amount() instanceof Times)) {
      ofEffective.put(name, change);
    } else {
      given(own, value(change, stated));
    }
  }

  /** Read here, so that a mistake is reported before any run. */
  private void profile(String text) {
    if (!text.equals(CollectiveProfiles.FORMULA)) {
      SettingValue.parse(COLLECTIVES, text, CollectiveProfiles::parse);
    }
    scenario = scenario.withCollectives(scenario.collectives().withProfile(text));
  }

  private void collectives(Change change) {
    if (change.amount() instanceof Exactly exactly) {
      scenario = scenario.withFigure(change.address(), exactly.value());
      return;
    }
    String before = scenario.parameters().get(change.address());
    given(change.address(), value(change, before == null ? ofMachine(change.address()) : before));
  }

  private @Nullable String ofMachine(String setting) {
    return scenario
        .machine()
        .map(machine -> machine.machine().modelParameters().get(setting))
        .orElse(null);
  }

  private void given(String name, String value) {
    scenario = scenario.withParameter(name, value);
  }

  /** What it is to be, from what was given or what the machine says. */
  private static String value(Change change, @Nullable String before) {
    String text = change.amount().text();
    Optional<RelativeValue> by = RelativeValue.of(text);
    if (by.isEmpty()) {
      return text;
    }
    if (before == null) {
      throw ForetellException.usage(
          change
              + ": neither you nor the machine state this figure, so a relative change is"
              + " impossible; write an absolute value");
    }
    return factor(change).times(before).orElseThrow(() -> noNumber(change, before));
  }

  private static RelativeValue factor(Change change) {
    RelativeValue by =
        change.amount() instanceof Times times
            ? new RelativeValue(BigDecimal.valueOf(times.factor()))
            : RelativeValue.of(change.amount().text()).orElseThrow();
    if (by.factor().signum() < 0) {
      throw ForetellException.usage(change + ": expected at least -100%");
    }
    return by;
  }

  private static ForetellException noNumber(Change change, String before) {
    return ForetellException.usage(
        change + ": it is " + before + ", which is not a number; write an absolute value");
  }

  private void placement(Change change) {
    if (!change.address().equals(RANKS_PER_NODE)) {
      throw ForetellException.usage(
          change + ": there is no such figure of the placement; there is " + RANKS_PER_NODE);
    }
    Integer before = scenario.placement().ranksPerNode();
    String text = value(change, before == null ? null : before.toString());
    try {
      scenario =
          scenario.withPlacement(
              scenario.placement().withRanksPerNode(Integer.parseInt(text.strip())));
    } catch (NumberFormatException wrong) {
      throw ForetellException.usage(change + ": expected a whole number of ranks, like 4");
    }
  }

  private void applyToMachine() {
    if (ofMachine.isEmpty() && moves.isEmpty()) {
      return;
    }
    MachineContent machine =
        scenario
            .machine()
            .orElseThrow(
                () ->
                    ForetellException.usage(
                        byAddress.values().stream()
                                .filter(one -> isOfMachine(one))
                                .findFirst()
                                .orElseThrow()
                            + ": a machine is needed to set it; name one"));
    Change network = byAddress.get(NETWORK);
    if (network != null && network.isRelative()) {
      Map<String, String> all = new LinkedHashMap<>(scenario.parameters());
      ofEffective.forEach((name, change) -> all.put(name, change.amount().text()));
      new GivenParameters(all).refuseBeside(network.toString(), scenario.model().provider());
    }
    if (!ofMachine.isEmpty()) {
      machine = machine.with(ofMachine);
    }
    for (Change change : moves) {
      machine = machine.with(change.toString(), ((Moved) change.amount()).move());
    }
    scenario = scenario.withMachine(Optional.of(machine));
  }

  private boolean isOfMachine(Change change) {
    return ofMachine.containsKey(change.address()) || moves.contains(change);
  }

  /** Once all else is in place, so that the order of changes does not matter. */
  private void applyToEffective() {
    if (ofEffective.isEmpty()) {
      return;
    }
    ModelProvider provider = scenario.model().provider();
    Map<String, Figure> effective =
        ModelCreation.effective(provider, scenario.experiment().context()).stream()
            .collect(Collectors.toMap(Figure::name, figure -> figure));
    ofEffective.forEach(
        (name, change) -> {
          Figure figure = effective.get(name);
          if (figure == null) {
            throw ForetellException.usage(
                change
                    + ": model "
                    + provider.name()
                    + " does not use this parameter here, so a relative change is impossible; write"
                    + " an absolute value");
          }
          scenario =
              scenario.withFigure(provider.name() + "." + name, times(change, figure.value()));
        });
  }

  private static FigureValue times(Change change, FigureValue value) {
    if (value instanceof FigureValue.Word
        || value instanceof FigureValue.Table
        || Double.isInfinite(value.number())) {
      throw noNumber(change, value.text());
    }
    BigDecimal factor = factor(change).factor();
    if (value instanceof FigureValue.Count count) {
      try {
        return new FigureValue.Count(
            factor.multiply(BigDecimal.valueOf(count.count())).intValueExact());
      } catch (ArithmeticException notWhole) {
        throw ForetellException.usage(
            change + ": it is " + value.text() + ", but must be a whole number");
      }
    }
    return value.times(
        change.amount() instanceof Times times ? times.factor() : factor.doubleValue());
  }

  private static ForetellException contradiction(Change one, Change other) {
    return ForetellException.usage(
        one + " and " + other + " contradict each other; keep one of them");
  }
}
