package org.foretell.models.parameters;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.foretell.machine.Machine;
import org.foretell.model.ModelContext;
import org.foretell.model.ModelProvider;
import org.foretell.model.ParameterException;
import org.foretell.model.ParameterSpec;
import org.foretell.model.ParameterSpec.Kind;
import org.foretell.time.Quantity;
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
  private static final String FROM_MACHINE = "machine";

  private final String model;
  private final Map<String, ParameterSpec> specs = new LinkedHashMap<>();
  private final ModelContext context;
  private final Map<String, String> effective = new LinkedHashMap<>();
  private final List<ParameterSpec> missing = new ArrayList<>();
  private final List<String> errors = new ArrayList<>();

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
   * Reads a time.
   *
   * @param name as the provider lists it
   * @param fallbackPs picoseconds, or null when there must be a value
   * @param origin where the fallback comes from, for the report
   * @return picoseconds, at least 0
   */
  public long timePs(String name, @Nullable Long fallbackPs, String origin) {
    return read(
        name, Kind.TIME, fallbackPs, origin, Quantity::parseTimePs, Parameters::writeTime, 0L);
  }

  /**
   * Reads a size.
   *
   * @param name as the provider lists it
   * @param fallbackBytes bytes, {@link Long#MAX_VALUE} for no limit, or null when there must be a
   *     value
   * @param origin where the fallback comes from, for the report
   * @return bytes, at least 0
   */
  public long bytes(String name, @Nullable Long fallbackBytes, String origin) {
    return read(
        name, Kind.BYTES, fallbackBytes, origin, Quantity::parseBytes, Parameters::writeBytes, 0L);
  }

  /**
   * Reads a bandwidth.
   *
   * @param name as the provider lists it
   * @param fallback bytes per second, positive infinity for no limit, or null when there must be a
   *     value
   * @param origin where the fallback comes from, for the report
   * @return bytes per second, above 0
   */
  public double bytesPerSecond(String name, @Nullable Double fallback, String origin) {
    return read(
        name,
        Kind.BYTES_PER_SECOND,
        fallback,
        origin,
        Quantity::parseBytesPerSecond,
        Parameters::writeBytesPerSecond,
        1.0);
  }

  /**
   * Reads a gap per byte.
   *
   * @param name as the provider lists it
   * @param fallback picoseconds per byte, or null when there must be a value
   * @param origin where the fallback comes from, for the report
   * @return picoseconds per byte, at least 0
   */
  public double psPerByte(String name, @Nullable Double fallback, String origin) {
    return read(
        name,
        Kind.TIME_PER_BYTE,
        fallback,
        origin,
        Quantity::parsePsPerByte,
        value -> decimal(BigDecimal.valueOf(value).movePointLeft(3)) + "ns/B",
        0.0);
  }

  /**
   * Reads a plain number, at least 0.
   *
   * @param name as the provider lists it
   * @param fallback or null when there must be a value
   * @param origin where the fallback comes from, for the report
   * @return at least 0
   */
  public double number(String name, @Nullable Double fallback, String origin) {
    return read(
        name,
        Kind.NUMBER,
        fallback,
        origin,
        Parameters::parseNumber,
        value -> decimal(BigDecimal.valueOf(value)),
        0.0);
  }

  /**
   * Reads a table.
   *
   * @param <T> what is read
   * @param name as the provider lists it
   * @param parse makes a table of a text, or throws a {@link ParameterException} that says what is
   *     wrong; its {@code toString} writes it
   * @param fallback the value when nobody gives one
   * @param origin where the fallback comes from, for the report
   * @return the table
   */
  public <T> T table(String name, Function<String, T> parse, T fallback, String origin) {
    return read(name, Kind.TABLE, fallback, origin, parse, Object::toString, fallback);
  }

  /**
   * Reads a word: the name of an enum constant in lower case.
   *
   * @param <E> the enum
   * @param name as the provider lists it
   * @param allowed the constants that may be chosen
   * @param fallback the value when nobody gives one
   * @param origin where the fallback comes from, for the report
   * @return the constant
   */
  public <E extends Enum<E>> E word(String name, Collection<E> allowed, E fallback, String origin) {
    return read(
        name,
        Kind.WORD,
        fallback,
        origin,
        text -> parseWord(text, allowed),
        Parameters::written,
        fallback);
  }

  /**
   * {@return whether the user or the machine's settings for the model state a value}
   *
   * @param name as the provider lists it
   */
  public boolean given(String name) {
    return context.parameters().containsKey(name) || machineSetting(name) != null;
  }

  /**
   * {@return the word for an enum constant}
   *
   * @param constant any
   */
  public static String written(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT);
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
   * {@return the values read so far, in the order in which the provider lists its parameters: as
   * they would be written, followed by where each comes from in parentheses unless the user gave
   * it}
   */
  public Map<String, String> effective() {
    Map<String, String> inOrder = new LinkedHashMap<>(specs.size());
    for (String name : specs.keySet()) {
      String value = effective.get(name);
      if (value != null) {
        inOrder.put(name, value);
      }
    }
    return inOrder;
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
   * Reads a value in a form of its own; {@code parse} throws {@link ParameterException}.
   *
   * @param <T> what is read
   * @param name as the provider lists it
   * @param kind what values look like, as the provider lists it
   * @param fallback the value when nobody gives one, or null when there must be one
   * @param origin where the fallback comes from, for the report
   * @param parse makes a value of a text
   * @param write makes a text of a value
   * @param placeholder what a wrong or missing value reads as until {@link #check}
   * @return the value
   */
  public <T> T read(
      String name,
      Kind kind,
      @Nullable T fallback,
      String origin,
      Function<String, T> parse,
      Function<? super T, String> write,
      T placeholder) {
    ParameterSpec spec = specs.get(name);
    if (spec == null || spec.kind() != kind) {
      throw new IllegalArgumentException("model " + model + " lists no " + kind + " " + name);
    }
    String given = context.parameters().get(name);
    String setting = given == null ? machineSetting(name) : null;
    String text = given == null ? setting : given;
    if (text == null) {
      if (fallback == null) {
        missing.add(spec);
        return placeholder;
      }
      effective.put(name, write.apply(fallback) + " (" + origin + ")");
      return fallback;
    }
    try {
      T value = parse.apply(text);
      effective.put(name, write.apply(value) + (setting == null ? "" : " (" + FROM_MACHINE + ")"));
      return value;
    } catch (QuantityException | ParameterException wrong) {
      errors.add(place(name, setting != null) + ": " + wrong.getMessage());
      return placeholder;
    }
  }

  /**
   * What to throw about a value that is wrong beyond its form: with its parameter, or setting.
   *
   * @param name as the provider lists it
   * @param message what was found and what is allowed
   * @return an exception to throw
   */
  public ParameterException refused(String name, String message) {
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

  private static double parseNumber(String text) {
    double value;
    try {
      value = Double.parseDouble(text.strip());
    } catch (NumberFormatException notANumber) {
      value = Double.NaN;
    }
    if (!(value >= 0) || Double.isInfinite(value)) {
      throw new ParameterException(
          "\"" + text + "\" is not a number of at least 0; write one without unit, like \"1.5\"");
    }
    return value;
  }

  private static <E extends Enum<E>> E parseWord(String text, Collection<E> allowed) {
    for (E constant : allowed) {
      if (written(constant).equals(text.strip())) {
        return constant;
      }
    }
    throw new ParameterException("\"" + text + "\" is none of " + Parameters.written(allowed));
  }

  /**
   * {@return the words for several enum constants, separated by commas}
   *
   * @param constants any
   */
  public static String written(Collection<? extends Enum<?>> constants) {
    return constants.stream().map(Parameters::written).collect(Collectors.joining(", "));
  }

  private static String writeTime(long ps) {
    if (ps == 0) {
      return "0us";
    }
    if (ps >= 1_000_000_000_000L) {
      return decimal(BigDecimal.valueOf(ps, 12)) + "s";
    }
    if (ps >= 1_000_000_000L) {
      return decimal(BigDecimal.valueOf(ps, 9)) + "ms";
    }
    if (ps >= 1_000_000L) {
      return decimal(BigDecimal.valueOf(ps, 6)) + "us";
    }
    return ps >= 1_000L ? decimal(BigDecimal.valueOf(ps, 3)) + "ns" : ps + "ps";
  }

  private static String writeBytes(long bytes) {
    if (bytes == Long.MAX_VALUE) {
      return Quantity.UNLIMITED;
    }
    if (bytes >= 1 << 20 && bytes % (1 << 20) == 0) {
      return (bytes >> 20) + "MiB";
    }
    return bytes >= 1 << 10 && bytes % (1 << 10) == 0 ? (bytes >> 10) + "KiB" : bytes + "B";
  }

  private static String writeBytesPerSecond(double bytesPerSecond) {
    if (Double.isInfinite(bytesPerSecond)) {
      return Quantity.UNLIMITED;
    }
    BigDecimal exact = BigDecimal.valueOf(bytesPerSecond);
    if (bytesPerSecond >= 1e9) {
      return decimal(exact.movePointLeft(9)) + "GB/s";
    }
    return bytesPerSecond >= 1e6
        ? decimal(exact.movePointLeft(6)) + "MB/s"
        : decimal(exact) + "B/s";
  }

  private static String decimal(BigDecimal value) {
    return value.signum() == 0 ? "0" : value.stripTrailingZeros().toPlainString();
  }
}
