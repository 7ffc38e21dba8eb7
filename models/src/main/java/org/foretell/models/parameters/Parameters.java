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
 * <p>The value of a parameter is what the user gave, else the machine's setting for the model
 * ({@code "loggops.L"} in {@link Machine#modelParameters}), else the fallback that the provider
 * names with its origin. Nothing is thrown while reading: a provider reads all its parameters and
 * then calls {@link #check()}, which reports all mistakes together. Until then a value that is
 * wrong or missing reads as some valid value.
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
   * @param context what user and machine say
   */
  public Parameters(ModelProvider provider, ModelContext context) {
    model = provider.name();
    provider.parameters().forEach(spec -> specs.put(spec.name(), spec));
    this.context = context;
  }

  /**
   * Reads a parameter that has a default of its own.
   *
   * @param <T> what a value is
   * @param parameter one that the provider lists
   * @return what the user gave, else the machine, else the default
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
   * @param <T> what a value is
   * @param parameter one that the provider lists
   * @param fallback the value when nobody gives one, or null when there must be one
   * @param origin where the fallback comes from
   * @return what the user gave, else the machine, else the fallback
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
   * @param parameter one that the provider lists
   */
  public boolean given(Parameter<?> parameter) {
    return context.parameters().containsKey(parameter.name())
        || machineSetting(parameter.name()) != null;
  }

  /**
   * {@return whether the user gave a value, which then counts more than what the machine states}
   *
   * @param parameter one that the provider lists
   */
  public boolean givenByUser(Parameter<?> parameter) {
    return context.parameters().containsKey(parameter.name());
  }

  /**
   * Replaces a value that was read, in the report too: another figure of the machine leaves no room
   * for it.
   *
   * @param <T> type of the value
   * @param parameter one that was read before
   * @param value the value that counts
   * @param origin where it comes from
   * @return the value
   */
  public <T> T replace(Parameter<T> parameter, T value, FigureOrigin origin) {
    effective.computeIfPresent(
        parameter.name(),
        (name, figure) -> new Figure(figure.parameter(), parameter.figure(value), origin));
    return value;
  }

  /**
   * Adds a warning about values that are allowed, but do less than their user may expect.
   *
   * @param sentence names the figures, their values and what counts instead
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
   * @throws ParameterException with all that is wrong or missing, one line each
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
   * {@return the values read so far, in the order in which the provider lists its parameters, and
   * where each comes from}
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
   * {@return what a user gave, or a machine sets for this model, that is not a parameter of the
   * model; a warning is due} Machine settings carry the model's name and a dot.
   *
   * @param provider lists the parameters
   * @param context what user and machine say
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
   * What to throw about a value that is wrong beyond its form: with its parameter, or setting.
   *
   * @param parameter one that the provider lists
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
