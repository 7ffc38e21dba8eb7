package org.foretell.models.parameters;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.foretell.machine.Machine;
import org.foretell.model.Figure;
import org.foretell.model.FigureOrigin;
import org.foretell.model.FigureValue;
import org.foretell.model.ModelContext;
import org.foretell.model.ModelProvider;
import org.foretell.model.ParameterException;
import org.foretell.model.ParameterSpec;
import org.foretell.model.ParameterSpec.Kind;
import org.foretell.time.QuantityException;
import org.jspecify.annotations.Nullable;

/**
 * Reads the parameters of a model, for providers.
 *
 * <p>The value of a parameter is the user's, else the machine's setting for the model ({@code
 * "loggops.L"} in {@link Machine#modelParameters}), else the provider's fallback with its origin.
 * Reading throws nothing: a provider reads all its parameters and then calls {@link #check()},
 * which reports all errors together. Until then a wrong or missing value is replaced by some valid
 * value.
 */
public final class Parameters {
  private final String model;
  private final Map<String, ParameterSpec> specs = new LinkedHashMap<>();
  private final ModelContext context;
  private final Map<String, Figure> effective = new LinkedHashMap<>();
  private final List<ParameterSpec> missing = new ArrayList<>();
  private final List<String> errors = new ArrayList<>();
  private final Set<String> warnings = new LinkedHashSet<>();

  /**
   * Starts reading the parameters of a provider's model.
   *
   * @param provider lists the parameters
   * @param context the values from user and machine
   */
  public Parameters(ModelProvider provider, ModelContext context) {
    model = provider.name();
    provider.parameters().forEach(spec -> specs.put(spec.name(), spec));
    this.context = context;
  }

  /**
   * Reads a parameter that has a default of its own.
   *
   * @param <T> the type of a value
   * @param parameter a parameter that the provider lists
   * @return the user's value, else the machine's, else the default
   * @throws IllegalArgumentException if the provider lists no such parameter, or it has no default
   */
  public <T> T get(Parameter<T> parameter) {
    T defaultValue = parameter.defaultValue();
    if (defaultValue == null) {
      throw new IllegalArgumentException(
          "model " + model + " reads " + parameter.name() + ", which has no default, without one");
    }
    return get(parameter, defaultValue, FigureOrigin.DEFAULT);
  }

  /**
   * Reads a parameter whose default depends on the machine.
   *
   * @param <T> the type of a value
   * @param parameter a parameter that the provider lists
   * @param fallback the default value, or null if a value is required
   * @param origin of the fallback
   * @return the user's value, else the machine's, else the fallback
   * @throws IllegalArgumentException if the provider lists no such parameter
   */
  public <T> T get(Parameter<T> parameter, @Nullable T fallback, FigureOrigin origin) {
    String name = parameter.name();
    ParameterSpec spec = specs.get(name);
    if (spec == null || !same(parameter.spec(), spec)) {
      throw new IllegalArgumentException("model " + model + " lists no such parameter as " + name);
    }
    String given = context.parameters().get(name);
    String setting = given == null ? machineSetting(name) : null;
    String text = given == null ? setting : given;
    if (text == null) {
      if (fallback == null) {
        missing.add(spec);
        return parameter.placeholder();
      }
      effective.put(name, new Figure(spec, parameter.figure(fallback), origin));
      return fallback;
    }
    FigureValue typed = context.values().get(name);
    try {
      T value = typed == null ? parameter.parsed(text) : parameter.taken(typed);
      effective.put(
          name,
          new Figure(
              spec,
              parameter.figure(value),
              setting == null ? FigureOrigin.GIVEN : new FigureOrigin.Setting(model + "." + name)));
      return value;
    } catch (QuantityException | ParameterException wrong) {
      errors.add(place(name, setting != null) + ": " + wrong.getMessage());
      return parameter.placeholder();
    }
  }

  // Not equals of the record, whose code is made when it is first called: 13 ms of each start.
  private static boolean same(ParameterSpec read, ParameterSpec listed) {
    return read.kind() == listed.kind()
        && read.defaultText().equals(listed.defaultText())
        && read.meaning().equals(listed.meaning());
  }

  /**
   * {@return whether the user or the machine's settings for the model state a value}
   *
   * @param parameter a parameter that the provider lists
   */
  public boolean given(Parameter<?> parameter) {
    return context.parameters().containsKey(parameter.name())
        || machineSetting(parameter.name()) != null;
  }

  /**
   * {@return whether the user gave a value, which overrides that of the machine}
   *
   * @param parameter a parameter that the provider lists
   */
  public boolean givenByUser(Parameter<?> parameter) {
    return context.parameters().containsKey(parameter.name());
  }

  /**
   * Replaces a value that was read, also for the report, because another figure of the machine
   * limits it.
   *
   * @param <T> type of the value
   * @param parameter a parameter read before
   * @param value the value that counts
   * @param origin of the value
   * @return the value
   */
  public <T> T replace(Parameter<T> parameter, T value, FigureOrigin origin) {
    effective.computeIfPresent(
        parameter.name(),
        (name, figure) -> new Figure(figure.parameter(), parameter.figure(value), origin));
    return value;
  }

  /**
   * Adds a warning about values that are allowed, but have less effect than their user may expect.
   *
   * @param sentence with the figures, their values and the effective values
   */
  public void warn(String sentence) {
    warnings.add(sentence);
  }

  /** {@return the warnings so far, in the order in which they were added} */
  public List<String> warnings() {
    return List.copyOf(warnings);
  }

  /**
   * Ends the reading.
   *
   * @throws ParameterException with all wrong or missing values, one line each
   */
  public void check() {
    List<String> all = new ArrayList<>(errors);
    if (!missing.isEmpty()) {
      all.add(
          "model "
              + model
              + " needs "
              + missing.stream().map(ParameterSpec::name).collect(Collectors.joining(", "))
              + (context.machine() == null ? " when no machine is given" : "")
              + "; add "
              + missing.stream()
                  .map(spec -> "-P " + spec.name() + "=" + example(spec.kind()))
                  .collect(Collectors.joining(" "))
              + " (with your values)"
              + (context.machine() == null ? ", or name a machine" : ""));
    }
    if (!all.isEmpty()) {
      throw new ParameterException(String.join("\n", all));
    }
  }

  /**
   * {@return the values read so far, in the order of the provider's list of parameters, with their
   * origins}
   */
  public List<Figure> effective() {
    List<Figure> inOrder = new ArrayList<>(specs.size());
    for (String name : specs.keySet()) {
      Figure figure = effective.get(name);
      if (figure != null) {
        inOrder.add(figure);
      }
    }
    return List.copyOf(inOrder);
  }

  /**
   * {@return settings by a user, or by a machine for this model, that are not parameters of the
   * model and deserve a warning} Machine settings have the model's name and a dot in front.
   *
   * @param provider lists the parameters
   * @param context the values from user and machine
   */
  public static Set<String> unused(ModelProvider provider, ModelContext context) {
    Set<String> known =
        provider.parameters().stream().map(ParameterSpec::name).collect(Collectors.toSet());
    Set<String> unused = new TreeSet<>(context.parameters().keySet());
    unused.removeAll(known);
    Machine machine = context.machine();
    if (machine != null) {
      String prefix = provider.name() + ".";
      for (String setting : machine.modelParameters().keySet()) {
        if (setting.startsWith(prefix) && !known.contains(setting.substring(prefix.length()))) {
          unused.add(setting);
        }
      }
    }
    return unused;
  }

  /**
   * Creates the exception for a value that is wrong beyond its form, with its parameter or setting.
   *
   * @param parameter a parameter that the provider lists
   * @param message what was found and what is allowed
   * @return an exception to throw
   */
  public ParameterException refused(Parameter<?> parameter, String message) {
    String name = parameter.name();
    boolean setByMachine = !context.parameters().containsKey(name) && machineSetting(name) != null;
    return new ParameterException(place(name, setByMachine) + ": " + message);
  }

  private @Nullable String machineSetting(String name) {
    Machine machine = context.machine();
    return machine == null ? null : machine.modelParameters().get(model + "." + name);
  }

  private String place(String name, boolean setByMachine) {
    Machine machine = context.machine();
    return setByMachine && machine != null
        ? "setting " + model + "." + name + " of machine " + machine.name()
        : "parameter " + name + " of model " + model;
  }

  private static String example(Kind kind) {
    return switch (kind) {
      case TIME -> "1.5us";
      case BYTES -> "64KiB";
      case BYTES_PER_SECOND -> "2.0GB/s";
      case TIME_PER_BYTE -> "0.18ns/B";
      case NUMBER, COUNT, WORD -> "1";
      case TABLE -> "0:1";
    };
  }
}
