package org.foretell.setting;

import java.math.BigDecimal;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.foretell.failure.ForetellException;
import org.foretell.machine.CollectiveTable;
import org.foretell.machine.Machine;
import org.foretell.model.CallCosts;
import org.foretell.model.CollectiveSchedules;
import org.foretell.model.CommunicationModel;
import org.foretell.model.ExpandedCollectives;
import org.foretell.model.FigureValue;
import org.foretell.model.ModelContext;
import org.foretell.model.ModelTrait;
import org.foretell.model.ParameterException;
import org.foretell.models.collectives.CollectiveProfiles;
import org.foretell.time.Quantity;
import org.foretell.time.QuantityException;
import org.foretell.trace.OpCode;
import org.jspecify.annotations.Nullable;

/**
 * How collectives are executed: by the model's formula, or as the messages of an MPI library's
 * algorithms. What the user gives goes before the machine's settings.
 *
 * @param profile null for what the machine says
 * @param rules of one's own, null for those of the machine
 */
public record CollectiveChoice(@Nullable String profile, @Nullable CollectiveTable rules) {
  /** Where nothing was asked for. */
  public static final CollectiveChoice UNSAID = new CollectiveChoice(null, null);

  /** The profile that leaves collectives to the model's formulas. */
  static final String FORMULA = CollectiveProfiles.FORMULA;

  /** The profile where neither the user nor the machine says which library it is. */
  static final String USUAL = "mpich4";

  /** What names of settings begin with, on the command line and in machine files. */
  static final String PREFIX = "collectives.";

  private static final String PROFILE = "collectives";
  private static final String DEFAULT = "default";

  private static final String REDUCE = PREFIX + "reduceTimePerByte";
  private static final String EXACT_UP_TO = PREFIX + "exactUpTo";

  /** The same with other rules. */
  public CollectiveChoice withRules(@Nullable CollectiveTable table) {
    return new CollectiveChoice(profile, table);
  }

  /** The same with another profile. */
  public CollectiveChoice withProfile(@Nullable String value) {
    return new CollectiveChoice(value, rules);
  }

  /** A setting and where it comes from. */
  private record Setting(String value, String origin) {
    /** What is wrong with it is the user's mistake, or the machine file's. */
    ForetellException refused(String message) {
      return origin.isEmpty()
          ? ForetellException.usage(message)
          : ForetellException.badInput(message);
    }

    @Override
    public String toString() {
      return origin.isEmpty() ? value : value + " (" + origin + ")";
    }
  }

  /**
   * What was chosen.
   *
   * @param model with its collectives
   * @param described each setting with its value, for the report, with its origin in parentheses
   *     unless the user gave it
   */
  public record Choice(CommunicationModel model, Map<String, String> described) {
    /** The profile with its origin. */
    public String profile() {
      return described.getOrDefault("profile", FORMULA);
    }
  }

  /** Whether the user leaves the choice to the machine. */
  public boolean leftToMachine() {
    return profile == null && rules == null;
  }

  /** Whether a setting of a machine is one of these. */
  public static boolean knows(String setting) {
    return setting.equals(PROFILE)
        || setting.equals(REDUCE)
        || setting.equals(EXACT_UP_TO)
        || CallSettings.knows(setting);
  }

  /** Whether a setting is one of these, and of collectives that are executed in steps. */
  public static boolean knowsOfSteps(String setting) {
    return knows(setting) && !CallSettings.knows(setting);
  }

  /** The parameters without those that are settings of collectives. */
  static Map<String, String> withoutSettings(Map<String, String> parameters) {
    Map<String, String> others = new LinkedHashMap<>(parameters);
    others.keySet().removeIf(name -> name.startsWith(PREFIX) || CallSettings.knows(name));
    return others;
  }

  /**
   * Gives a model its collectives.
   *
   * @param model without
   * @param parameters all that the user gave, as text
   * @param values those of them that were given as values
   */
  public Choice choose(
      CommunicationModel model,
      ModelContext context,
      Map<String, String> parameters,
      Map<String, FigureValue> values) {
    Choice choice = chooseSteps(model, context, parameters, values);
    Machine machine = context.machine();
    Map<String, String> ofMachine = machine == null ? Map.of() : machine.modelParameters();
    CallCosts calls = calls(parameters, ofMachine);
    if (calls.isNone()) {
      return choice;
    }
    Map<String, String> described = new LinkedHashMap<>(choice.described());
    described.put("calls", CallSettings.described(parameters, ofMachine));
    return new Choice(choice.model().with(calls), described);
  }

  /** The user's take precedence. A wrong value is the mistake of whoever stated it. */
  private static CallCosts calls(Map<String, String> given, Map<String, String> ofMachine) {
    Map<OpCode, List<CallCosts.SizedTime>> times = new EnumMap<>(OpCode.class);
    try {
      times.putAll(CallSettings.of(ofMachine));
    } catch (ParameterException wrong) {
      throw ForetellException.badInput("the machine's setting " + wrong.getMessage());
    }
    try {
      times.putAll(CallSettings.of(given));
    } catch (ParameterException wrong) {
      throw ForetellException.usage(String.valueOf(wrong.getMessage()));
    }
    return times.isEmpty() ? CallCosts.NONE : new CallCosts(times);
  }

  private Choice chooseSteps(
      CommunicationModel model,
      ModelContext context,
      Map<String, String> parameters,
      Map<String, FigureValue> values) {
    parameters.keySet().stream()
        .filter(name -> name.startsWith(PREFIX) && !knows(name))
        .findFirst()
        .ifPresent(
            name -> {
              throw ForetellException.usage(
                  "collectives have no setting "
                      + name
                      + "; known: "
                      + REDUCE
                      + ", "
                      + EXACT_UP_TO);
            });
    Map<String, String> described = new LinkedHashMap<>();
    Optional<CollectiveTable> table = rules == null ? table(context) : Optional.of(rules);
    CollectiveSchedules schedules;
    if (profile == null && table.isPresent()) {
      described.put("profile", described(table.get()) + (rules == null ? " (machine)" : ""));
      schedules = CollectiveProfiles.of(table.get());
    } else {
      Setting chosen = setting(PROFILE, profile, context, model);
      described.put("profile", chosen.toString());
      if (chosen.value.equals(FORMULA)) {
        return new Choice(model, described);
      }
      schedules = find(chosen);
    }
    Setting reduce = reduction(parameters.get(REDUCE), context, model);
    Setting exact =
        setting(
            EXACT_UP_TO,
            parameters.get(EXACT_UP_TO),
            context,
            Long.toString(ExpandedCollectives.DEFAULT_EXACT_UP_TO));
    described.put("reduceTimePerByte", reduce.toString());
    described.put("exactUpTo", exact.toString());
    ExpandedCollectives expanded =
        new ExpandedCollectives(
            schedules,
            values.get(REDUCE) instanceof FigureValue.PsPerByte given
                ? given.psPerByte()
                : read(REDUCE, reduce, Quantity::parsePsPerByte),
            read(EXACT_UP_TO, exact, CollectiveChoice::count));
    return new Choice(model.with(expanded), described);
  }

  /** As of other settings; a machine of buses and links states formulas for its collectives. */
  private static Setting setting(
      String name, @Nullable String given, ModelContext context, CommunicationModel model) {
    Machine machine = context.machine();
    boolean stated =
        model.mpi().traits().contains(ModelTrait.SITES_ARE_READ)
            && machine != null
            && machine.busLinks().isPresent()
            && !machine.modelParameters().containsKey(name);
    return stated && given == null
        ? new Setting(FORMULA, "machine")
        : setting(name, given, context, USUAL);
  }

  /** As of other settings; where nobody says what reductions cost, the model may know. */
  private static Setting reduction(
      @Nullable String given, ModelContext context, CommunicationModel model) {
    Setting stated = setting(REDUCE, given, context, "0ns/B");
    double psPerByte = model.collectives().reducePsPerByte();
    if (psPerByte == 0 || !stated.origin.equals(DEFAULT)) {
      return stated;
    }
    String text =
        BigDecimal.valueOf(psPerByte).movePointLeft(3).stripTrailingZeros().toPlainString()
            + "ns/B";
    return new Setting(text, "model");
  }

  private static Optional<CollectiveTable> table(ModelContext context) {
    Machine machine = context.machine();
    return machine == null ? Optional.empty() : machine.collectives();
  }

  private static String described(CollectiveTable table) {
    int rules = table.rules().size();
    return table.profile()
        + (rules == 0
            ? ""
            : " after " + String.format(Locale.US, "%,d rule%s", rules, rules == 1 ? "" : "s"));
  }

  private static Setting setting(
      String name, @Nullable String given, ModelContext context, String usual) {
    Machine machine = context.machine();
    String ofMachine = machine == null ? null : machine.modelParameters().get(name);
    if (given != null) {
      return new Setting(given, "");
    }
    return ofMachine == null ? new Setting(usual, DEFAULT) : new Setting(ofMachine, "machine");
  }

  private static CollectiveSchedules find(Setting chosen) {
    try {
      return CollectiveProfiles.parse(chosen.value);
    } catch (ParameterException wrong) {
      throw chosen.refused(
          (chosen.origin.isEmpty() ? "collectives " : "the machine's setting collectives=")
              + chosen.value
              + ": "
              + wrong.getMessage()
              + "; or write "
              + FORMULA
              + " to use the model's formulas");
    }
  }

  private static <T> T read(String name, Setting setting, Function<String, T> parser) {
    try {
      return parser.apply(setting.value);
    } catch (ParameterException | QuantityException wrong) {
      throw setting.refused(name + ": " + wrong.getMessage());
    }
  }

  private static long count(String text) {
    try {
      long count = Long.parseLong(text);
      if (count >= 0) {
        return count;
      }
    } catch (NumberFormatException wrong) {
      // Said below, as for numbers out of range.
    }
    throw new ParameterException("\"" + text + "\" is not a number of steps, for example 16000000");
  }

  /**
   * Checks a setting of a machine.
   *
   * @param setting one that this {@link #knows}
   * @throws ParameterException if its value is wrong
   * @throws QuantityException likewise
   */
  static void check(String setting, String value) {
    if (CallSettings.knows(setting)) {
      CallSettings.parse(setting, value);
      return;
    }
    switch (setting) {
      case REDUCE -> Quantity.parsePsPerByte(value);
      case EXACT_UP_TO -> count(value);
      default -> CollectiveProfiles.of(new CollectiveTable(value, List.of()));
    }
  }
}
